import type { Forges, StackForge } from '../../adapters/forge/create.ts';
import type { GitopsSettings } from '../../config/service/gitops.ts';
import type { Stack } from '../../config/service/stacks.ts';
import type { Result } from '../../model/result.ts';
import type { Checkouts } from '../../ports/checkouts.ts';
import type { ForgeEvent } from '../../ports/forge/event.ts';
import type { KnownProposal, ServiceStore } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import type { AnsweredIntent, AnswerRequest } from '../answer/answer.ts';
import type { GuardedPull } from '../guard/deps.ts';

export interface FeedbackDeps {
  readonly store: Pick<
    ServiceStore,
    | 'runs'
    | 'proposals'
    | 'deliveries'
    | 'leases'
    | 'claims'
    | 'lastSeen'
    | 'outbox'
    | 'project'
    | 'shown'
  >;
  readonly stacks: readonly Stack[];
  /** Repositories whose code is generated from what is declared. */
  readonly gitops: readonly GitopsSettings[];
  readonly forges: Forges;
  readonly checkouts: Pick<Checkouts, 'open'>;
  /** See `answerIntent`. */
  readonly answer: (key: StackKey, ask: AnswerRequest) => Promise<Result<AnsweredIntent>>;
  /** Finds out which open drifts of a stack merging somebody's pull request would undo. */
  readonly guard: (
    stack: Stack,
    forge: StackForge,
    pull: GuardedPull,
    signal: AbortSignal,
  ) => Promise<Result<void>>;
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
}

export type ProposalEvent = Extract<ForgeEvent, { kind: 'proposal' }>;
export type PullEvent = Extract<ForgeEvent, { kind: 'pull' }>;
export type CommentEvent = Extract<ForgeEvent, { kind: 'comment' }>;

/** A proposal of a stack on which somebody acted. */
export interface Concerned {
  readonly key: StackKey;
  readonly stack: Stack;
  readonly forge: StackForge;
  readonly known: KnownProposal;
  /** When they acted, according to the forge. ISO 8601 UTC with milliseconds. */
  readonly at: string;
}

/** A stack with its forge. */
export type ProposalPlace = Pick<Concerned, 'key' | 'stack' | 'forge'>;
