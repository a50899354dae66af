import type { Bounds } from './bounds.ts';
import type { Contention } from './contention.ts';
import type { Decision } from './decision.ts';
import type { Drift, Pending, Reverted } from './drift.ts';
import type { Cloud } from './event.ts';
import type { Intent } from './intent.ts';
import type { KnowledgeEntry, KnowledgeJudgment } from './knowledge.ts';
import type { IntentStatus } from './lifecycle.ts';
import type { ClosedDrift, OpenDrift, Window } from './open-drift.ts';
import type { ClosedQuestion, OpenQuestion } from './open-question.ts';
import type { Candidate, Patch, Trace } from './patch.ts';
import type { AttributePath } from './path.ts';
import type { Place } from './result.ts';

/** Something that needs a person: a bad record, a value nobody may see, a refused patch. */
export interface Unresolved {
  /** Stable kebab-case reason, for scripts. */
  readonly code: string;
  readonly reason: string;
  readonly suggestion?: string;
  readonly address?: string;
  readonly event?: string;
  readonly intent?: string;
  readonly place?: Place;
  /** What to write at the place, as code; never a secret. */
  readonly write?: string;
  /** Of a patch that could not be made: where the value comes from, and what was tried. */
  readonly traces?: readonly Trace[];
  readonly candidates?: readonly Candidate[];
}

/** An operation of the log that the catalog does not know, and how often it was called. */
export interface UnknownOperation {
  readonly cloud: Cloud;
  readonly service: string;
  readonly operation: string;
  readonly count: number;
}

/** A finding that a line of an ignore file leaves out. */
export interface Ignored {
  readonly address: string;
  readonly path: AttributePath;
  /** Ids of the audit events, in fold order. */
  readonly evidence: readonly string[];
  /** `.parleyignore:3` */
  readonly rule: string;
}

/** A change of something that is not managed, and belongs to something that is. */
export interface Beside {
  /** As the log names it: `aws_iam_role_policy (shop, extra)`. */
  readonly name: string;
  /** Address of what it belongs to. */
  readonly on: string;
  readonly what: 'changed' | 'deleted';
  /** Who did it, each once. */
  readonly by: readonly string[];
  /** Ids of the audit events, in fold order. */
  readonly evidence: readonly string[];
  /** ISO 8601 UTC of the first and the last event. */
  readonly window: { readonly from: string; readonly to: string };
}

/** What somebody said is to become of an intent. */
export interface ReportedAnswer {
  readonly intent: string;
  readonly action: 'accept' | 'revert' | 'delegate' | 'hold' | 'wrong' | 'dismiss';
  readonly by: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly until?: string;
  readonly bounds?: Bounds;
  readonly note?: string;
  /** Of `dismiss`: ids of the drifts that are dismissed. */
  readonly drifts?: readonly string[];
}

/** What a proposal became on the forge. */
export interface ReportedProposal {
  readonly intent: string;
  readonly branch: string;
  readonly commit: string;
  readonly location: string;
  readonly state: 'created' | 'updated' | 'unchanged';
}

/** The result of a run, `schema: "parley/report/v1"`. */
export interface Report {
  readonly schema: 'parley/report/v1';
  readonly tool: { readonly name: 'parley'; readonly version: string };
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  readonly policy: string;
  /** The outside policy that had a say, and its digest as far as it can be told. */
  readonly outside?: { readonly name: string; readonly digest?: string };
  readonly inputs: {
    readonly events: {
      readonly read: number;
      readonly kept: number;
      readonly dropped: Readonly<Record<string, number>>;
    };
    readonly state: {
      readonly serial: number;
      readonly resources: number;
      /** What the backend calls the version that was read: an object's version, an ETag, an id. */
      readonly version?: string;
    };
    /** The times of the first and the last change in the log; none where it has none. */
    readonly window?: Window;
    /** Whether a store remembers what earlier runs saw: else the log is all that is known. */
    readonly remembers?: boolean;
    /** Variable files in order, relative to the root module, where some were named. */
    readonly varFiles?: readonly string[];
    /** Where it is not `default`. */
    readonly workspace?: string;
    /** ISO 8601 UTC: when the whole state was first read back; none while nobody has. */
    readonly baseline?: string;
  };
  /**
   * All that is open after this run; without a store, what this run found. Reports of versions
   * before 0.2 have none.
   */
  readonly openDrifts?: readonly OpenDrift[];
  /** What was open, and that this run found closed. */
  readonly closedDrifts?: readonly ClosedDrift[];
  /** Calls on what is managed of which nobody knows what they changed; none where there are none. */
  readonly openQuestions?: readonly OpenQuestion[];
  /** Questions of earlier runs that this run found closed. */
  readonly closedQuestions?: readonly ClosedQuestion[];
  /** Where only some was asked for: the intents shown, and how many others are left out. */
  readonly only?: { readonly intents: readonly string[]; readonly leftOut: number };
  readonly drifts: readonly Drift[];
  readonly intents: readonly Intent[];
  /** Where each intent is in its life cycle after this run. */
  readonly lifecycle?: readonly IntentStatus[];
  readonly decisions: readonly Decision[];
  /** What people had answered, and that still stood. */
  readonly answers?: readonly ReportedAnswer[];
  readonly patches: readonly Patch[];
  readonly proposals: readonly ReportedProposal[];
  readonly unresolved: readonly Unresolved[];
  /** The most frequent first. */
  readonly unknownOperations?: readonly UnknownOperation[];
  readonly reverted: readonly Reverted[];
  /** What the provider reads and no event explains yet. */
  readonly pending?: readonly Pending[];
  /** Changes of what is not managed itself, on what is; what was made there is a drift. */
  readonly beside?: readonly Beside[];
  /** Findings that an ignore file leaves out. */
  readonly ignored?: readonly Ignored[];
  /** Automations that undo each other, one entry a fight. */
  readonly contentions?: readonly Contention[];
  readonly tokens: { readonly prompt: number; readonly completion: number };
  /** Present when a language model was asked. */
  readonly advice?: {
    readonly model: string;
    /** What kept it from answering, each once. */
    readonly notes: readonly string[];
    /** Answers that were not used, since the evidence does not bear them out; absent for none. */
    readonly rejected?: number;
    /** Questions that nobody was asked, since a budget was spent or the endpoint down; absent for none. */
    readonly unasked?: number;
    /** What it proposes for operations that the catalog does not know. */
    readonly proposed: readonly KnowledgeEntry[];
  };
  /** What was learned of calls that the catalog does not know, and what plans say of it. */
  readonly knowledge?: readonly KnowledgeJudgment[];
  /** The reviews of earlier proposals that were counted, and the digest of the counts. */
  readonly learned?: { readonly digest: string; readonly entries: number };
  /** Milliseconds a stage took. */
  readonly timings: Readonly<Record<string, number>>;
}
