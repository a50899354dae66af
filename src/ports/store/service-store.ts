import type { AddedStackLog } from '../added-stacks.ts';
import type { ForgeEvent } from '../forge/event.ts';
import type { ProposalState } from '../forge/proposals.ts';
import type { Jobs, QueueName } from '../jobs.ts';
import type { RateBoard } from '../rate-board.ts';
import type { Answer } from './answer.ts';
import type { CollectedLog } from './collected.ts';
import type { DriftLog, StacksOf } from './drift-log.ts';
import type { PlannedProposal } from './planned-proposal.ts';
import type { ReceiptRows } from './receipt-rows.ts';
import type { RunRecord, Store, StoredDocument, StoredRun } from './run-store.ts';
import type { Unexplained } from './seen-difference.ts';
import type { ShownLog, ShownRun } from './shown.ts';
import type { StackKey } from './stack-key.ts';
import type { ClaimLog, LastSeenLog, LastSentLog, LeaseLog } from './state/types.ts';

/** What the service stores, for all tenants. Every call is one transaction. */
export interface ServiceStore {
  /** What is remembered between runs of one stack. Closing it has no effect. */
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
  /** The counts of rate limits of all processes. */
  readonly rates: RateBoard;
  /** Drops what is older than its retention. Returns how many rows of what were dropped. */
  prune(before: PruneTimes): Promise<Readonly<Record<string, number>>>;
  /** False if the database does not respond. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

/** The times before which data is dropped, in ISO 8601 UTC. */
export interface PruneTimes {
  readonly runs: string;
  readonly unusedRecords: string;
  readonly deliveries: string;
  /** For data that nothing is based on any more. If left out, it stays. */
  readonly history?: string;
  /**
   * For leases, claims and what was last sent and seen, which expire on their own. If left out,
   * they stay.
   */
  readonly ended?: string;
}

/** A job to be added to its queue, stored until it was added. */
export type OutboxJob = {
  readonly [N in QueueName]: { readonly queue: N; readonly job: Jobs[N] };
}[QueueName];

/**
 * Jobs that follow from something recorded. They are written in the same transaction and added to
 * the queue afterwards, so a process that is killed in between loses none. A job may be added
 * twice, but its id makes both the same job.
 */
export interface Outbox {
  put(jobs: readonly OutboxJob[]): Promise<void>;
  /** Oldest first. */
  pending(limit: number): Promise<readonly (OutboxJob & { readonly seq: number })[]>;
  done(seqs: readonly number[]): Promise<void>;
}

/** A run of the service, with its consequences. */
export interface ServiceRun {
  readonly record: RunRecord;
  /** The commit of the code. */
  readonly revision: string;
  /**
   * Digest of the findings and decisions, without times, which is equal for runs with the same
   * result.
   */
  readonly findings: string;
  readonly planned: readonly PlannedProposal[];
  /** For the pages; left out if the caller has only the report. */
  readonly shown?: ShownRun;
  /** Differences that wait for an event. */
  readonly unexplained?: Unexplained;
}

/** A run without its report. */
export interface RunHead extends StackKey {
  readonly id: string;
  readonly command: string;
  readonly startedAt: string;
  readonly revision?: string;
  readonly findings?: string;
  readonly drifts: number;
  readonly intents: number;
  /**
   * The number of later scans with the same findings, which are not listed, and when the last of
   * them began.
   */
  readonly unchanged?: { readonly scans: number; readonly until: string };
}

/** The part of a list to return: after the cursor, which an earlier part returned. */
export interface PageQuery {
  /** At least 1. */
  readonly limit: number;
  /** The list throws if this is not a cursor; check it with `isCursor` first. */
  readonly after?: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** The cursor for the next part; undefined at the end. */
  readonly next?: string;
}

export interface RunLog {
  /**
   * Records the run, plans and jobs. Recording the same report again changes nothing and returns
   * the same run.
   */
  keep(
    key: StackKey,
    run: ServiceRun,
    jobs: (run: StoredRun) => readonly OutboxJob[],
  ): Promise<StoredRun>;
  get(key: StackKey, id: string): Promise<(StoredRun & RunHead) | undefined>;
  latest(key: StackKey): Promise<(StoredRun & RunHead) | undefined>;
  /** The latest run without its report, which may have megabytes. */
  latestHead(key: StackKey): Promise<RunHead | undefined>;
  /** When the entire state was first read back, in ISO 8601 UTC; undefined before that. */
  baseline(key: StackKey): Promise<string | undefined>;
  /** Newest first, for one stack or for all stacks of the tenant. */
  list(of: StacksOf, page: PageQuery): Promise<Page<RunHead>>;
  /** Adds a person's plan to those of a run, replacing the one for the same thing. */
  addPlan(key: StackKey, run: string, plan: PlannedProposal): Promise<void>;
  /** The plans of a run, in order of the intents. Only kept for the latest run of a stack. */
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
  /** A URL for a person, or a command for a branch on this machine. */
  readonly location: string;
  readonly state: ProposalState;
  /** The run that it was last written for. */
  readonly run: string;
  /** ISO 8601 UTC. */
  readonly openedAt: string;
  readonly updatedAt: string;
  readonly addresses: readonly string[];
  /**
   * The tip of the branch with people's commits that conflict with a newer patch. The patch waits
   * until they are merged, given up (`forcedTip`), or gone.
   */
  readonly protectedTip?: string;
  /** The tip whose commits by people someone with write access gave up. */
  readonly forcedTip?: string;
}

export interface ProposalLog {
  /**
   * Stores by stack, forge and number, replacing `before`, or as the first. Returns false and
   * writes nothing if another process was faster.
   */
  put(proposal: KnownProposal, before?: KnownProposal): Promise<boolean>;
  /** Proposals of a stack, open ones or all, sorted by number. */
  list(key: StackKey, which: 'open' | 'all'): Promise<readonly KnownProposal[]>;
  /** Proposals of a tenant, newest first. */
  page(
    of: StacksOf & { readonly state?: ProposalState },
    page: PageQuery,
  ): Promise<Page<KnownProposal>>;
  byNumber(key: StackKey, forge: string, number: number): Promise<KnownProposal | undefined>;
  /** The number of proposals of a stack by state. */
  counts(key: StackKey): Promise<ReadonlyMap<string, number>>;
}

export interface AnswerLog {
  /** Records an answer and the jobs that follow. Returns false if it already exists. */
  keep(key: StackKey, answer: Answer, jobs: readonly OutboxJob[]): Promise<boolean>;
  /** Oldest first. */
  list(key: StackKey): Promise<readonly Answer[]>;
}

/** A webhook of a forge whose signature was verified. */
export interface KeptDelivery {
  readonly tenant: string;
  readonly forge: string;
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly receivedAt: string;
  readonly event: ForgeEvent;
}

export interface DeliveryLog {
  /**
   * Records it with its job. Returns false if any of the keys was received before, for any forge of
   * the tenant.
   */
  keep(
    delivery: KeptDelivery,
    replayKeys: readonly string[],
    jobs: readonly OutboxJob[],
  ): Promise<boolean>;
  get(tenant: string, forge: string, id: string): Promise<KeptDelivery | undefined>;
}

/** Incidents of a tenant, as reported by incident tools. */
export interface IncidentLog {
  list(tenant: string): Promise<readonly StoredDocument[]>;
  put(tenant: string, incident: StoredDocument): Promise<void>;
}

/** Posted messages by a key of their subject, so that none is posted twice. */
export interface PostedLog {
  find(tenant: string, key: string): Promise<PostedMessage | undefined>;
  /** `find` returns the latest. */
  keep(tenant: string, key: string, posted: PostedMessage): Promise<void>;
}

export interface PostedMessage {
  readonly channel: string;
  readonly ts: string;
}
