import type { HclInput } from '../hcl/edit/types.ts';
import type { Json, JsonObject } from '../model/json.ts';
import type { Candidate, FileEdit, Impact, Refusal } from '../model/patch.ts';
import { pathKey } from '../model/path.ts';
import { joinEdits } from './apply.ts';
import type { Judges } from './attempt.ts';
import { type Choice, choose } from './choose.ts';
import { createGoalSites } from './create-goal.ts';
import { defaultTagRefusal, withDefaultTagSites } from './default-tags.ts';
import { deleteGoalSites, deletionBlocked, inDeletionOrder } from './delete-goal.ts';
import { reachDocument } from './document/reach.ts';
import { elementGoalSites } from './element-goal.ts';
import { expandGoal } from './expand.ts';
import { generatedBy } from './generated.ts';
import { covers, isReached } from './goal.ts';
import { ignoreGoalSites } from './ignore-goal.ts';
import { withModuleSites } from './module/sites.ts';
import { formatLine, lineAt } from './place.ts';
import { completed } from './refusal.ts';
import { relocated, renameBlocked, renamedBy } from './rename.ts';
import type { Goal, Project, Site } from './types.ts';
import { unignoreGoalSites } from './unignore-goal.ts';
import { valueGoalSites } from './value-goal.ts';
import { type SecondOpinion, verify } from './verify.ts';

export interface Tools extends Judges {
  readonly secondOpinion: SecondOpinion;
  /** What absent attributes of a resource type mean, as far as it is known. */
  readonly defaultsOf: (type: string) => JsonObject;
  /** How a value is written at a goal's place: a reference where the code has one. */
  readonly write: (project: Project, goal: Goal, attribute: string, value: Json) => HclInput;
}

export interface RefusedGoal {
  readonly goal: Goal;
  readonly refusal: Refusal;
  readonly candidates: readonly Candidate[];
  /** Other goals that are refused for the same reason. */
  readonly together?: readonly Goal[];
}

/** What became of the goals: a verified patch for those that can be reached, reasons for the rest. */
export interface Synthesis {
  readonly reached: readonly Goal[];
  readonly refused: readonly RefusedGoal[];
  /** The project with the patch applied; the one given when nothing could be done. */
  readonly project: Project;
  /** Edits on the tree that was given. */
  readonly files: readonly FileEdit[];
  /** Places edited: `terraform.tfvars:4 (web.desired)`. */
  readonly sites: readonly string[];
  readonly radius: readonly Impact[];
  readonly candidates: readonly Candidate[];
  readonly verification: {
    level: 'parse' | 'scope' | 'evaluate';
    passed: boolean;
    notes: readonly string[];
  };
}

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
  const expand = (goal: Goal): readonly Goal[] => expandGoal(goal, project.evaluation, tools.same);
  const welcomeParts = welcome.flatMap(expand);
  let wanted = goals.flatMap(expand);
  let run: Run = beginning(project);
  for (;;) {
    const lostDrifts = new Set(refused.map(({ goal }) => goal.drift));
    const others = welcomeParts.filter((goal) => !lostDrifts.has(goal.drift));
    run = reachAll(tools, run, wanted, [...wanted, ...others]);
    if (run.refused === undefined) {
      return conclude(tools, project, run.goals, [...run.goals, ...others], run, refused);
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
    if (reliesOn(run, given)) run = beginning(project);
  }
}

/** True when an edit does what is not to be done any more; otherwise the edits so far are good. */
function reliesOn({ choices }: Run, gone: readonly Goal[]): boolean {
  return choices.some(({ radius }) =>
    radius.some((impact) => gone.some((goal) => covers(goal, impact))),
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

interface Run {
  readonly project: Project;
  /** The goals as they were reached: a created resource may stand at another address. */
  readonly goals: readonly Goal[];
  /** What became of goals that were reached in another way than they were asked. */
  readonly standing: ReadonlyMap<Goal, Goal>;
  readonly choices: readonly Choice[];
  readonly candidates: readonly Candidate[];
  readonly refused?: RefusedGoal;
}

function beginning(project: Project): Run {
  return { project, goals: [], standing: new Map(), choices: [], candidates: [] };
}

/** Goes on where an earlier run ended, until all is reached or a goal is refused. */
function reachAll(
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

function sitesOf(
  tools: Tools,
  project: Project,
  goal: Goal,
  goals: readonly Goal[],
): Iterable<Site> {
  const { evaluation } = project;
  const write = (name: string, value: Json): HclInput => tools.write(project, goal, name, value);
  switch (goal.kind) {
    case 'value':
      return withDefaultTagSites(
        withModuleSites(
          valueGoalSites({
            goal,
            evaluation,
            schema: tools.schema,
            unordered: tools.isUnordered(goal.type, goal.path),
            write: (value) => write(String(goal.path.at(-1)), value),
          }),
          goal,
          evaluation,
          tools.schema,
        ),
        goal,
        evaluation,
      );
    case 'element':
      return elementGoalSites({
        goal,
        evaluation,
        schema: tools.schema,
        write: (each, element) => write(String(each.path.at(-1)), element),
      });
    case 'create':
      return createGoalSites({
        goal,
        evaluation,
        schema: tools.schema,
        write,
        defaults: tools.defaultsOf(goal.type),
      });
    case 'delete':
      return deleteGoalSites(goal, evaluation, goals);
    case 'ignore':
      return ignoreGoalSites(goal, evaluation, tools.schema);
    case 'unignore':
      return unignoreGoalSites(goal, evaluation);
  }
}

function conclude(
  tools: Tools,
  before: Project,
  goals: readonly Goal[],
  welcome: readonly Goal[],
  run: Run,
  refused: readonly RefusedGoal[],
): Synthesis {
  const files = joinEdits(
    before.tree,
    run.choices.map((choice) => choice.files),
  );
  const asked = { goals, welcome };
  const steps = run.choices.map((choice, index) => ({
    tree: (run.choices[index - 1]?.project ?? before).tree,
    files: choice.files,
  }));
  const proof = verify(tools, before, run.project, steps, asked, tools.secondOpinion);
  const level = proof.level === 'parse' || proof.level === 'scope' ? proof.level : 'evaluate';
  return {
    reached: goals,
    refused,
    project: run.project,
    files,
    sites: [...new Set(run.choices.map(({ site }) => describe(before, site)))],
    radius: proof.radius,
    candidates: run.candidates,
    verification: { level, passed: proof.passed, notes: [...proof.notes, ...notesOf(run)] },
  };
}

/** What a reader should know of the edits, once each. */
function notesOf({ choices }: Run): readonly string[] {
  return [...new Set(choices.flatMap(({ site }) => site.note ?? []))];
}

function describe({ tree }: Project, site: Site): string {
  const at = formatLine(lineAt(tree, site.file, site.offset));
  return `${at} (${site.kind}: ${site.label})`;
}
