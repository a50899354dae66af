import type { Candidate } from '../../model/patch.ts';
import { chooseSite, type SiteChoice } from './choose.ts';
import type { RefusedGoal, Tools } from './synthesis.ts';
import { deletionBlocked, inDeletionOrder } from './terraform/delete-goal.ts';
import { reachDocument } from './terraform/document/reach.ts';
import { generatedBy } from './terraform/generated.ts';
import { createReachedReader } from './terraform/goal.ts';
import { sitesOf } from './terraform/goal-sites.ts';
import { relocated, renameBlocked, renamedBy } from './terraform/rename.ts';
import type { Project } from './terraform/types.ts';
import { createPace } from './together/pace.ts';
import { isJoinable, reachTogether, triedKinds } from './together/reach-together.ts';
import type { Goal } from './types.ts';

/** How far the goals have come. */
export interface GoalRun {
  readonly project: Project;
  /** The goals as they were reached: a created resource may stand at another address. */
  readonly goals: readonly Goal[];
  /** What became of goals that were reached in another way than they were asked. */
  readonly standing: ReadonlyMap<Goal, Goal>;
  readonly choices: readonly SiteChoice[];
  readonly candidates: readonly Candidate[];
  readonly refused?: RefusedGoal;
}

export function reachBeginning(project: Project): GoalRun {
  return { project, goals: [], standing: new Map(), choices: [], candidates: [] };
}

/** Goes on where an earlier run ended, until all is reached or a goal is refused. */
export function reachAll(
  tools: Tools,
  before: GoalRun,
  wanted: readonly Goal[],
  welcome: readonly Goal[],
): GoalRun {
  let { project } = before;
  const standing = new Map(welcome.map((goal) => [goal, before.standing.get(goal) ?? goal]));
  const choices = [...before.choices];
  const candidates = [...before.candidates];
  const goals = (): readonly Goal[] => wanted.map((goal) => standing.get(goal) ?? goal);
  let isDone = createReachedReader(project.evaluation, tools.same);
  const take = (...made: readonly SiteChoice[]): void => {
    choices.push(...made);
    candidates.push(...made.flatMap((choice) => choice.candidates));
    project = made.at(-1)?.project ?? project;
    isDone = createReachedReader(project.evaluation, tools.same);
  };
  const timer = createPace();
  const order = inDeletionOrder(wanted);
  for (const [index, goal] of order.entries()) {
    if (isDone(standing.get(goal) ?? goal)) continue;
    const document = reachDocument(tools, project, goal, [...standing.values()]);
    if (document?.kind === 'reached') {
      take(...document.choices);
      continue;
    }
    const blocked = document ?? deletionBlocked(goal, project.evaluation, goals());
    const now = standing.get(goal) ?? goal;
    const reached = blocked ?? reach(tools, project, now, goals(), [...standing.values()]);
    if (!('choice' in reached)) {
      const refused =
        'refusal' in reached ? { goal, ...reached } : { goal, refusal: reached, candidates: [] };
      return { project, goals: goals(), standing, choices, candidates, refused };
    }
    const { choice } = reached;
    standing.set(goal, reached.goal);
    if (reached.goal.kind === 'create') {
      for (const [other, at] of standing) standing.set(other, relocated(at, reached.goal));
    }
    take(choice);
    const way = tools.pick === undefined ? triedKinds(choice) : undefined;
    if (!timer.isDue(way?.join()) || way === undefined) continue;
    const next = order.slice(index + 1).map((other) => standing.get(other) ?? other);
    const open = next.filter((other) => other.kind === goal.kind && !isDone(other));
    const asked = timer.share(open.filter((other) => isJoinable(other, project)));
    if (asked.length === 0) continue;
    const all = [...standing.values()];
    const together = reachTogether(tools, project, { asked, goals: goals(), welcome: all }, way);
    timer.learn(asked.length, together !== undefined);
    if (together !== undefined) take(together);
  }
  return { project, goals: goals(), standing, choices, candidates };
}

type Reached =
  | { readonly goal: Goal; readonly choice: SiteChoice }
  | Pick<RefusedGoal, 'refusal' | 'candidates' | 'together'>;

/** As one more instance of a block that is there, where that is exact; else by an edit of its own. */
function reach(
  tools: Tools,
  project: Project,
  goal: Goal,
  goals: readonly Goal[],
  welcome: readonly Goal[],
): Reached {
  const { evaluation } = project;
  const defaults = tools.defaultsOf(goal.type);
  for (const way of [...generatedBy(goal, evaluation, defaults), ...renamedBy(goal, evaluation)]) {
    const others = welcome.map((each) => (each === goal ? way.goal : relocated(each, way.goal)));
    const chosen = chooseSite(tools, project, way.goal, others, way.sites);
    if (chosen.kind === 'chosen') return { goal: way.goal, choice: chosen.choice };
  }
  const refusal = renameBlocked(goal, evaluation);
  if (refusal !== undefined) return { refusal, candidates: [] };
  const chosen = chooseSite(tools, project, goal, welcome, sitesOf(tools, project, goal, goals));
  return chosen.kind === 'chosen' ? { goal, choice: chosen.choice } : chosen;
}
