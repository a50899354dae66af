import type { Refusal } from '../../model/patch.ts';
import { pathKey } from '../../model/path.ts';
import { concludePatch } from './conclude.ts';
import { type GoalRun, reachAll, reachBeginning } from './reach.ts';
import type { RefusedGoal, Synthesis, Tools } from './synthesis.ts';
import { defaultTagRefusal } from './terraform/default-tags.ts';
import { expandGoals } from './terraform/expand.ts';
import { coversImpact } from './terraform/goal.ts';
import { completed } from './terraform/refusal.ts';
import type { Project } from './terraform/types.ts';
import type { Goal } from './types.ts';

/**
 * Finds the edits that make the code say what the goals want and nothing else, one goal after the
 * other, each on the result of the one before. Goals of one collection (a moved rule) stand or
 * fall together. An edit may also do what `welcome` goals ask, which others will see to.
 */
export function synthesize(
  tools: Tools,
  project: Project,
  goals: readonly Goal[],
  welcome: readonly Goal[] = [],
): Synthesis {
  const refused: RefusedGoal[] = [];
  const { evaluation } = project;
  const welcomeParts = expandGoals(welcome, evaluation, tools.same);
  let wanted = expandGoals(goals, evaluation, tools.same);
  let run: GoalRun = reachBeginning(project);
  for (;;) {
    const lostDrifts = new Set(refused.map(({ goal }) => goal.drift));
    const others = welcomeParts.filter((goal) => !lostDrifts.has(goal.drift));
    run = reachAll(tools, run, wanted, [...wanted, ...others]);
    if (run.refused === undefined) {
      return concludePatch(tools, project, run.goals, [...run.goals, ...others], run, refused);
    }
    const lost = explained(tools, run.refused, project);
    const { standing } = run;
    refused.push(lost);
    const isAlike = (goal: Goal): boolean =>
      lost.together?.includes(standing.get(goal) ?? goal) === true;
    const gone = wanted.filter((goal) => belong(goal, lost.goal) || isAlike(goal));
    const companions = gone.filter((goal) => goal !== lost.goal);
    refused.push(
      ...companions.map((goal) => (isAlike(goal) ? { ...lost, goal } : withCompanion(goal, lost))),
    );
    wanted = wanted.filter((goal) => !gone.includes(goal));
    const given = gone.map((goal) => standing.get(goal) ?? goal);
    if (reliesOn(run, given)) run = reachBeginning(project);
  }
}

/** True when an edit does what is not to be done any more; otherwise the edits so far are good. */
function reliesOn({ choices }: GoalRun, gone: readonly Goal[]): boolean {
  return choices.some(({ radius }) =>
    radius.some((impact) => gone.some((goal) => coversImpact(goal, impact))),
  );
}

function explained(tools: Tools, { goal, ...lost }: RefusedGoal, project: Project): RefusedGoal {
  const refusal = defaultTagRefusal(goal, project.evaluation) ?? lost.refusal;
  return { goal, ...lost, refusal: completed(tools, project, goal, refusal) };
}

/** Parts of one drift belong together, and so do members of one collection. */
function belong(goal: Goal, other: Goal): boolean {
  if (goal.drift === other.drift) return true;
  if (goal.kind !== 'element' || other.kind !== 'element') return false;
  return goal.address === other.address && pathKey(goal.path) === pathKey(other.path);
}

function withCompanion(goal: Goal, lost: RefusedGoal): RefusedGoal {
  const refusal: Refusal = {
    code: 'companion-refused',
    reason: `It belongs together with another change of the same collection that cannot be written: ${lost.refusal.reason}`,
    suggestion: 'Make both by hand, or neither.',
    ...(lost.refusal.nearest === undefined ? {} : { nearest: lost.refusal.nearest }),
  };
  return { goal, refusal, candidates: [] };
}
