import { z } from 'zod';
import { count, time } from './common.ts';
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
  startedAt: time,
  revision: z.string().optional().meta({ description: 'Commit of the code' }),
  drifts: count,
  intents: count,
  unchanged: z.object({ scans: count, until: time }).optional().meta({
    description: 'Later scans that found the same and are not listed; the last one is',
  }),
});

export const ProblemOfStackView = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  time,
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
  cloud: z.enum(['aws', 'azure', 'gcp', 'kubernetes']),
  service: z.string(),
  operation: z.string(),
  count: count.meta({ description: 'How often it was called' }),
});

/** A change of something that is not managed, and belongs to something that is. */
const BesideView = z.object({
  name: z.string().meta({ description: 'As the log names it' }),
  on: z.string().meta({ description: 'Address of what it belongs to' }),
  what: z.enum(['changed', 'deleted']),
  by: z.array(z.string()).readonly(),
  evidence: z.array(z.string()).readonly(),
  window: z.object({ from: time, to: time }),
});

export const StackDetailView = StackView.extend({
  openDrifts: OpenCountView.optional().meta({ description: 'After the latest scan' }),
  baseline: time.optional().meta({
    description: 'When the whole state was first read back; none while nobody has',
  }),
  sources: z.array(z.string()).readonly().meta({ description: 'Whose records it uses' }),
  counts: z.object({
    drifts: count,
    intents: count,
    unresolved: count,
    outcomes: z.record(z.string(), count).meta({ description: 'Decisions by outcome' }),
    openProposals: count,
    unknownOperations: count,
    beside: count,
  }),
  unknownOperations: z
    .array(UnknownOperationView)
    .readonly()
    .meta({ description: 'Of the latest scan, the most frequent first; 50 at most' }),
  beside: z
    .array(BesideView)
    .readonly()
    .meta({ description: 'Changes of what is not managed itself, on what is; 50 at most' }),
});
