import type { FileChange } from '../../model/patch.ts';
import type { CommitMessage } from '../forge/proposal.ts';
import type { ProposalCheck } from '../forge/proposals.ts';

/**
 * What a run wants on the forge for one intent. `patch` changes files. `revert` requests what an
 * apply would restore and changes no files: its branch has one empty commit.
 */
export interface PlannedProposal {
  readonly kind: 'patch' | 'revert';
  readonly intent: string;
  /** Digest of the drifts that it resolves and of their outcomes. */
  readonly digest: string;
  readonly branch: string;
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** Labels in addition to `parley`: `parley:accept`, `parley:revert`. */
  readonly labels: readonly string[];
  readonly check: ProposalCheck;
  readonly message: CommitMessage;
  /**
   * Paths are relative to the root of the stack. Empty for `revert`. Entire files stay in the
   * repository.
   */
  readonly files: readonly FileChange[];
  /** The affected addresses, sorted, which are passed to a dispatched workflow. */
  readonly addresses: readonly string[];
}
