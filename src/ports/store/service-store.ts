import type { AddedStackLog } from '../added-stacks.ts';
import type { ForgeEvent } from '../forge/event.ts';
import type { ProposalState } from '../forge/proposals.ts';
import type { Jobs, QueueName } from '../jobs.ts';
import type { RateBoard } from '../rate-board.ts';
import type { Answer } from './answer.ts';
import type { CollectedLog } from './collected.ts';
import type { DriftLog } from './drift-log.ts';
import type { PlannedProposal } from './planned-proposal.ts';
import type { ReceiptRows } from './receipt-rows.ts';
import type { RunRecord, Store, StoredDocument, StoredRun } from './run-store.ts';
import type { Unexplained } from './seen-difference.ts';
import type { ShownLog, ShownRun } from './shown.ts';
import type { StackKey } from './stack-key.ts';
import type { ClaimLog, LastSeenLog, LastSentLog, LeaseLog } from './state/types.ts';

/** What the service remembers, of all tenants. Every call is one transaction. */
export interface ServiceStore {
  /** What one stack remembers between runs. Closing it closes nothing. */
  project(key: StackKey): Store;
  /** Audit records of a tenant. */
  collected(tenant: string): CollectedLog;
  readonly runs: RunLog;
  readonly proposals: ProposalLog;
  readonly drifts: DriftLog;
  /** What pages list and show. */
  readonly shown: ShownLog;
  readonly answers: AnswerLog;
  readonly deliveries: DeliveryLog;
  readonly incidents: IncidentLog;
  readonly posted: PostedLog;
  readonly leases: LeaseLog;
  readonly claims: ClaimLog;
  readonly lastSent: LastSentLog;
  readonly lastSeen: LastSeenLog;
  readonly outbox: Outbox;
  readonly stacks: AddedStackLog;
  /** The receipts of a tenant. */
  receipts(tenant: string): ReceiptRows;
  /** What all processes let through. */
  readonly rates: RateBoard;
  /** Drops what is older than its retention; how many rows of what. */
  prune(before: PruneTimes): Promise<Readonly<Record<string, number>>>;
  /** False when the database does not answer. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

/** Times before which things are dropped, ISO 8601 UTC. */
export interface PruneTimes {
  readonly runs: string;
  readonly unusedRecords: string;
  readonly deliveries: string;
  /** What nothing rests on any more; without this it stays. */
  readonly history?: string;
  /** Leases, claims and what was last sent and seen have ends of their own; without this they stay. */
  readonly ended?: string;
}

/** A job that is to be added to its queue, kept until it was. */
export type OutboxJob = {
  readonly [N in QueueName]: { readonly queue: N; readonly job: Jobs[N] };
}[QueueName];

/**
 * Jobs that follow from something recorded. They are written with it, in one transaction, and added
 * to the queue behind it: whoever is killed between the two loses none. A job may be added twice,
 * which its id makes one.
 */
export interface Outbox {
  put(jobs: readonly OutboxJob[]): Promise<void>;
  /** Oldest first. */
  pending(limit: number): Promise<readonly (OutboxJob & { readonly seq: number })[]>;
  done(seqs: readonly number[]): Promise<void>;
}

/** A run of the service, with what follows from it. */
export interface ServiceRun {
  readonly record: RunRecord;
  /** Commit of the code. */
  readonly revision: string;
  /** Digest of what was found and decided, without times: equal runs say the same thing. */
  readonly findings: string;
  readonly planned: readonly PlannedProposal[];
  /** For pages; left out by who has only the report. */
  readonly shown?: ShownRun;
  /** Differences that wait for their event. */
  readonly unexplained?: Unexplained;
}

/** A run without its report. */
export interface RunHead {
  readonly tenant: string;
  readonly stack: string;
  readonly id: string;
  readonly command: string;
  readonly startedAt: string;
  readonly revision?: string;
  readonly findings?: string;
  readonly drifts: number;
  readonly intents: number;
  /** Later scans that found the same and are not listed, and when the last of them began. */
  readonly unchanged?: { readonly scans: number; readonly until: string };
}

/** Which part of a list: those behind a cursor, which an earlier part gave. */
export interface PageQuery {
  /** At least 1. */
  readonly limit: number;
  /** The list throws where this is none: ask `isCursor` of page-cursor.ts before. */
  readonly after?: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** For the next part; undefined at the end. */
  readonly next?: string;
}

export interface RunLog {
  /** Records the run, plans and jobs. The same report again changes nothing and gives the same run. */
  keep(
    key: StackKey,
    run: ServiceRun,
    jobs: (run: StoredRun) => readonly OutboxJob[],
  ): Promise<StoredRun>;
  get(key: StackKey, id: string): Promise<(StoredRun & RunHead) | undefined>;
  latest(key: StackKey): Promise<(StoredRun & RunHead) | undefined>;
  /** The latest without its report, which may have megabytes. */
  latestHead(key: StackKey): Promise<RunHead | undefined>;
  /** When the whole state was first read back, ISO 8601 UTC; undefined while nobody has. */
  baseline(key: StackKey): Promise<string | undefined>;
  /** Newest first, of one stack or of all of the tenant. */
  list(
    of: { readonly tenant: string; readonly stack?: string },
    page: PageQuery,
  ): Promise<Page<RunHead>>;
  /** Adds a plan of a person to those of a run, in place of the one for the same thing. */
  addPlan(key: StackKey, run: string, plan: PlannedProposal): Promise<void>;
  /** What a run planned, in order of the intents; of the latest run of a stack only. */
  planned(key: StackKey, run: string): Promise<readonly PlannedProposal[]>;
}

/** A proposal that was opened. */
export interface KnownProposal extends StackKey {
  readonly forge: string;
  readonly number: number;
  readonly kind: PlannedProposal['kind'];
  readonly intent: string;
  readonly digest: string;
  readonly branch: string;
  readonly commit: string;
  readonly title: string;
  /** URL for a person, or a command for a branch of this machine. */
  readonly location: string;
  readonly state: ProposalState;
  /** The run that it was last written for. */
  readonly run: string;
  /** ISO 8601 UTC. */
  readonly openedAt: string;
  readonly updatedAt: string;
  readonly addresses: readonly string[];
  /**
   * Tip of the branch with commits of people that a newer patch does not go together with: the patch
   * waits until they are merged, given up (`forced`), or gone.
   */
  readonly protectedTip?: string;
  /** Tip whose commits of people somebody with write access gave up. */
  readonly forcedTip?: string;
}

export interface ProposalLog {
  /**
   * By stack, forge and number, in the place of what was there `before`, or as the first. False, and
   * nothing is written, where another one was faster.
   */
  put(proposal: KnownProposal, before?: KnownProposal): Promise<boolean>;
  /** Of a stack; open ones, or all. Sorted by number. */
  list(key: StackKey, which: 'open' | 'all'): Promise<readonly KnownProposal[]>;
  /** Of a tenant, newest first. */
  page(
    of: { readonly tenant: string; readonly stack?: string; readonly state?: ProposalState },
    page: PageQuery,
  ): Promise<Page<KnownProposal>>;
  byNumber(key: StackKey, forge: string, number: number): Promise<KnownProposal | undefined>;
  /** How many of a stack there are in which state. */
  counts(key: StackKey): Promise<ReadonlyMap<string, number>>;
}

export interface AnswerLog {
  /** Records an answer and the jobs that follow. False when it was there already. */
  keep(key: StackKey, answer: Answer, jobs: readonly OutboxJob[]): Promise<boolean>;
  /** Oldest first. */
  list(key: StackKey): Promise<readonly Answer[]>;
}

/** A webhook of a forge that proved genuine. */
export interface KeptDelivery {
  readonly tenant: string;
  readonly forge: string;
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly receivedAt: string;
  readonly event: ForgeEvent;
}

export interface DeliveryLog {
  /** Records it with its job. False when any of the keys came before, for any forge of the tenant. */
  keep(
    delivery: KeptDelivery,
    replayKeys: readonly string[],
    jobs: readonly OutboxJob[],
  ): Promise<boolean>;
  get(tenant: string, forge: string, id: string): Promise<KeptDelivery | undefined>;
}

/** Incidents of a tenant, as incident tools call them in. */
export interface IncidentLog {
  list(tenant: string): Promise<readonly StoredDocument[]>;
  put(tenant: string, incident: StoredDocument): Promise<void>;
}

/** Messages that were posted, by a key of what they are about: none is posted twice. */
export interface PostedLog {
  find(tenant: string, key: string): Promise<PostedMessage | undefined>;
  /** The latest is what is found. */
  keep(tenant: string, key: string, posted: PostedMessage): Promise<void>;
}

export interface PostedMessage {
  readonly channel: string;
  readonly ts: string;
}
