import type { FileChange } from '../../model/patch.ts';
import type { CommitMessage } from '../forge/proposal.ts';
import type { ProposalCheck } from '../forge/proposals.ts';

/**
 * What a run wants of the forge for one intent. `patch` changes files; `revert` asks for what apply
 * would restore, and changes none: its branch has one commit without a change.
 */
export interface PlannedProposal {
  readonly kind: 'patch' | 'revert';
  readonly intent: string;
  /** Digest of the drifts that it settles and of what is to become of them. */
  readonly digest: string;
  readonly branch: string;
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** Besides `parley`: `parley:accept`, `parley:revert`. */
  readonly labels: readonly string[];
  readonly check: ProposalCheck;
  readonly message: CommitMessage;
  /**
   * Paths relative to the root of the stack. Empty for `revert`. Whole files stay in the repository.
   */
  readonly files: readonly FileChange[];
  /** Addresses that it is about, sorted: what a dispatched workflow gets. */
  readonly addresses: readonly string[];
}
