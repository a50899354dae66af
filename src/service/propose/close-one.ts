import { ok, type Result } from '../../model/result.ts';
import type { ProposalState } from '../../pipeline/proposals.ts';
import type { KnownProposal } from '../ports/store.ts';
import type { ProposeScope } from './deps.ts';

type Closing = Pick<KnownProposal, 'intent' | 'branch' | 'number'>;

/** Closes a proposal with a word why, with its branch where that is Parley's alone. */
export async function closeOne(
  scope: ProposeScope,
  closing: Closing,
  word: string,
): Promise<Result<void>> {
  const { deps, key, forge } = scope;
  const state = await shut(scope, closing, word);
  if (!state.ok) return state;
  if (state.value === 'withdrawn') {
    const { branch } = closing;
    const removed = await removeBranch(scope, branch, scope.tips.get(branch));
    if (!removed.ok) return removed;
  }
  const known = await deps.store.proposals.byNumber(key, forge.name, closing.number);
  if (known === undefined || known.state === state.value) return ok(undefined);
  const { protectedTip: _, ...rest } = known;
  await deps.store.proposals.put({ ...rest, state: state.value, updatedAt: deps.now() });
  return ok(undefined);
}

/** How it stands afterwards: a person may have been faster. */
async function shut(
  { forge }: ProposeScope,
  { intent, branch, number }: Closing,
  word: string,
): Promise<Result<ProposalState>> {
  const closed = await forge.proposals.close({ kind: 'intent', intent, branch }, word);
  if (!closed.ok) return closed;
  if (closed.value.includes(number)) return ok('withdrawn');
  const found = await forge.proposals.find({ kind: 'number', number });
  if (!found.ok) return found;
  // Somebody took the marker out of the description, or the whole of it away.
  return ok(found.value[0]?.state ?? 'declined');
}

/** Branches with work of people stay, and so do those that moved just now. */
export async function removeBranch(
  { deps, target }: ProposeScope,
  branch: string,
  tip: string | undefined,
): Promise<Result<void>> {
  if (tip === undefined) return ok(undefined);
  const removed = await deps.pusher.remove(target, branch, tip);
  return removed.ok ? ok(undefined) : removed;
}
