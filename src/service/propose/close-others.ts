import { ok, type Result } from '../../model/result.ts';
import type { ProposalState } from '../../pipeline/proposals.ts';
import type { PlannedProposal } from '../ports/planned-proposal.ts';
import type { KnownProposal } from '../ports/store.ts';
import type { ProposeScope } from './deps.ts';
import { stackName } from './push-plan.ts';
import { whyClosed } from './why-closed.ts';

/** Closes what is open for intents that nothing is planned for any more. */
export async function closeOthers(
  scope: ProposeScope,
  plans: readonly PlannedProposal[],
): Promise<Result<void>> {
  const { deps, key, forge, target } = scope;
  const planned = new Set(plans.map(({ branch }) => branch));
  const all = (await deps.store.proposals.list(key, 'all')).filter(
    (one) => one.forge === forge.name,
  );
  for (const known of all) {
    if (known.state !== 'open' || planned.has(known.branch)) continue;
    if (!(await scope.isLatest())) return ok(undefined);
    const closed = await closeKnown(scope, known);
    if (!closed.ok) return closed;
  }
  const remembered = new Set(all.map(({ branch }) => branch));
  for (const [branch, tip] of scope.tips) {
    if (planned.has(branch) || remembered.has(branch)) continue;
    const owner = await deps.pusher.ownerOf(target, branch, tip);
    if (!owner.ok) return owner;
    if (owner.value?.stack !== stackName(key)) continue;
    if (!(await scope.isLatest())) return ok(undefined);
    const closed = await closeForgotten(scope, owner.value.intent, branch, tip);
    if (!closed.ok) return closed;
  }
  return ok(undefined);
}

async function closeKnown(scope: ProposeScope, known: KnownProposal): Promise<Result<void>> {
  const { deps, key, forge, run } = scope;
  const { intent, branch, number, addresses } = known;
  const stored = (await deps.store.project(key).intents()).find((one) => one.intent.id === intent);
  const word = whyClosed(run.report, { intent, addresses, fields: stored?.fields ?? [] });
  const state = await shut(scope, { intent, branch, number }, word);
  if (!state.ok) return state;
  if (state.value === 'withdrawn') {
    const removed = await removeBranch(scope, branch, scope.tips.get(branch));
    if (!removed.ok) return removed;
  }
  const { protectedTip: _, ...rest } = known;
  const updatedAt = deps.now();
  await deps.store.proposals.put({ ...rest, forge: forge.name, state: state.value, updatedAt });
  return ok(undefined);
}

/** How it stands afterwards: a person may have been faster. */
async function shut(
  { forge }: ProposeScope,
  { intent, branch, number }: Pick<KnownProposal, 'intent' | 'branch' | 'number'>,
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

/**
 * A branch of this stack that nobody remembers: whoever pushed it was killed before its proposal was
 * put down, and the run after that wanted it no more.
 */
async function closeForgotten(
  scope: ProposeScope,
  intent: string,
  branch: string,
  tip: string,
): Promise<Result<void>> {
  const { run, forge } = scope;
  const word = whyClosed(run.report, { intent, addresses: [], fields: [] });
  const query = { kind: 'intent', intent, branch } as const;
  const closed = await forge.proposals.close(query, word);
  if (!closed.ok) return closed;
  const found = await forge.proposals.find(query);
  if (!found.ok) return found;
  // What a person closed is left as it is.
  return found.value.at(-1)?.state === 'declined'
    ? ok(undefined)
    : removeBranch(scope, branch, tip);
}

/** Branches with work of people stay, and so do those that moved just now. */
async function removeBranch(
  { deps, target }: ProposeScope,
  branch: string,
  tip: string | undefined,
): Promise<Result<void>> {
  if (tip === undefined) return ok(undefined);
  const removed = await deps.pusher.remove(target, branch, tip);
  return removed.ok ? ok(undefined) : removed;
}
