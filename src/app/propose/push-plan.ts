import type { Pushed } from '../../adapters/forge/remote/types.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { CommitMessage } from '../../ports/forge/proposal.ts';
import type { CurrentProposal } from '../../ports/forge/proposals.ts';
import type { PlannedProposal } from '../../ports/store/planned-proposal.ts';
import type { KnownProposal } from '../../ports/store/service-store.ts';
import type { ProposeContext } from './deps.ts';
import { branchKeptMoving, mergedTips, pushAttempts } from './work-of-people.ts';

/** A newer run plans something else. */
export interface Outdated {
  readonly kind: 'outdated';
}

/**
 * Pushes the plan to its branch. The tip is listed before the latest run is requested, and the
 * branch is moved only from that tip, so that a handler of an earlier run cannot undo what one of a
 * later run did.
 */
export async function pushPlan(
  scope: ProposeContext,
  plan: PlannedProposal,
  standing: readonly CurrentProposal[],
  known: KnownProposal | undefined,
): Promise<Result<Exclude<Pushed, { kind: 'stale' }> | Outdated>> {
  const { deps, target } = scope;
  let tip = scope.tips.get(plan.branch);
  for (let attempt = 0; attempt < pushAttempts; attempt += 1) {
    if (!(await scope.isLatest())) return ok({ kind: 'outdated' });
    const request = {
      branch: plan.branch,
      tip,
      revision: scope.revision,
      root: scope.stack.root,
      intent: plan.intent,
      message: messageOf(scope, plan),
      date: dateOf(scope, plan),
      files: plan.files,
      known: known?.commit,
      free: freeTips(standing, known),
    };
    const pushed = await deps.pusher.push(target, request);
    if (!pushed.ok) return pushed;
    if (pushed.value.kind !== 'stale') return ok(pushed.value);
    const tips = await deps.pusher.branches(target);
    if (!tips.ok) return tips;
    tip = tips.value.get(plan.branch);
  }
  return fail(branchKeptMoving(plan.branch));
}

/** Tips that may be overwritten: those that were merged, and the one that a person gave up. */
function freeTips(
  standing: readonly CurrentProposal[],
  known: KnownProposal | undefined,
): readonly string[] {
  const merged = mergedTips(standing);
  return known?.forcedTip === undefined ? merged : [...merged, known.forcedTip];
}

/** The commit message with trailers that tell later runs whose branch it is. */
function messageOf({ key }: ProposeContext, { message, intent }: PlannedProposal): CommitMessage {
  const own = ['Intent-Id', 'Parley-Stack'];
  const others = message.trailers.filter(([name]) => !own.includes(name));
  return {
    ...message,
    trailers: [['Intent-Id', intent], ...others, ['Parley-Stack', planStackName(key)]],
  };
}

export function planStackName({ tenant, stack }: ProposeContext['key']): string {
  return `${tenant}/${stack}`;
}

/** When the last of the changes was made. The same for every run that finds the same changes. */
function dateOf({ run }: ProposeContext, { intent }: PlannedProposal): string {
  const found = run.report.intents.find(({ id }) => id === intent);
  return found?.window.to ?? run.startedAt;
}
