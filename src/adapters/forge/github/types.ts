import type { Result } from '../../../model/result.ts';
import type { ProposalCheck } from '../../../ports/forge/proposals.ts';

export interface GitHubRepository {
  readonly owner: string;
  readonly name: string;
}

/** Puts the verdict on a commit: as a check run for an app, as a status for a user's token. */
export type SetCheck = (commit: string, check: ProposalCheck) => Promise<Result<void>>;
