import type { Candidate } from '../../model/patch.ts';
import { type Choice, choose } from './choose.ts';
import { deletionBlocked, inDeletionOrder } from './delete-goal.ts';
import { reachDocument } from './document/reach.ts';
import { generatedBy } from './generated.ts';
import { isReached } from './goal.ts';
import { sitesOf } from './goal-sites.ts';
import { relocated, renameBlocked, renamedBy } from './rename.ts';
import type { RefusedGoal, Tools } from './synthesis.ts';
import type { Goal, Project } from './types.ts';

/** How far the goals have come. */
export interface Run {
  readonly project: Project;
  /** The goals as they were reached: a created resource may stand at another address. */
  readonly goals: readonly Goal[];
  /** What became of goals that were reached in another way than they were asked. */
  readonly standing: ReadonlyMap<Goal, Goal>;
  readonly choices: readonly Choice[];
  readonly candidates: readonly Candidate[];
  readonly refused?: RefusedGoal;
}

export function beginning(project: Project): Run {
  return { project, goals: [], standing: new Map(), choices: [], candidates: [] };
}

/** Goes on where an earlier run ended, until all is reached or a goal is refused. */
export function reachAll(
  tools: Tools,
  before: Run,
  wanted: readonly Goal[],
  welcome: readonly Goal[],
): Run {
  let { project } = before;
  const standing = new Map(welcome.map((goal) => [goal, before.standing.get(goal) ?? goal]));
  const choices = [...before.choices];
  const candidates = [...before.candidates];
  const goals = (): readonly Goal[] => wanted.map((goal) => standing.get(goal) ?? goal);
  for (const goal of inDeletionOrder(wanted)) {
    if (isReached(standing.get(goal) ?? goal, project.evaluation, tools.same)) continue;
    const document = reachDocument(tools, project, goal, [...standing.values()]);
    if (document?.kind === 'reached') {
      choices.push(...document.choices);
      candidates.push(...document.choices.flatMap((choice) => choice.candidates));
      project = document.project;
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
    for (const [other, at] of standing) standing.set(other, relocated(at, reached.goal));
    choices.push(choice);
    candidates.push(...choice.candidates);
    project = choice.project;
  }
  return { project, goals: goals(), standing, choices, candidates };
}

type Reached =
  | { readonly goal: Goal; readonly choice: Choice }
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
    const chosen = choose(tools, project, way.goal, others, way.sites);
    if (chosen.kind === 'chosen') return { goal: way.goal, choice: chosen.choice };
  }
  const refusal = renameBlocked(goal, evaluation);
  if (refusal !== undefined) return { refusal, candidates: [] };
  const chosen = choose(tools, project, goal, welcome, sitesOf(tools, project, goal, goals));
  return chosen.kind === 'chosen' ? { goal, choice: chosen.choice } : chosen;
}
