import type { Forges, StackForge } from '../../adapters/forge/create.ts';
import type { GitPusher, PushTarget } from '../../adapters/forge/remote/types.ts';
import type { GitopsSettings } from '../../config/service/gitops.ts';
import type { Stack } from '../../config/service/stacks.ts';
import type { Problem, Result } from '../../model/result.ts';
import type { Checkout, Checkouts } from '../../ports/checkouts.ts';
import type { WithReceipts } from '../../ports/receipt/with-receipts.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import type { Converged } from '../../ports/store/state/schemas.ts';
import type { ResourceServices } from '../resource/open.ts';
import type { SyncPlan } from '../resource/sync.ts';

/** What a Terraform plan of the code of a repository needs. */
export interface PlanTerms {
  /** Name of the repository in the settings. */
  readonly gitops: string;
  /** Folder of the repository that contains the areas. */
  readonly root: string;
  /** The stacks of the repository. An area may be the root of one. */
  readonly stacks: readonly Stack[];
}

/** Input for planning the changes to the code of a repository. */
export interface ConvergeInput {
  readonly checkout: Checkout;
  readonly desk: ResourceServices;
  /** Defaults to all areas. */
  readonly areas?: readonly string[];
  /** Where given, Terraform plans the changes before they are written. */
  readonly plans?: PlanTerms;
  readonly signal: AbortSignal;
}

/** Finds out what has to be written for the code to match what is declared. */
export type PlanConvergence = (input: ConvergeInput) => Promise<Result<SyncPlan>>;

/** The outcome of one pass over a repository. */
export type ConvergeEvent = { readonly tenant: string; readonly gitops: string } & (
  | { readonly kind: 'unknown-gitops' }
  | {
      readonly kind: 'converged';
      readonly written: number;
      readonly proposed: number;
      readonly current: number;
    }
  | { readonly kind: 'refused'; readonly resource: string; readonly reason: string }
  | { readonly kind: 'failed'; readonly problem: Problem }
);

export interface ConvergeDeps {
  readonly gitops: readonly GitopsSettings[];
  readonly stacks: readonly Stack[];
  readonly store: Pick<ServiceStore, 'leases' | 'lastSeen' | 'outbox'>;
  readonly checkouts: Pick<Checkouts, 'open' | 'mirror'>;
  readonly forges: Forges;
  readonly pusher: GitPusher;
  readonly resources: (tenant: string) => Promise<Result<ResourceServices>>;
  readonly plan: PlanConvergence;
  readonly receipts: WithReceipts;
  readonly onEvent: (news: ConvergeEvent) => void;
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
}

/** A repository at the tip of its branch, and where its changes are delivered. */
export interface ConvergeContext {
  readonly deps: ConvergeDeps;
  readonly settings: GitopsSettings;
  readonly forge: StackForge | undefined;
  readonly target: PushTarget;
}

/** How far the code of a resource matches its declaration. */
export type CodeConvergence = Converged['resources'][number];
