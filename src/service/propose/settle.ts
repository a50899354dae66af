import { ok, type Result } from '../../model/result.ts';
import type { StandingProposal } from '../../pipeline/proposals.ts';
import type { KnownProposal } from '../ports/store.ts';
import type { ProposeScope } from './deps.ts';

/** Puts down what was merged or closed, and nobody told of. */
export async function settle(
  { deps, key, forge }: ProposeScope,
  standing: readonly StandingProposal[],
): Promise<void> {
  for (const { number, state, commit } of standing) {
    if (state === 'open') continue;
    const known = await deps.store.proposals.byNumber(key, forge.name, number);
    if (known?.state !== 'open') continue;
    await deps.store.proposals.put({ ...known, state, commit, updatedAt: deps.now() });
  }
}

/** Looks what became of a proposal that is left as it is. */
export async function lookAt(
  scope: ProposeScope,
  { number }: Pick<KnownProposal, 'number'>,
): Promise<Result<void>> {
  const found = await scope.forge.proposals.find({ kind: 'number', number });
  if (!found.ok) return found;
  await settle(scope, found.value);
  return ok(undefined);
}
