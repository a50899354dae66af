import { z } from 'zod';
import { clouds } from '../../../model/event.ts';
import { countField, timeField } from './common.ts';
import { OpenCountView } from './open-drifts.ts';

const schedule = z.union([
  z.object({ every: z.string() }),
  z.object({ cron: z.string(), timeZone: z.string() }),
]);

/** A run without its report. */
export const ScanView = z.object({
  id: z.string(),
  stack: z.string(),
  command: z.string(),
  startedAt: timeField,
  revision: z.string().optional().meta({ description: 'Commit of the code' }),
  drifts: countField,
  intents: countField,
  unchanged: z.object({ scans: countField, until: timeField }).optional().meta({
    description: 'Later scans that found the same and are not listed; the last one is',
  }),
});

export const ProblemOfStackView = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  time: timeField,
});

export const StackView = z.object({
  name: z.string(),
  repository: z.string(),
  branch: z.string(),
  root: z.string(),
  workspace: z.string(),
  forge: z.string().optional(),
  project: z.string().optional(),
  schedule: schedule.optional(),
  lastScan: ScanView.optional(),
  lastProblem: ProblemOfStackView.optional().meta({
    description: 'Why the latest scan that was given up failed',
  }),
});

/** An operation of the log that the catalog does not know. */
const UnknownOperationView = z.object({
  cloud: z.enum(clouds),
  service: z.string(),
  operation: z.string(),
  count: countField.meta({ description: 'How often it was called' }),
});

/** A change to an unmanaged resource that belongs to a managed one. */
const BesideView = z.object({
  name: z.string().meta({ description: 'Its name in the log' }),
  on: z.string().meta({ description: 'Address of what it belongs to' }),
  what: z.enum(['changed', 'deleted']),
  by: z.array(z.string()).readonly(),
  evidence: z.array(z.string()).readonly(),
  window: z.object({ from: timeField, to: timeField }),
});

export const StackDetailView = StackView.extend({
  openDrifts: OpenCountView.optional().meta({ description: 'After the latest scan' }),
  baseline: timeField.optional().meta({
    description: 'When the whole state was first read back; omitted until then',
  }),
  sources: z.array(z.string()).readonly().meta({ description: 'Whose records it uses' }),
  counts: z.object({
    drifts: countField,
    intents: countField,
    unresolved: countField,
    outcomes: z.record(z.string(), countField).meta({ description: 'Decisions by outcome' }),
    openProposals: countField,
    unknownOperations: countField,
    beside: countField,
  }),
  unknownOperations: z
    .array(UnknownOperationView)
    .readonly()
    .meta({ description: 'Of the latest scan, the most frequent first; 50 at most' }),
  beside: z.array(BesideView).readonly().meta({
    description: 'Changes of unmanaged resources that belong to managed ones; 50 at most',
  }),
});
