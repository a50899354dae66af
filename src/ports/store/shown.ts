import type { ActorClass } from '../../model/actor.ts';
import type { Contention } from '../../model/contention.ts';
import type { Decision, Outcome } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import type { FileDiff } from '../../model/file-diff.ts';
import type { Harm, HarmDimension, Severity } from '../../model/harm.ts';
import type { Intent } from '../../model/intent.ts';
import type { Json } from '../../model/json.ts';
import type { EvidenceNote } from '../../model/open-drift.ts';
import type { ReplacedValue } from '../../model/parties.ts';
import type { Patch } from '../../model/patch.ts';
import type { Unresolved } from '../../model/report.ts';
import type { AnswerAction } from './answer.ts';
import type { CommentedPullRequest, ForgeComment, WrittenComment } from './forge-comment.ts';
import type { KnownProposal, Page, PageQuery } from './service-store.ts';
import type { StackKey } from './stack-key.ts';

/** What pages need of a run in addition to its report. */
export interface ShownRun {
  /**
   * The changes of files, by intent. Secrets are removed, also from the lines around the changes.
   */
  readonly diffs: readonly { readonly intent: string; readonly files: readonly FileDiff[] }[];
  /** The policy that decided, in the form of `src/app/receipt/policy-document.ts`. */
  readonly policy: string;
  /**
   * Who may approve which harms, as in `approvers` of the settings. If it is empty, no approval is
   * needed.
   */
  readonly approvers?: readonly ShownApprover[];
  /** When infrastructure as code was running, as far as the log of the run shows. */
  readonly deployments?: readonly Omit<ShownWindow, 'kind'>[];
}

/** A person or group, and the worst harm that they may approve. */
export interface ShownApprover {
  readonly who: string;
  readonly role?: string | undefined;
  readonly up_to: Severity;
}

export interface ChangedField extends Pick<Drift, 'address' | 'path' | 'declared' | 'live'> {
  /** Set if someone else has set another value since. */
  readonly replaced?: ReplacedValue;
}

/** An intent in a list. */
export interface ShownCard {
  readonly stack: string;
  readonly intent: string;
  readonly summary: string;
  readonly actor: string;
  readonly class: ActorClass;
  /** ISO 8601 UTC of the first and the last event. */
  readonly from: string;
  readonly to: string;
  readonly outcomes: readonly Outcome[];
  /** The worst of the harms that weaken. */
  readonly harm?: Pick<Harm, 'dimension' | 'severity' | 'because'>;
  readonly fields: number;
  /** The first of the fields, with both sides if they are short. */
  readonly changes: readonly ChangedField[];
  /** Digest of its drifts, which an answer has to repeat to show what it refers to. */
  readonly digest: string;
}

/** A card with its current state. */
export interface InboxItem extends ShownCard {
  /** True if nothing happens before a person answers. */
  readonly waits: boolean;
  /** True if there is an open proposal for it. */
  readonly proposed: boolean;
  /** True if the latest run of the stack has it. */
  readonly open: boolean;
  /** The time of the run that found it, in ISO 8601 UTC. */
  readonly firstSeen: string;
}

/** Everything that a page shows about an intent, as of the last run that has it. */
export interface ShownDetail {
  readonly intent: Intent;
  readonly decisions: readonly Decision[];
  readonly drifts: readonly Drift[];
  readonly patch?: Patch;
  readonly diff: readonly FileDiff[];
  readonly unresolved: readonly Unresolved[];
  readonly contentions: readonly Contention[];
  /** The events behind it, sorted by time. */
  readonly evidence: readonly EvidenceNote[];
}

export interface ShownIntent extends InboxItem {
  /** The last run that has it. */
  readonly run: string;
  readonly detail: ShownDetail;
}

/** The stacks whose intents are requested. */
export interface StacksAsked {
  readonly tenant: string;
  /** The names of stacks; an empty list matches none. */
  readonly stacks: readonly string[];
}

/** A period, from its beginning up to its end, in ISO 8601 UTC. */
export interface ShownRange {
  readonly from: string;
  readonly to: string;
}

/** A filter for open intents. Members that are left out do not restrict it. */
export interface InboxAsk extends StacksAsked {
  readonly class?: ActorClass;
  readonly outcome?: Outcome;
  readonly dimension?: HarmDimension;
  /** A text in the intent, compared case-insensitively. */
  readonly text?: string;
  /** First seen after this, ISO 8601 UTC. */
  readonly since?: string;
  /** First seen before this, ISO 8601 UTC. */
  readonly until?: string;
}

