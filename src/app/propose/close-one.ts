import { ok, type Result } from '../../model/result.ts';
import type { ProposalState } from '../../ports/forge/proposals.ts';
import type { KnownProposal } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { changeKnown } from './change-known.ts';
import type { ProposeContext } from './deps.ts';
import { lookAt } from './settle.ts';

type Closing = Pick<KnownProposal, 'intent' | 'branch' | 'number'>;

/**
 * Closes a proposal with a comment that gives the reason, and removes its branch where only Parley
 * committed to it.
 */
export async function closeOne(
  scope: ProposeContext,
  closing: Closing,
  reason: string,
): Promise<Result<void>> {
  const { deps, key, forge } = scope;
  const { intent, branch, number } = closing;
  const closed = await forge.proposals.close({ kind: 'intent', intent, branch }, reason);
  if (!closed.ok) return closed;
  const state = closed.value.includes(number)
    ? ok('withdrawn' as const)
    : await found(scope, closing);
  if (!state.ok) return state;
  if (state.value === 'withdrawn') {
    const removed = await removeBranch(scope, branch, scope.tips.get(branch));
    if (!removed.ok) return removed;
  }
  await setState(deps, key, forge.name, number, state.value);
  return ok(undefined);
}

/**
 * The state on the forge, after handling what a person did first, or what a killed process left
 * unrecorded.
 */
async function found(scope: ProposeContext, closing: Closing): Promise<Result<ProposalState>> {
  const looked = await lookAt(scope, closing);
  // Somebody removed the marker from the description, or the entire proposal.
  return looked.ok ? ok(looked.value?.state ?? 'declined') : looked;
}

async function setState(
  { store, now }: ProposeContext['deps'],
  key: StackKey,
  forge: string,
  number: number,
  state: ProposalState,
): Promise<void> {
  await changeKnown(store, { ...key, forge, number }, (known) => {
    if (known === undefined || known.state === state) return;
    const { protectedTip: _, ...rest } = known;
    return { ...rest, state, updatedAt: now() };
  });
}

/** Removes the branch, unless people have worked on it or it has just moved. */
export async function removeBranch(
  { deps, target }: ProposeContext,
  branch: string,
  tip: string | undefined,
): Promise<Result<void>> {
  if (tip === undefined) return ok(undefined);
  const removed = await deps.pusher.remove(target, branch, tip);
  return removed.ok ? ok(undefined) : removed;
}
