import { ok, type Result } from '../../model/result.ts';
import type { PlannedProposal } from '../../ports/store/planned-proposal.ts';
import { closeOne, removeBranch } from './close-one.ts';
import type { ProposeContext } from './deps.ts';
import { planStackName } from './push-plan.ts';
import { lookAt } from './settle.ts';
import { createProposalCloser } from './settled.ts';

/**
 * Closes open proposals for intents that no longer have a plan, where a fact shows that the intent
 * is over. Without such a fact the proposal stays open.
 */
export async function closeOthers(
  scope: ProposeContext,
  plans: readonly PlannedProposal[],
): Promise<Result<void>> {
  const { deps, key, forge, run } = scope;
  const planned = new Set(plans.map(({ branch }) => branch));
  const open = (await deps.store.proposals.list(key, 'open')).filter(
    (one) => one.forge === forge.name,
  );
  const left = open.filter(({ branch }) => !planned.has(branch));
  const reasonFor = await createProposalCloser(
    deps.store,
    key,
    run.report,
    left.map(({ intent }) => intent),
  );
  for (const { intent, branch, number } of left) {
    const reason = reasonFor(intent);
    if (reason === undefined) {
      const looked = await lookAt(scope, { number });
      if (!looked.ok) return looked;
      continue;
    }
    if (!(await scope.isLatest())) return ok(undefined);
    const closed = await closeOne(scope, { intent, branch, number }, reason);
    if (!closed.ok) return closed;
  }
  return closeForgotten(scope, new Set([...planned, ...open.map(({ branch }) => branch)]));
}

/** Handles branches of this stack that belong to neither a plan nor a recorded open proposal. */
async function closeForgotten(
  scope: ProposeContext,
  standing: ReadonlySet<string>,
): Promise<Result<void>> {
  const { deps, key, target } = scope;
  for (const [branch, tip] of scope.tips) {
    if (standing.has(branch)) continue;
    const owner = await deps.pusher.ownerOf(target, branch, tip);
    if (!owner.ok) return owner;
    if (owner.value?.stack !== planStackName(key)) continue;
    if (!(await scope.isLatest())) return ok(undefined);
    const closed = await closeBranch(scope, owner.value.intent, branch, tip);
    if (!closed.ok) return closed;
  }
  return ok(undefined);
}

/**
 * If such a branch has a proposal, the process that opened it was killed before recording it, and
 * the following run no longer planned it.
 */
async function closeBranch(
  scope: ProposeContext,
  intent: string,
  branch: string,
  tip: string,
): Promise<Result<void>> {
  const { deps, key, run, forge } = scope;
  const found = await forge.proposals.find({ kind: 'intent', intent, branch });
  if (!found.ok) return found;
  const open = found.value.filter(({ state }) => state === 'open');
  if (open.length > 0) {
    const reason = (await createProposalCloser(deps.store, key, run.report, [intent]))(intent);
    if (reason === undefined) return ok(undefined);
    for (const { number } of open) {
      const closed = await closeOne(scope, { intent, branch, number }, reason);
      if (!closed.ok) return closed;
    }
  }
  // A proposal that a person closed may be opened again, so its branch stays.
  const isDeclined = open.length === 0 && found.value.at(-1)?.state === 'declined';
  return isDeclined ? ok(undefined) : removeBranch(scope, branch, tip);
}
