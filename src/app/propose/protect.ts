import type { ProtectedLines } from '../../adapters/forge/remote/types.ts';
import { ok, type Result } from '../../model/result.ts';
import type { CurrentProposal } from '../../ports/forge/proposals.ts';
import type { PlannedProposal } from '../../ports/store/planned-proposal.ts';
import type { ProposeContext } from './deps.ts';
import { rememberProposal } from './remember.ts';
import { commentOnTip, keptWorkText } from './work-of-people.ts';

export interface Protected {
  readonly tip: string;
  readonly lines: readonly ProtectedLines[];
}

/**
 * Leaves a branch to the people who work on it, and reports that once for each state of the branch.
 * The description of the proposal continues to match what is on the branch.
 */
export async function protect(
  scope: ProposeContext,
  plan: PlannedProposal,
  standing: CurrentProposal | undefined,
  { tip, lines }: Protected,
): Promise<Result<void>> {
  if (standing === undefined) return ok(undefined);
  const { deps, key, forge } = scope;
  const { number, state, digest, title, location } = standing;
  const known = await deps.store.proposals.byNumber(key, forge.name, number);
  if (known?.protectedTip === tip) return ok(undefined);
  const text = keptWorkText(lines, forge.kind === 'local' ? plan.branch : undefined);
  const posted = await commentOnTip(forge.proposals, number, tip, text);
  if (!posted.ok) return posted;
  const before = known?.state;
  const now = { commit: known?.commit ?? tip, state, protectedTip: tip, before };
  await rememberProposal(scope, { ...plan, digest, title }, { number, location }, now);
  return ok(undefined);
}
