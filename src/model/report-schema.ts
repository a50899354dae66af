import { z } from 'zod';
import { KnowledgeEntry } from './knowledge.ts';
import { intentStates } from './lifecycle.ts';
import type { Report } from './report.ts';
import { decision } from './report-schema/decision.ts';
import { drift, pending } from './report-schema/drift.ts';
import { actor, intent } from './report-schema/intent.ts';
import { closedDrift, openDrift } from './report-schema/open-drift.ts';
import { closedQuestion, openQuestion } from './report-schema/open-question.ts';
import { candidate, patch, trace } from './report-schema/patch.ts';
import { reverted } from './report-schema/reverted.ts';
import {
  driftId,
  ids,
  intentId,
  path,
  text,
  time,
  wholeNumber,
  window,
} from './report-schema/terms.ts';

const proposal = z.object({
  intent: intentId,
  branch: text,
  commit: text.regex(/^[0-9a-f]{40,64}$/),
  location: text,
  state: z.enum(['created', 'updated', 'unchanged']),
});

const unresolved = z.object({
  code: text.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  reason: text,
  suggestion: text.exactOptional(),
  address: text.exactOptional(),
  event: text.exactOptional(),
  intent: text.exactOptional(),
  place: z
    .object({
      file: text,
      line: z.int().positive().exactOptional(),
      column: z.int().positive().exactOptional(),
      record: wholeNumber.exactOptional(),
    })
    .exactOptional(),
  write: text.exactOptional(),
  traces: z.array(trace).readonly().exactOptional(),
  candidates: z.array(candidate).readonly().exactOptional(),
});

const counts = z.record(text, wholeNumber).readonly();

/** Version 1 of the report. Fields may be added to it; a reader passes over those it does not know. */
export const ReportV1: z.ZodType<Report> = z.object({
  schema: z.literal('parley/report/v1'),
  tool: z.object({ name: z.literal('parley'), version: text }),
  startedAt: time,
  policy: text,
  outside: z.object({ name: text, digest: text.exactOptional() }).exactOptional(),
  inputs: z.object({
    events: z.object({ read: wholeNumber, kept: wholeNumber, dropped: counts }),
    state: z.object({
      serial: wholeNumber,
      resources: wholeNumber,
      version: text.exactOptional(),
    }),
    window: window.exactOptional(),
    remembers: z.boolean().exactOptional(),
    varFiles: ids.exactOptional(),
    workspace: text.exactOptional(),
    baseline: time.exactOptional(),
  }),
  openDrifts: z.array(openDrift).readonly().exactOptional(),
  closedDrifts: z.array(closedDrift).readonly().exactOptional(),
  openQuestions: z.array(openQuestion).readonly().exactOptional(),
  closedQuestions: z.array(closedQuestion).readonly().exactOptional(),
  only: z.object({ intents: z.array(intentId).readonly(), leftOut: wholeNumber }).exactOptional(),
  drifts: z.array(drift).readonly(),
  intents: z.array(intent).readonly(),
  lifecycle: z
    .array(z.object({ intent: intentId, state: z.enum(intentStates), because: text }))
    .readonly()
    .exactOptional(),
  decisions: z.array(decision).readonly(),
  answers: z
    .array(
      z.object({
        intent: intentId,
        action: z.enum(['accept', 'revert', 'delegate', 'hold', 'wrong', 'dismiss']),
        by: text,
        at: time,
        until: time.exactOptional(),
        bounds: z
          .object({ min: z.number().exactOptional(), max: z.number().exactOptional() })
          .exactOptional(),
        note: text.exactOptional(),
        drifts: z.array(driftId).readonly().exactOptional(),
      }),
    )
    .readonly()
    .exactOptional(),
  patches: z.array(patch).readonly(),
  proposals: z.array(proposal).readonly(),
  unresolved: z.array(unresolved).readonly(),
  unknownOperations: z
    .array(
      z.object({
        cloud: z.enum(['aws', 'azure', 'gcp', 'kubernetes']),
        service: text,
        operation: text,
        count: wholeNumber,
      }),
    )
    .readonly()
    .exactOptional(),
  reverted: z.array(reverted).readonly(),
  pending: z.array(pending).readonly().exactOptional(),
  beside: z
    .array(
      z.object({
        name: text,
        on: text,
        what: z.enum(['changed', 'deleted']),
        by: ids,
        evidence: ids,
        window,
      }),
    )
    .readonly()
    .exactOptional(),
  ignored: z
    .array(z.object({ address: text, path, evidence: ids, rule: text }))
    .readonly()
    .exactOptional(),
  contentions: z
    .array(
      z.object({
        address: text,
        paths: z.array(path).readonly(),
        parties: z.tuple([actor, actor]).readonly(),
        alternations: wholeNumber,
        window,
        drifts: z.array(driftId).readonly(),
      }),
    )
    .readonly()
    .exactOptional(),
  tokens: z.object({ prompt: wholeNumber, completion: wholeNumber }),
  advice: z
    .object({
      model: text,
      notes: ids,
      rejected: wholeNumber.exactOptional(),
      unasked: wholeNumber.exactOptional(),
      proposed: z.array(KnowledgeEntry).readonly(),
    })
    .exactOptional(),
  knowledge: z
    .array(
      z.object({
        entry: KnowledgeEntry,
        trust: z.enum(['reviewed', 'confirmed', 'proposed']),
        outcome: z.enum(['confirmed', 'contradicted', 'open']),
        because: text,
        evidence: ids,
      }),
    )
    .readonly()
    .exactOptional(),
  learned: z.object({ digest: text, entries: wholeNumber }).exactOptional(),
  timings: counts,
});
