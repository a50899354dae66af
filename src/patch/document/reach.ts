import { valueToJson } from '../../hcl/eval/json.ts';
import type { Json } from '../../model/json.ts';
import type { Evaluation } from '../../terraform/config/types.ts';
import { type Choice, type Chosen, choose } from '../choose.ts';
import { isReached } from '../goal.ts';
import type { Tools } from '../synthesize.ts';
import type { Context } from '../trace/context.ts';
import type { Goal, Project, Site, ValueGoal } from '../types.ts';
import { applyChange, type DocumentChange } from './change.ts';
import { documentChanges, readJson, singleChanges } from './changes.ts';
import { documentSites } from './sites.ts';

/** A document that differs from what is wanted in more elements than this is another document. */
const mostChanges = 60;

export type DocumentReach =
  | { readonly kind: 'reached'; readonly choices: readonly Choice[]; readonly project: Project }
  /** What says the element can be changed by hand only, and the use should not be cut off from it. */
  | Extract<Chosen, { kind: 'refused' }>;

/** Refusals of places that are right but not Parley's to edit. */
const final = new Set([
  'document-elsewhere',
  'foreign-module',
  'json-configuration',
  'outside-of-project',
]);

/**
 * Makes a document say what is wanted element by element, each where it is written; undefined
 * where the attribute holds no document, or some element is not written where it can be edited.
 */
export function reachDocument(
  tools: Tools,
  start: Project,
  goal: Goal,
  goals: readonly Goal[],
): DocumentReach | undefined {
  if (goal.kind !== 'value' || typeof goal.value !== 'string') return undefined;
  const wanted = readJson(goal.value);
  let project = start;
  const choices: Choice[] = [];
  for (let step = 0; step < mostChanges; step += 1) {
    const now = documentAt(project.evaluation, goal);
    if (now === undefined || wanted === undefined) return undefined;
    const [change, ...others] = documentChanges(now, wanted);
    if (change === undefined) break;
    if (step + others.length >= mostChanges) return undefined;
    const chosen = changeElement(tools, project, goal, goals, now, change);
    if (chosen.kind === 'refused') return final.has(chosen.refusal.code) ? chosen : undefined;
    choices.push(chosen.choice);
    project = chosen.choice.project;
  }
  if (choices.length === 0 || !isReached(goal, project.evaluation, tools.same)) return undefined;
  return { kind: 'reached', choices, project };
}

function documentAt(evaluation: Evaluation, { address, path }: ValueGoal): Json | undefined {
  const value = evaluation.valueAt(address, path);
  const text = value === undefined ? undefined : valueToJson(value);
  return typeof text === 'string' ? readJson(text) : undefined;
}

/** Members that cannot change together may still change one by one. */
function changeElement(
  tools: Tools,
  project: Project,
  goal: ValueGoal,
  goals: readonly Goal[],
  document: Json,
  change: DocumentChange,
): Chosen {
  const together = chooseFor(change);
  if (together.kind === 'chosen') return together;
  for (const single of singleChanges(change)) {
    const alone = chooseFor(single);
    if (alone.kind === 'chosen') return alone;
  }
  return together;

  function chooseFor(each: DocumentChange): Chosen {
    const value = JSON.stringify(applyChange(document, each));
    const step: ValueGoal = { ...goal, value };
    const others = goals.map((other) =>
      other === goal || isTwin(tools, project, goal, other) ? { ...other, value } : other,
    );
    return choose(tools, project, step, [...others, step], sitesFor(tools, project, goal, each));
  }
}

/** Says the same now and should say the same in the end: it may well be the same document. */
function isTwin({ same }: Tools, { evaluation }: Project, goal: ValueGoal, other: Goal): boolean {
  if (other.kind !== 'value' || !same(goal.type, goal.path, goal.value, other.value)) return false;
  const [mine, others] = [documentAt(evaluation, goal), documentAt(evaluation, other)];
  if (mine === undefined || others === undefined) return false;
  return same(goal.type, goal.path, JSON.stringify(mine), JSON.stringify(others));
}

function* sitesFor(
  tools: Tools,
  project: Project,
  goal: ValueGoal,
  change: DocumentChange,
): Generator<Site> {
  const { evaluation } = project;
  const location = evaluation.locate(goal.address, goal.path);
  if (location?.kind !== 'attribute') return;
  const { expr, scope, rest, attribute } = location;
  const label = `${attribute.name} of ${goal.address}`;
  const context: Context = { evaluation, expr, scope, rest, kind: 'literal', label, depth: 0 };
  const write = (value: Json) => tools.write(project, goal, attribute.name, value);
  yield* documentSites(context, change, write);
}
