import type { Refusal } from '../../model/patch.ts';
import { pathKey } from '../../model/path.ts';
import type { CodeBase, EditableCode } from './code-base.ts';
import { concludePatch } from './conclude.ts';
import { type GoalAttempt, reachAll, reachBeginning } from './reach.ts';
import type { EditSearch } from './search.ts';
import type { RefusedGoal, Synthesis } from './synthesis.ts';
import type { Goal } from './types.ts';
import { withoutUnneeded } from './unneeded.ts';

/**
 * Finds edits after which the code declares what the goals want and nothing else, one goal after
 * the other, each based on the result of the previous one. Goals of one collection (a moved rule)
 * are reached together or not at all. An edit may also do what `welcome` goals ask for, which are
 * handled elsewhere.
 */
export function synthesize<C extends EditableCode>(
  search: EditSearch<C>,
  code: C,
  goals: readonly Goal[],
  welcome: readonly Goal[] = [],
): Synthesis<C> {
  const { base } = search;
  const refused: RefusedGoal[] = [];
  const welcomeParts = base.parts(code, welcome);
  let wanted = base.parts(code, goals);
  let run: GoalAttempt<C> = reachBeginning(code);
  for (;;) {
    const lostDrifts = new Set(refused.map(({ goal }) => goal.drift));
    const others = welcomeParts.filter((goal) => !lostDrifts.has(goal.drift));
    run = reachAll(search, run, wanted, [...wanted, ...others]);
    if (run.refused === undefined) {
      const lean = withoutUnneeded(search, code, run);
      return concludePatch(search, code, run.goals, [...run.goals, ...others], lean, refused);
    }
    const { goal, ...why } = run.refused;
    const lost = { goal, ...why, refusal: base.completed(code, goal, why.refusal) };
    const { standing } = run;
    refused.push(lost);
    const isAlike = (other: Goal): boolean =>
      lost.together?.includes(standing.get(other) ?? other) === true;
    const gone = wanted.filter((other) => belong(other, goal) || isAlike(other));
    const companions = gone.filter((other) => other !== goal);
    refused.push(
      ...companions.map((other) =>
        isAlike(other) ? { ...lost, goal: other } : withCompanion(other, lost),
      ),
    );
    wanted = wanted.filter((other) => !gone.includes(other));
    const given = gone.map((other) => standing.get(other) ?? other);
    if (reliesOn(base, run, given)) run = reachBeginning(code);
  }
}

/**
 * True if an edit also does something that is no longer wanted. Otherwise the edits so far can be
 * kept.
 */
function reliesOn<C extends EditableCode>(
  base: CodeBase<C>,
  { choices }: GoalAttempt<C>,
  gone: readonly Goal[],
): boolean {
  return choices.some(({ radius }) => {
    const goalFor = base.covering(gone, radius);
    return radius.some((impact) => goalFor(impact) !== undefined);
  });
}

/** True for parts of one drift and for members of one collection. */
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
