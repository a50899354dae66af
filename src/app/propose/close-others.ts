import { ok, type Result } from '../../model/result.ts';
import type { PlannedProposal } from '../../ports/store/planned-proposal.ts';
import { closeOne, removeBranch } from './close-one.ts';
import type { ProposeScope } from './deps.ts';
import { planStackName } from './push-plan.ts';
import { lookAt } from './settle.ts';
import { createProposalCloser } from './settled.ts';

/**
 * Closes what is open for intents that nothing is planned for any more, where something says that
 * it is over. What nothing says that of stays open.
 */
export async function closeOthers(
  scope: ProposeScope,
  plans: readonly PlannedProposal[],
): Promise<Result<void>> {
  const { deps, key, forge, run } = scope;
  const planned = new Set(plans.map(({ branch }) => branch));
  const open = (await deps.store.proposals.list(key, 'open')).filter(
    (one) => one.forge === forge.name,
  );
  const left = open.filter(({ branch }) => !planned.has(branch));
  const wordOf = await createProposalCloser(
    deps.store,
    key,
    run.report,
    left.map(({ intent }) => intent),
  );
  for (const { intent, branch, number } of left) {
    const word = wordOf(intent);
    if (word === undefined) {
      const looked = await lookAt(scope, { number });
      if (!looked.ok) return looked;
      continue;
    }
    if (!(await scope.isLatest())) return ok(undefined);
    const closed = await closeOne(scope, { intent, branch, number }, word);
    if (!closed.ok) return closed;
  }
  return closeForgotten(scope, new Set([...planned, ...open.map(({ branch }) => branch)]));
}

/** Branches of this stack that no plan and no open proposal that is remembered stands for. */
async function closeForgotten(
  scope: ProposeScope,
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
 * Where such a branch has a proposal all the same, whoever opened it was killed before it was put
 * down, and the run after that wanted it no more.
 */
async function closeBranch(
  scope: ProposeScope,
  intent: string,
  branch: string,
  tip: string,
): Promise<Result<void>> {
  const { deps, key, run, forge } = scope;
  const found = await forge.proposals.find({ kind: 'intent', intent, branch });
  if (!found.ok) return found;
  const open = found.value.filter(({ state }) => state === 'open');
  if (open.length > 0) {
    const word = (await createProposalCloser(deps.store, key, run.report, [intent]))(intent);
    if (word === undefined) return ok(undefined);
    for (const { number } of open) {
      const closed = await closeOne(scope, { intent, branch, number }, word);
      if (!closed.ok) return closed;
    }
  }
  // What a person closed may be opened again.
  const isDeclined = open.length === 0 && found.value.at(-1)?.state === 'declined';
  return isDeclined ? ok(undefined) : removeBranch(scope, branch, tip);
}
