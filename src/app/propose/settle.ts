import { ok, type Result } from '../../model/result.ts';
import type { CurrentProposal } from '../../ports/forge/proposals.ts';
import type { KnownProposal } from '../../ports/store/service-store.ts';
import type { ProposeContext } from './deps.ts';

/**
 * Handles what people did to proposals that no webhook reported, before anything else changes them.
 */
export async function settleProposals(
  { deps, key, stack, forge, run }: ProposeContext,
  standing: readonly CurrentProposal[],
): Promise<Result<void>> {
  for (const one of standing) {
    const handled = await deps.handleProposal({ key, stack, forge }, one, `propose ${run.id}`);
    if (!handled.ok) return handled;
  }
  return ok(undefined);
}

/**
 * The current state of a proposal. Undefined where the forge has no proposal of Parley's under the
 * number.
 */
export async function lookAt(
  scope: ProposeContext,
  { number }: Pick<KnownProposal, 'number'>,
): Promise<Result<CurrentProposal | undefined>> {
  const found = await scope.forge.proposals.find({ kind: 'number', number });
  if (!found.ok) return found;
  const settled = await settleProposals(scope, found.value);
  return settled.ok ? ok(found.value[0]) : settled;
}
