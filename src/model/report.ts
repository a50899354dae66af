import { z } from 'zod';
import { Contention } from './contention.ts';
import { Decision } from './decision.ts';
import { Drift, Pending } from './drift.ts';
import { Intent } from './intent.ts';
import { KnowledgeEntry, KnowledgeJudgment } from './knowledge.ts';
import { IntentStatus } from './lifecycle.ts';
import { ClosedDrift, OpenDrift } from './open-drift.ts';
import { ClosedQuestion, OpenQuestion } from './open-question.ts';
import { Patch } from './patch.ts';
import {
  beside,
  ignored,
  reportedAnswer,
  reportedProposal,
  unknownOperation,
  unresolved,
} from './report-schema/findings.ts';
import {
  ids,
  intentIdText,
  reportText,
  reportTime,
  wholeNumber,
  window,
} from './report-schema/terms.ts';
import { Reverted } from './reverted.ts';

const counts = z.record(reportText, wholeNumber).readonly();

/**
 * Version 1 of the report. Fields may be added; readers must ignore those that they do not know.
 */
export const ReportV1 = z.object({
  schema: z.literal('parley/report/v1'),
  tool: z.object({ name: z.literal('parley'), version: reportText }),
  /** ISO 8601 UTC. */
  startedAt: reportTime,
  policy: reportText,
  /**
   * The external policy that took part in decisions, with its digest as far as it can be
   * determined.
   */
  externalPolicy: z
    .object({ name: reportText, digest: reportText.exactOptional() })
    .exactOptional(),
  inputs: z.object({
    events: z.object({ read: wholeNumber, kept: wholeNumber, dropped: counts }),
    state: z.object({
      serial: wholeNumber,
      resources: wholeNumber,
      /** The backend's name for the version that was read: an object's version, an ETag, an id. */
      version: reportText.exactOptional(),
    }),
    /** The times of the first and the last change in the log; left out if it has none. */
    window: window.exactOptional(),
    /** True if a store remembers what earlier runs saw; otherwise only the log is known. */
    remembers: z.boolean().exactOptional(),
    /** Variable files in order, relative to the root module, if any were given. */
    varFiles: ids.exactOptional(),
    /** Left out if it is `default`. */
    workspace: reportText.exactOptional(),
    /** Set if a program other than Terraform plans and applies the code. */
    program: z.literal('tofu').exactOptional(),
    /**
     * Addresses, old and new, of what the next apply moves. Terraform makes no plan with `-target`
     * that leaves them out.
     */
    moves: ids.exactOptional(),
    /** When the entire state was first read back, in ISO 8601 UTC; left out before that. */
    baseline: reportTime.exactOptional(),
  }),
  /**
   * All drifts that are open after this run or, without a store, those of this run. Reports of
   * versions before 0.2 have none.
   */
  openDrifts: z.array(OpenDrift).readonly().exactOptional(),
  /** Drifts that were open and that this run found closed. */
  closedDrifts: z.array(ClosedDrift).readonly().exactOptional(),
  /** Calls on managed resources whose effect is unknown; left out if there are none. */
  openQuestions: z.array(OpenQuestion).readonly().exactOptional(),
  /** Questions of earlier runs that this run found closed. */
  closedQuestions: z.array(ClosedQuestion).readonly().exactOptional(),
  /**
   * If only a part was requested: the intents shown, and the number of others that are left out.
   */
  only: z
    .object({ intents: z.array(intentIdText).readonly(), leftOut: wholeNumber })
    .exactOptional(),
  drifts: z.array(Drift).readonly(),
  intents: z.array(Intent).readonly(),
  /** The state of each intent in its life cycle after this run. */
  lifecycle: z.array(IntentStatus).readonly().exactOptional(),
  decisions: z.array(Decision).readonly(),
  /** Earlier answers of people that still applied. */
  answers: z.array(reportedAnswer).readonly().exactOptional(),
  patches: z.array(Patch).readonly(),
  proposals: z.array(reportedProposal).readonly(),
  unresolved: z.array(unresolved).readonly(),
  /** Most frequent first. */
  unknownOperations: z.array(unknownOperation).readonly().exactOptional(),
  reverted: z.array(Reverted).readonly(),
  /** Differences that the provider reads and no event explains yet. */
  pending: z.array(Pending).readonly().exactOptional(),
  /**
   * Changes of unmanaged resources that belong to managed ones. If such a resource was created, it
   * is a drift instead.
   */
  beside: z.array(beside).readonly().exactOptional(),
  /** Findings that an ignore file excludes. */
  ignored: z.array(ignored).readonly().exactOptional(),
  /** Automations that undo each other's changes, one entry for each contention. */
  contentions: z.array(Contention).readonly().exactOptional(),
  tokens: z.object({ prompt: wholeNumber, completion: wholeNumber }),
  /** Present if a language model was used. */
  advice: z
    .object({
      model: reportText,
      /** What prevented it from answering, each once. */
      notes: ids,
      /**
       * The number of answers that were not used, since the evidence does not support them; left
       * out if zero.
       */
      rejected: wholeNumber.exactOptional(),
      /**
       * The number of questions that were not asked, since a budget was spent or the endpoint was
       * down; left out if zero.
       */
      unasked: wholeNumber.exactOptional(),
      /** The entries that it proposes for operations that the catalog does not have. */
      proposed: z.array(KnowledgeEntry).readonly(),
    })
    .exactOptional(),
  /** What was learned about calls that the catalog does not have, and what plans show about it. */
  knowledge: z.array(KnowledgeJudgment).readonly().exactOptional(),
  /** The counted reviews of earlier proposals, and the digest of the counts. */
  learned: z.object({ digest: reportText, entries: wholeNumber }).exactOptional(),
  /** The milliseconds that each stage took. */
  timings: counts,
});

/** The result of a run. */
export type Report = Readonly<z.output<typeof ReportV1>>;
export type Unresolved = Readonly<z.output<typeof unresolved>>;
export type UnknownOperation = Readonly<z.output<typeof unknownOperation>>;
export type Ignored = Readonly<z.output<typeof ignored>>;
export type Beside = Readonly<z.output<typeof beside>>;
export type ReportedProposal = Readonly<z.output<typeof reportedProposal>>;
