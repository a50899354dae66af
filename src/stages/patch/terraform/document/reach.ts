import { indentUnitOf } from '../../../../code/hcl/edit/indent-unit.ts';
import { indentLike } from '../../../../code/hcl/edit/input.ts';
import type { HclFile, Span } from '../../../../code/hcl/syntax/ast.ts';
import type { Json } from '../../../../model/json.ts';
import { isPolicyDocument } from '../../../../model/policy-document.ts';
import { indentAt } from '../../../../text/lines.ts';
import type { Choose, Chosen, SiteChoice } from '../../choose.ts';
import type { Stepwise } from '../../code-base.ts';
import type { Goal, ValueGoal } from '../../types.ts';
import type { TerraformTools } from '../code-base.ts';
import { toEditSites } from '../edit-sites.ts';
import { isReachedGoal } from '../goal.ts';
import { isInstance } from '../override/form.ts';
import { isSecretGoal } from '../refusal.ts';
import { expressionSite } from '../site.ts';
import { attributeUse } from '../trace/context.ts';
import type { Project, Site } from '../types.ts';
import { isAlike, isSameShape } from './alike.ts';
import { applyDocumentChange, type DocumentChange } from './change.ts';
import { documentChanges, singleChanges } from './changes.ts';
import { type Codec, jsonCodec } from './codec.ts';
import { documentAt, documentCodec } from './document-at.ts';
import { ownDocumentSites } from './own-document.ts';
import { documentSites } from './sites.ts';
import { plainWrite, writtenValue } from './write.ts';

/** With more differences than this, the wanted document counts as a different one. */
const maxChanges = 60;

export interface DocumentSearch<P extends Project> {
  readonly tools: TerraformTools;
  readonly choose: Choose<P>;
}

type Refused<P extends Project> = Extract<Chosen<P>, { kind: 'refused' }>;

/** Refusals for places that are right but that Parley must not or cannot edit. */
const final = new Set([
  'document-elsewhere',
  'foreign-module',
  'json-configuration',
  'outside-of-project',
]);

/**
 * Changes a document to the wanted content element by element, each where it is written. Undefined
 * if the attribute holds no document, or if an element cannot be edited where it is written.
 */
export function reachDocument<P extends Project>(
  search: DocumentSearch<P>,
  start: P,
  goal: Goal,
  goals: readonly Goal[],
): Stepwise<P> | undefined {
  if (goal.kind !== 'value' || typeof goal.value !== 'string') return undefined;
  const codec = documentCodec(start.evaluation, goal, goal.value);
  const wanted = codec?.read(goal.value);
  if (codec === undefined || wanted === undefined) return undefined;
  let project = start;
  const choices: SiteChoice<P>[] = [];
  for (let step = 0; step < maxChanges; step += 1) {
    const now = documentAt(project.evaluation, goal, codec);
    if (now === undefined) return undefined;
    const [change, ...others] = documentChanges(now, wanted);
    if (change === undefined) break;
    if (step + others.length >= maxChanges) return undefined;
    const alike: Step['alike'] = [change, ...others.filter((other) => isAlike(change, other))];
    const akin: Step['alike'] = [change, ...others.filter((other) => isSameShape(change, other))];
    const chosen = changeElement(search, project, goal, goals, { codec, now, change, alike, akin });
    if (chosen.kind === 'refused') {
      return final.has(chosen.refusal.code)
        ? discreet(search.tools, start, goal, chosen)
        : writtenOut(search, start, goal, goals, wanted);
    }
    choices.push(chosen.choice);
    project = chosen.choice.code;
  }
  if (choices.length === 0 || !isReachedGoal(goal, project.evaluation, search.tools.same))
    return undefined;
  return { kind: 'reached', choices };
}

/**
 * The last resort for a policy that is shared or computed: a separate document on top of the shared
 * one, or the entire document at the use, with references that the code has.
 */
function writtenOut<P extends Project>(
  { tools, choose }: DocumentSearch<P>,
  start: P,
  goal: ValueGoal,
  goals: readonly Goal[],
  wanted: Json,
): Stepwise<P> | undefined {
  const location = start.evaluation.locate(goal.address, goal.path);
  if (!isPolicyDocument(wanted) || location?.kind !== 'attribute') return undefined;
  const { file, expr, scope, rest, attribute } = location;
  if (rest.length > 0) return undefined;
  const { repetition } = scope;
  const own = file.text.slice(expr.start, expr.end);
  const write = (value: Json) => tools.write(start, goal, attribute.name, value);
  const now = documentAt(start.evaluation, goal, jsonCodec);
  const whole = [write, plainWrite].map((writer) => {
    const text = `jsonencode(${writtenValue(wanted, writer)})`;
    const isOne = repetition !== undefined;
    const raw = isOne
      ? `${isInstance(repetition)} ? ${inFront(file.hcl, expr, text)} : ${own}`
      : text;
    const kind = isOne ? 'instance override' : 'literal at the use';
    return expressionSite(file, expr, kind, `${attribute.name} of ${goal.address}`, {
      kind: 'raw',
      text: raw,
    });
  });
  const { address } = goal;
  const apart =
    now === undefined
      ? []
      : ownDocumentSites(start.evaluation, { address, location, now, wanted, write });
  const chosen = choose(start, goal, goals, toEditSites(start, [...apart, ...whole]));
  if (chosen.kind === 'refused') return undefined;
  return { kind: 'reached', choices: [chosen.choice] };
}

