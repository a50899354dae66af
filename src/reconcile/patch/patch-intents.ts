import type { Decision } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import type { Intent } from '../../model/intent.ts';
import type { Unresolved } from '../../model/report.ts';
import { formatPlace } from '../../model/result.ts';
import type { PatchedIntent } from '../../ports/patched-intent.ts';
import type { EditSearch } from '../../stages/patch/search.ts';
import type { Synthesis } from '../../stages/patch/synthesis.ts';
import { synthesize } from '../../stages/patch/synthesize.ts';
import type { Project } from '../../stages/patch/terraform/types.ts';
import type { Goal } from '../../stages/patch/types.ts';
import { unresolvedRefusal } from '../report/unresolved.ts';
import { goalFor } from './goals.ts';

export interface Patching<C extends Project> {
  readonly patched: readonly PatchedIntent[];
  readonly unresolved: readonly Unresolved[];
  /** The project with every patch applied if they were stacked; otherwise the project as given. */
  readonly project: C;
}

export interface PatchTools<C extends Project> {
  readonly search: EditSearch<C>;
  /** Adds goals for what has to change together with what was asked for. */
  readonly withConsequences: (
    goals: readonly Goal[],
    evaluation: C['evaluation'],
  ) => readonly Goal[];
}

/** The changes to the code that an intent requires. */
export interface PatchTask {
  readonly intent: Intent;
  readonly decisions: readonly Decision[];
  readonly goals: readonly Goal[];
}

/**
 * A patch for every intent that a verdict accepts into the code. With `stacked`, each builds on the
 * result of the previous one, for editing files in place; otherwise each is based on the original
 * project, for branches.
 */
export function patchIntents<C extends Project>(
  tools: PatchTools<C>,
  project: C,
  intents: readonly Intent[],
  decisions: readonly Decision[],
  drifts: ReadonlyMap<string, Drift>,
  stacked: boolean,
  more: readonly PatchTask[] = [],
): Patching<C> {
  const { search } = tools;
  const unresolved: Unresolved[] = [];
  const own = intents
    .map((intent) => taskFor(search, project, intent, decisions, drifts, unresolved))
    .map((task) => ({ ...task, goals: tools.withConsequences(task.goals, project.evaluation) }));
  const tasks = [...own, ...more];
  const everything = tasks.flatMap((task) => task.goals);
  const patched: PatchedIntent[] = [];
  let current = project;
  for (const task of tasks) {
    if (task.goals.length === 0) continue;
    const start = stacked ? current : project;
    const synthesis = synthesize(search, start, task.goals, stacked ? everything : task.goals);
    for (const { goal, refusal, candidates } of synthesis.refused) {
      const looked = { traces: [search.base.trace(start, goal)], candidates };
      unresolved.push(unresolvedRefusal(refusal, goal.address, task.intent.id, looked));
    }
    if (synthesis.reached.length === 0) continue;
    if (synthesis.files.length > 0) patched.push(patchedIntent(search, task, start, synthesis));
    else if (start !== project)
      patched.push(settledIntent(search, task, project, synthesis, patched));
    if (stacked && synthesis.verification.passed) current = synthesis.code;
  }
  return { patched, unresolved, project: current };
}

/** Adds the place where a person would write a value that may not be seen or that the log lacks. */
function placed<C extends Project>(
  { base }: EditSearch<C>,
  project: C,
  drift: Drift,
  unresolved: Unresolved,
): Unresolved {
  const trace = base.trace(project, {
    drift: drift.id,
    address: drift.address,
    path: drift.path,
  });
  const end = trace.steps.at(-1);
  if (end === undefined) return unresolved;
  const place = { file: end.file, line: end.line };
  const found = { ...unresolved, place, traces: [trace] };
  if (drift.path.length === 0) return found;
  return { ...found, suggestion: `Write the value by hand in ${formatPlace(place)}.` };
}

function taskFor<C extends Project>(
  search: EditSearch<C>,
  project: C,
  intent: Intent,
  decisions: readonly Decision[],
  drifts: ReadonlyMap<string, Drift>,
  unresolved: Unresolved[],
): PatchTask {
  const own = decisions.filter((decision) => decision.intent === intent.id);
  const goals = own.flatMap((decision) => {
    const drift = drifts.get(decision.drift);
    if (drift === undefined) return [];
    const wanted = goalFor(drift, decision, intent);
    if (wanted.kind === 'unresolved')
      unresolved.push(placed(search, project, drift, wanted.unresolved));
    return wanted.kind === 'goal' ? [wanted.goal] : [];
  });
  const drifting = new Set(goals.map((goal) => goal.drift));
  return { intent, goals, decisions: own.filter((decision) => drifting.has(decision.drift)) };
}

/** The result for an intent whose goals were already reached by another patch. */
function settledIntent<C extends Project>(
  search: EditSearch<C>,
  task: PatchTask,
  project: C,
  synthesis: Synthesis<C>,
  before: readonly PatchedIntent[],
): PatchedIntent {
  const settled = patchedIntent(search, task, project, synthesis);
  const addresses = new Set(synthesis.reached.map(({ address }) => address));
  const others = before
    .filter(({ patch }) => patch.blastRadius.some(({ address }) => addresses.has(address)))
    .map(({ intent }) => intent.id);
  const note = `The patch of ${others.join(' and ')} does this as well.`;
  const { patch } = settled;
  const verification = { ...patch.verification, notes: [...patch.verification.notes, note] };
  return { ...settled, patch: { ...patch, verification } };
}

function patchedIntent<C extends Project>(
  { base }: EditSearch<C>,
  task: PatchTask,
  start: C,
  synthesis: Synthesis<C>,
): PatchedIntent {
  const { intent, decisions } = task;
  return {
    intent,
    decisions: decisions.filter(({ drift }) =>
      synthesis.reached.some((goal) => goal.drift === drift),
    ),
    patch: {
      intent: intent.id,
      drifts: [...new Set(synthesis.reached.map((goal) => goal.drift))],
      files: synthesis.files,
      site: synthesis.sites.join('\n'),
      blastRadius: synthesis.radius,
      candidates: synthesis.candidates,
      traces: synthesis.reached.map((goal) => base.trace(start, goal)),
      verification: synthesis.verification,
    },
    moved: synthesis.reached.flatMap((goal) =>
      goal.kind === 'create' && goal.moved === true ? [goal.address] : [],
    ),
    files: synthesis.files.map(({ path }) => ({
      path,
      before: start.tree.get(path),
      after: synthesis.code.tree.get(path) ?? '',
    })),
  };
}
