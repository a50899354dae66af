import { ok, type Result } from '../../model/result.ts';
import type { StandingProposal } from '../../ports/forge/proposals.ts';
import type { KnownProposal } from '../../ports/store/service-store.ts';
import type { ProposeScope } from './deps.ts';

/** Heeds what people did to proposals, and nobody reported, before anything else is done to them. */
export async function settleProposals(
  { deps, key, stack, forge, run }: ProposeScope,
  standing: readonly StandingProposal[],
): Promise<Result<void>> {
  for (const one of standing) {
    const handled = await deps.handleProposal({ key, stack, forge }, one, `propose ${run.id}`);
    if (!handled.ok) return handled;
  }
  return ok(undefined);
}

/** Looks what became of a proposal. Undefined where the forge has none of Parley's there. */
export async function lookAt(
  scope: ProposeScope,
  { number }: Pick<KnownProposal, 'number'>,
): Promise<Result<StandingProposal | undefined>> {
  const found = await scope.forge.proposals.find({ kind: 'number', number });
  if (!found.ok) return found;
  const settled = await settleProposals(scope, found.value);
  return settled.ok ? ok(found.value[0]) : settled;
}
