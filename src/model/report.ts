import { z } from 'zod';
import { KnowledgeEntry } from './knowledge.ts';
import { intentStates } from './lifecycle.ts';
import { decision } from './report-schema/decision.ts';
import { drift, pending } from './report-schema/drift.ts';
import {
  beside,
  ignored,
  reportedAnswer,
  reportedProposal,
  unknownOperation,
  unresolved,
} from './report-schema/findings.ts';
import { actor, intent } from './report-schema/intent.ts';
import { closedDriftSchema, openDrift } from './report-schema/open-drift.ts';
import { closedQuestion, openQuestion } from './report-schema/open-question.ts';
import { patch } from './report-schema/patch.ts';
import { reverted } from './report-schema/reverted.ts';
import {
  driftIdText,
  ids,
  intentIdText,
  path,
  reportText,
  reportTime,
  wholeNumber,
  window,
} from './report-schema/terms.ts';

const counts = z.record(reportText, wholeNumber).readonly();

/** Version 1 of the report. Fields may be added to it; a reader passes over those it does not know. */
export const ReportV1 = z.object({
  schema: z.literal('parley/report/v1'),
  tool: z.object({ name: z.literal('parley'), version: reportText }),
  /** ISO 8601 UTC. */
  startedAt: reportTime,
  policy: reportText,
  /** The outside policy that had a say, and its digest as far as it can be determined. */
  outside: z.object({ name: reportText, digest: reportText.exactOptional() }).exactOptional(),
  inputs: z.object({
    events: z.object({ read: wholeNumber, kept: wholeNumber, dropped: counts }),
    state: z.object({
      serial: wholeNumber,
      resources: wholeNumber,
      /** What the backend calls the version that was read: an object's version, an ETag, an id. */
      version: reportText.exactOptional(),
    }),
    /** The times of the first and the last change in the log; none where it has none. */
    window: window.exactOptional(),
    /** Whether a store remembers what earlier runs saw: else the log is all that is known. */
    remembers: z.boolean().exactOptional(),
    /** Variable files in order, relative to the root module, where some were named. */
    varFiles: ids.exactOptional(),
    /** Where it is not `default`. */
    workspace: reportText.exactOptional(),
    /** Where it is not Terraform that plans and applies the code. */
    program: z.literal('tofu').exactOptional(),
    /** ISO 8601 UTC: when the whole state was first read back; none while nobody has. */
    baseline: reportTime.exactOptional(),
  }),
  /**
   * All that is open after this run; without a store, what this run found. Reports of versions
   * before 0.2 have none.
   */
  openDrifts: z.array(openDrift).readonly().exactOptional(),
  /** What was open, and that this run found closed. */
  closedDrifts: z.array(closedDriftSchema).readonly().exactOptional(),
  /** Calls on what is managed whose effect is unknown; none where there are none. */
  openQuestions: z.array(openQuestion).readonly().exactOptional(),
  /** Questions of earlier runs that this run found closed. */
  closedQuestions: z.array(closedQuestion).readonly().exactOptional(),
  /** Where only some was requested: the intents shown, and how many others are left out. */
  only: z
    .object({ intents: z.array(intentIdText).readonly(), leftOut: wholeNumber })
    .exactOptional(),
  drifts: z.array(drift).readonly(),
  intents: z.array(intent).readonly(),
  /** Where each intent is in its life cycle after this run. */
  lifecycle: z
    .array(z.object({ intent: intentIdText, state: z.enum(intentStates), because: reportText }))
    .readonly()
    .exactOptional(),
  decisions: z.array(decision).readonly(),
  /** What people had answered, and that still stood. */
  answers: z.array(reportedAnswer).readonly().exactOptional(),
  patches: z.array(patch).readonly(),
  proposals: z.array(reportedProposal).readonly(),
  unresolved: z.array(unresolved).readonly(),
  /** The most frequent first. */
  unknownOperations: z.array(unknownOperation).readonly().exactOptional(),
  reverted: z.array(reverted).readonly(),
  /** What the provider reads and no event explains yet. */
  pending: z.array(pending).readonly().exactOptional(),
  /** Changes of what is not managed itself, on what is; what was made there is a drift. */
  beside: z.array(beside).readonly().exactOptional(),
  /** Findings that an ignore file leaves out. */
  ignored: z.array(ignored).readonly().exactOptional(),
  /** Automations that undo each other, one entry a fight. */
  contentions: z
    .array(
      z.object({
        address: reportText,
        paths: z.array(path).readonly(),
        parties: z.tuple([actor, actor]).readonly(),
        alternations: wholeNumber,
        window,
        drifts: z.array(driftIdText).readonly(),
      }),
    )
    .readonly()
    .exactOptional(),
  tokens: z.object({ prompt: wholeNumber, completion: wholeNumber }),
  /** Present when a language model was asked. */
  advice: z
    .object({
      model: reportText,
      /** What kept it from answering, each once. */
      notes: ids,
      /** Answers that were not used, since the evidence does not bear them out; absent for none. */
      rejected: wholeNumber.exactOptional(),
      /** Questions that nobody was asked, since a budget was spent or the endpoint down; absent for none. */
      unasked: wholeNumber.exactOptional(),
      /** What it proposes for operations that the catalog does not know. */
      proposed: z.array(KnowledgeEntry).readonly(),
    })
    .exactOptional(),
  /** What was learned of calls that the catalog does not know, and what plans say of it. */
  knowledge: z
    .array(
      z.object({
        entry: KnowledgeEntry,
        trust: z.enum(['reviewed', 'confirmed', 'proposed']),
        outcome: z.enum(['confirmed', 'contradicted', 'open']),
        because: reportText,
        evidence: ids,
      }),
    )
    .readonly()
    .exactOptional(),
  /** The reviews of earlier proposals that were counted, and the digest of the counts. */
  learned: z.object({ digest: reportText, entries: wholeNumber }).exactOptional(),
  /** Milliseconds a stage took. */
  timings: counts,
});

/** The result of a run. */
export type Report = Readonly<z.output<typeof ReportV1>>;
export type Unresolved = Readonly<z.output<typeof unresolved>>;
export type UnknownOperation = Readonly<z.output<typeof unknownOperation>>;
export type Ignored = Readonly<z.output<typeof ignored>>;
export type Beside = Readonly<z.output<typeof beside>>;
export type ReportedProposal = Readonly<z.output<typeof reportedProposal>>;
