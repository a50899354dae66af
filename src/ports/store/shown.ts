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
import type { KnownProposal, Page } from './service-store.ts';
import type { StackKey } from './stack-key.ts';

/** What pages need of a run besides its report. */
export interface ShownRun {
  /** How files would change, by intent: without secrets, in lines around the change as well. */
  readonly diffs: readonly { readonly intent: string; readonly files: readonly FileDiff[] }[];
  /** The policy that decided, as `src/app/receipt/policy-document.ts` writes it. */
  readonly policy: string;
  /** Who may let what happen, as `approvers` of the settings has it; nobody is asked where it is empty. */
  readonly approvers?: readonly ShownApprover[];
  /** When infrastructure as code was at work, as far as the log of the run goes. */
  readonly deployments?: readonly Omit<ShownWindow, 'kind'>[];
}

/** Somebody, or a group, and the worst harm that they may let happen. */
export interface ShownApprover {
  readonly who: string;
  readonly role?: string | undefined;
  readonly up_to: Severity;
}

export interface ChangedField extends Pick<Drift, 'address' | 'path' | 'declared' | 'live'> {
  /** Where somebody else has set another value since. */
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
  /** The worst that it weakens. */
  readonly harm?: Pick<Harm, 'dimension' | 'severity' | 'because'>;
  readonly fields: number;
  /** The first of the fields, with both sides where they are short. */
  readonly changes: readonly ChangedField[];
  /** Digest of its drifts: who answers says what was seen. */
  readonly digest: string;
}

/** A card, and how things stand with it. */
export interface InboxItem extends ShownCard {
  /** True where nothing goes on before a person says something. */
  readonly waits: boolean;
  /** An open proposal is about it. */
  readonly proposed: boolean;
  /** The latest run of the stack has it. */
  readonly open: boolean;
  /** ISO 8601 UTC: the run that found it. */
  readonly firstSeen: string;
}

/** All that a page says of an intent, as the last run that knew it had it. */
export interface ShownDetail {
  readonly intent: Intent;
  readonly decisions: readonly Decision[];
  readonly drifts: readonly Drift[];
  readonly patch?: Patch;
  readonly diff: readonly FileDiff[];
  readonly unresolved: readonly Unresolved[];
  readonly contentions: readonly Contention[];
  /** The events behind it, by time. */
  readonly evidence: readonly EvidenceNote[];
}

export interface ShownIntent extends InboxItem {
  /** The run that had it last. */
  readonly run: string;
  readonly detail: ShownDetail;
}

/** Which open intents are requested; what is left out is not asked. */
export interface InboxAsk {
  readonly tenant: string;
  /** Names; none means none. */
  readonly stacks: readonly string[];
  readonly class?: ActorClass;
  readonly outcome?: Outcome;
  readonly dimension?: HarmDimension;
  /** In what it is about, in any case. */
  readonly text?: string;
  /** First seen after this, ISO 8601 UTC. */
  readonly since?: string;
  /** First seen before this, ISO 8601 UTC. */
  readonly until?: string;
}

/** Time in which something special holds. */
export interface ShownWindow {
  readonly kind: 'incident' | 'freeze' | 'maintenance' | 'deployment';
  readonly name: string;
  /** ISO 8601 UTC; without an end it goes on. */
  readonly from: string;
  readonly to?: string;
}

/** How a stack stood at the end of a day, in its latest run of that day. */
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

/** Intents of one class of actors whose last events were near each other. */
export interface ShownCell {
  readonly count: number;
  /** ISO 8601 UTC of the first and the last of these. */
  readonly from: string;
  readonly to: string;
  /** The one that harms most. */
  readonly worst: InboxItem;
}

/** Whose intents are requested. */
export interface StacksAsked {
  readonly tenant: string;
  /** Names; none means none. */
  readonly stacks: readonly string[];
}

/** A part of a source that is read for itself: a region, a folder, a subscription. */
export interface ReadStream {
  readonly source: string;
  readonly stream: string;
  /** How far, in the words of its cloud. */
  readonly cursor: Json;
  /** ISO 8601 UTC: when it came to that. */
  readonly at: string;
}

/** What a rule of a policy decided, counted by intents. */
export interface RuleUse {
  readonly rule: string;
  readonly outcome: Outcome;
  readonly intents: number;
  /** How many of these people answered, by action. */
  readonly answers: ReadonlyMap<AnswerAction, number>;
}

export interface ShownLog {
  /** What waits first, then by harm and age. */
  inbox(
    ask: InboxAsk,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<Page<InboxItem>>;
  find(key: StackKey, intent: string): Promise<ShownIntent | undefined>;
  /** Of open ones that are about a resource; at most so many. */
  about(key: StackKey, address: string, limit: number): Promise<readonly ShownIntent[]>;
  /** Whose last event was in a stretch of time, the newest first; at most so many. */
  between(
    of: StacksAsked,
    range: { readonly from: string; readonly to: string },
    limit: number,
  ): Promise<readonly InboxItem[]>;
  /** The same, all of them: by who acted, and by slices of the stretch. */
  cells(
    of: StacksAsked,
    range: { readonly from: string; readonly to: string },
    slices: number,
  ): Promise<readonly ShownCell[]>;
  /** In order of their names, with so many days before a day. */
  stacks(tenant: string, stacks: readonly string[], since: string): Promise<readonly ShownStack[]>;
  /** The policy document of the latest run of a stack. */
  policy(key: StackKey): Promise<string | undefined>;
  /** Who may let what happen in a stack, as of its latest run. */
  approvers(key: StackKey): Promise<readonly ShownApprover[]>;
  /** How often what pages show of each stack of a tenant has changed; they only grow. */
  versions(tenant: string): Promise<ReadonlyMap<string, number>>;
  /** Counts a change that no other call of the store counts. */
  noteChange(key: StackKey): Promise<void>;
  /** Keeps what people wrote on a pull request, as a look at the forge found it; none twice. */
  keepComments(
    key: StackKey,
    on: CommentedPullRequest,
    comments: readonly WrittenComment[],
  ): Promise<void>;
  /** What people wrote on pull requests, by webhooks and by looks at the forge, the oldest first. */
  comments(
    tenant: string,
    on: readonly Pick<KnownProposal, 'forge' | 'number' | 'location'>[],
  ): Promise<readonly ForgeComment[]>;
  /** The raw record of an event, where a source of these has it. */
  record(
    tenant: string,
    sources: readonly string[],
    note: Pick<EvidenceNote, 'event' | 'digest'>,
  ): Promise<string | undefined>;
  /** How far the streams of sources were read, by source and stream. */
  streams(tenant: string, sources: readonly string[]): Promise<readonly ReadStream[]>;
  /** How often each rule decided since a time, and how people answered. */
  rules(key: StackKey, since: string): Promise<readonly RuleUse[]>;
  /** Those that a stretch of time has a part of, by when they began. */
  windows(
    of: StacksAsked,
    range: { readonly from: string; readonly to: string },
  ): Promise<readonly ShownWindow[]>;
}