/** Removes instructions for a person if the value is secret, since they would show it. */
function discreet<P extends Project>(
  tools: TerraformTools,
  { evaluation }: P,
  goal: Goal,
  refused: Refused<P>,
): Refused<P> {
  if (!isSecretGoal(tools, evaluation, goal)) return refused;
  const { suggestion: _, write: __, ...refusal } = refused.refusal;
  return { ...refused, refusal };
}

/** One step towards the wanted document. */
interface Step {
  readonly codec: Codec;
  readonly now: Json;
  readonly change: DocumentChange;
  /** The change, and the same changes in other statements, which one template may produce. */
  readonly alike: readonly [DocumentChange, ...DocumentChange[]];
  /**
   * The change, and changes at the same place of other statements, which may differ in their texts.
   */
  readonly akin: readonly [DocumentChange, ...DocumentChange[]];
}

/** Members that cannot be changed together may still be changed one by one. */
function changeElement<P extends Project>(
  { tools, choose }: DocumentSearch<P>,
  project: P,
  goal: ValueGoal,
  goals: readonly Goal[],
  { codec, now, change, alike, akin }: Step,
): Chosen<P> {
  for (const group of [alike, ...(akin.length > alike.length ? [akin] : [])]) {
    if (group.length < 2) continue;
    const everywhere = chooseFor(group);
    if (isStructural(everywhere)) return everywhere;
  }
  const together = chooseFor([change]);
  if (isStructural(together)) return together;
  const singles = singleChanges(change).map((single) => chooseFor([single]));
  const [first] = singles;
  // Only the end result counts: adding one member may block removing another.
  if (first !== undefined && singles.every(isStructural)) return first;
  // If a person has to do part of it, the suggestion covers all of it.
  const isByHand = together.kind === 'refused' && final.has(together.refusal.code);
  if (isByHand && !singles.every(isChosen)) return together;
  return [together, ...singles].find(isChosen) ?? together;

  function chooseFor(each: readonly [DocumentChange, ...DocumentChange[]]): Chosen<P> {
    const value = codec.write(each.reduce<Json>(applyDocumentChange, now));
    const step: ValueGoal = { ...goal, value };
    const others = goals.map((other) =>
      other === goal || isDuplicate(tools, project, goal, other, codec)
        ? { ...other, value }
        : other,
    );
    const sites = toEditSites(project, sitesFor(tools, project, goal, each[0]));
    return choose(project, step, [...others, step], sites);
  }
}

function isChosen<P extends Project>(chosen: Chosen<P>): boolean {
  return chosen.kind === 'chosen';
}

/** True if the places are where the value comes from. A literal at the use is not. */
function isStructural<P extends Project>(chosen: Chosen<P>): boolean {
  if (chosen.kind !== 'chosen') return false;
  return chosen.choice.sites.every(({ kind }) => kind !== 'literal at the use');
}

/** True for a goal with the same current and wanted content, which may be the same document. */
function isDuplicate(
  { same }: TerraformTools,
  { evaluation }: Project,
  goal: ValueGoal,
  other: Goal,
  codec: Codec,
): boolean {
  if (other.kind !== 'value' || !same(goal.type, goal.path, goal.value, other.value)) return false;
  const [mine, others] = [goal, other].map((each) => documentAt(evaluation, each, codec));
  if (mine === undefined || others === undefined) return false;
  return same(goal.type, goal.path, codec.write(mine), codec.write(others));
}

function* sitesFor(
  tools: TerraformTools,
  project: Project,
  goal: ValueGoal,
  change: DocumentChange,
): Generator<Site> {
  const { evaluation } = project;
  const location = evaluation.locate(goal.address, goal.path);
  if (location?.kind !== 'attribute') return;
  const { name } = location.attribute;
  const write = (value: Json) => tools.write(project, goal, name, value);
  yield* documentSites(attributeUse(evaluation, location, goal.address), change, write);
}

/**
 * A text of several lines in front of an expression. Where the last line closes as many brackets as
 * the expression opens behind it, `terraform fmt` indents that line like what is in the brackets.
 */
function inFront(file: HclFile, expr: Span, text: string): string {
  const indent = indentAt(file.text, expr.start);
  const [opening = ''] = file.text.slice(expr.start, expr.end).split('\n');
  const end = text.lastIndexOf('\n') + 1;
  const isJoint = end > 0 && brackets(text.slice(end)) + brackets(opening) === 0;
  const lines = indentLike(text, indent);
  const last = lines.lastIndexOf('\n') + 1;
  return isJoint ? lines.slice(0, last) + indentUnitOf(file) + lines.slice(last) : lines;
}

/** How many more brackets a line opens than it closes. */
function brackets(line: string): number {
  return (line.match(/[([{]/g)?.length ?? 0) - (line.match(/[)\]}]/g)?.length ?? 0);
}