/** A period with a special meaning. */
export interface ShownWindow {
  readonly kind: 'incident' | 'freeze' | 'maintenance' | 'deployment';
  readonly name: string;
  /** In ISO 8601 UTC. Without an end, it is still going on. */
  readonly from: string;
  readonly to?: string;
}

/** The state of a stack at the end of a day, from its latest run on that day. */
export interface ShownDay {
  /** `2026-03-14`. */
  readonly day: string;
  readonly drifts: number;
  readonly intents: number;
}

export interface ShownStack {
  readonly stack: string;
  readonly intents: number;
  readonly waiting: number;
  /** Oldest first. */
  readonly days: readonly ShownDay[];
}

/**
 * Intents of one class of actors whose last events were close in time: the range has the first and
 * the last of these.
 */
export interface ShownCell extends ShownRange {
  readonly count: number;
  /** The intent with the worst harm. */
  readonly worst: InboxItem;
}

/** A part of a source that is read separately: a region, a folder, a subscription. */
export interface ReadStream {
  readonly source: string;
  readonly stream: string;
  /** The position in the stream, in the cloud's own form. */
  readonly cursor: Json;
  /** When that position was reached, in ISO 8601 UTC. */
  readonly at: string;
}

/** The decisions of a policy rule, counted by intents. */
export interface RuleUse {
  readonly rule: string;
  readonly outcome: Outcome;
  readonly intents: number;
  /** The number of people's answers to these, by action. */
  readonly answers: ReadonlyMap<AnswerAction, number>;
}

export interface ShownLog {
  /** Waiting intents first, then by harm and age. */
  inbox(ask: InboxAsk, page: PageQuery): Promise<Page<InboxItem>>;
  find(key: StackKey, intent: string): Promise<ShownIntent | undefined>;
  /** Open intents that concern a resource; at most `limit`. */
  about(key: StackKey, address: string, limit: number): Promise<readonly ShownIntent[]>;
  /** Intents whose last event was in the range, newest first; at most `limit`. */
  between(of: StacksAsked, range: ShownRange, limit: number): Promise<readonly InboxItem[]>;
  /** The same for all intents, grouped by class of actor and by slices of the range. */
  cells(of: StacksAsked, range: ShownRange, slices: number): Promise<readonly ShownCell[]>;
  /** Sorted by name, with the days from `since` on. */
  stacks(tenant: string, stacks: readonly string[], since: string): Promise<readonly ShownStack[]>;
  /** The policy document of the latest run of a stack. */
  policy(key: StackKey): Promise<string | undefined>;
  /** Who may approve which harms in a stack, as of its latest run. */
  approvers(key: StackKey): Promise<readonly ShownApprover[]>;
  /** Counters of the changes to what pages show, for each stack of a tenant; they only increase. */
  versions(tenant: string): Promise<ReadonlyMap<string, number>>;
  /** Counts a change that no other call of the store counts. */
  noteChange(key: StackKey): Promise<void>;
  /** Stores people's comments on a pull request that were read from the forge, each only once. */
  keepComments(
    key: StackKey,
    on: CommentedPullRequest,
    comments: readonly WrittenComment[],
  ): Promise<void>;
  /** People's comments on pull requests, from webhooks and from reading the forge, oldest first. */
  comments(
    tenant: string,
    on: readonly Pick<KnownProposal, 'forge' | 'number' | 'location'>[],
  ): Promise<readonly ForgeComment[]>;
  /** The raw record of an event, if one of these sources has it. */
  record(
    tenant: string,
    sources: readonly string[],
    note: Pick<EvidenceNote, 'event' | 'digest'>,
  ): Promise<string | undefined>;
  /** The positions that were reached in the streams of sources, by source and stream. */
  streams(tenant: string, sources: readonly string[]): Promise<readonly ReadStream[]>;
  /** How often each rule decided since a time, and how people answered. */
  rules(key: StackKey, since: string): Promise<readonly RuleUse[]>;
  /** Periods that overlap with the range, sorted by their beginning. */
  windows(of: StacksAsked, range: ShownRange): Promise<readonly ShownWindow[]>;
}
