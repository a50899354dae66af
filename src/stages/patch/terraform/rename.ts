import { keepAlignment } from '../../../code/hcl/edit/align.ts';
import { appendTopLevel } from '../../../code/hcl/edit/block.ts';
import { renderKey } from '../../../code/hcl/edit/render.ts';
import type { BlockParts } from '../../../code/hcl/edit/types.ts';
import { valueToJson } from '../../../code/hcl/eval/json.ts';
import type { ForObject, ObjectExpression } from '../../../code/hcl/syntax/ast.ts';
import { formatResourceAddress, parseAddress } from '../../../code/terraform/address.ts';
import type { ResourceInstance } from '../../../code/terraform/config/scope.ts';
import type { SourceExpression, SourceFile } from '../../../code/terraform/config/source.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import type { Json } from '../../../model/json.ts';
import type { Refusal } from '../../../model/patch.ts';
import { changeableName } from '../../../providers/traits/names.ts';
import { lineAt } from '../../../text/lines.ts';
import type { CreateGoal, Goal, ValueGoal } from '../types.ts';
import { findDependants } from './dependants.ts';
import { solveKey } from './generated-entry.ts';
import { importBlock, importHome } from './import-block.ts';
import { siteIn } from './site.ts';
import { thenEdit } from './then-edit.ts';
import { repetitionUse, type TraceContext } from './trace/context.ts';
import { entryKey, entryLabel, followTrace } from './trace/follow.ts';
import { iterationsWith } from './trace/for.ts';
import { valueSites } from './trace/value.ts';
import type { Site } from './types.ts';

/** A new name that becomes the key of another instance: the goal, and the sites that reach it. */
export interface Renamed {
  readonly goal: CreateGoal;
  readonly sites: Iterable<Site>;
}

/** Changes the key of the instance to the new name, if the name is derived from the key. */
export function* renamedBy(goal: Goal, evaluation: Evaluation): Generator<Renamed> {
  const name = nameOf(goal);
  const instance = evaluation.instance(goal.address);
  if (goal.kind !== 'value' || name === undefined || instance === undefined) return;
  const { declaration, key } = instance;
  const parsed = parseAddress(goal.address);
  const to = solveKey(instance, evaluation, name.attribute, goal.value);
  if (to === undefined || typeof key !== 'string' || parsed === undefined) return;
  const { forEach } = declaration;
  const attributes = declaredAttributes(evaluation, goal, name.attribute);
  const home = importHome(evaluation, declaration);
  // References to the instance by its old key would have to change too.
  if (findDependants(evaluation, instance, new Set()).length > 0) return;
  if (forEach === undefined || attributes === undefined || home === undefined) return;
  const address = formatResourceAddress({ ...parsed, key: to });
  const block =
    name.known === 'id'
      ? movedBlock(goal.address, address)
      : importBlock(address, String(goal.value));
  const collection = collectionOf(instance, evaluation, forEach);
  const sites = keySites(collection, key, to);
  const creation = { attributes, importId: String(goal.value) };
  const { drift, type } = goal;
  const moved: CreateGoal = {
    kind: 'create',
    drift,
    address,
    type,
    creation,
    generated: true,
    replaces: goal.address,
    moved: name.known === 'id',
  };
  yield { goal: moved, sites: withBlock(evaluation, sites, home, block, address) };
}

function collectionOf(
  { declaration, scope }: ResourceInstance,
  evaluation: Evaluation,
  forEach: SourceExpression,
): TraceContext {
  const label = `for_each of ${declaration.type}.${declaration.name}`;
  return repetitionUse(evaluation, scope, forEach, label);
}

/** Adds the block by which Terraform finds the instance under its new key. */
function* withBlock(
  { configuration }: Evaluation,
  sites: Iterable<Site>,
  home: { readonly file: SourceFile; readonly start: number },
  block: BlockParts,
  address: string,
): Generator<Site> {
  const index = home.file.hcl.body.items.findIndex((item) => item.start === home.start);
  for (const site of sites) {
    const edit: Site['edit'] = () => {
      const made = site.edit();
      if (!made.ok) return made;
      return thenEdit(configuration.tree, made.value, home.file.path, (file) => {
        const after = file.body.items[index];
        return appendTopLevel(file, block, after === undefined ? {} : { after });
      });
    };
    yield { ...site, note: `The instance is ${address} from now on.`, edit };
  }
}

function nameOf(goal: Goal) {
  const name = goal.kind === 'value' ? changeableName(goal.type) : undefined;
  if (goal.kind !== 'value' || typeof goal.value !== 'string') return undefined;
  return goal.path.length === 1 && goal.path[0] === name?.attribute ? name : undefined;
}

/** True for a change of name, which is made after the other changes of the resource. */
export function isRename(goal: Goal): boolean {
  return nameOf(goal) !== undefined;
}

/** Why a name cannot be changed where it is written; undefined if it can. */
export function renameBlocked(goal: Goal, evaluation: Evaluation): Refusal | undefined {
  const instance = evaluation.instance(goal.address);
  if (nameOf(goal)?.known !== 'name' || goal.kind !== 'value' || instance === undefined) {
    return undefined;
  }
  const { file, block } = instance.declaration;
  const line = lineAt(file.text, block.start);
  return {
    code: 'renamed-resource',
    reason: `${goal.address} has a new name now. Terraform identifies it by its name: with the new one in the code it would create another, which already exists.`,
    suggestion: `Run \`terraform state rm '${goal.address}'\`, write the new name, and import the resource by it.`,
    nearest: { file: file.path, line },
  };
}

/** The declared attributes of the instance with the new name; undefined if any is unknown. */
function declaredAttributes(
  evaluation: Evaluation,
  { address, value }: ValueGoal,
  name: string,
): Readonly<Record<string, Json>> | undefined {
  const attributes: Record<string, Json> = {};
  for (const [each, declared] of evaluation.attributes(address)) {
    const json = valueToJson(declared);
    if (json === undefined) return undefined;
    attributes[each] = json;
  }
  return { ...attributes, [name]: value };
}

function movedBlock(from: string, to: string): BlockParts {
  return {
    type: 'moved',
    labels: [],
    attributes: [
      { name: 'from', value: { kind: 'raw', text: from } },
      { name: 'to', value: { kind: 'raw', text: to } },
    ],
    blocks: [],
  };
}

/** The places where a collection is written with the key or element to be replaced. */
function* keySites(context: TraceContext, from: string, to: string): Generator<Site> {
  const { expr } = context;
  switch (expr.kind) {
    case 'object':
      yield* itemSites(context, expr, from, to);
      return;
    case 'for-object':
      yield* loopSites(context, expr, from, to);
      return;
    case 'tuple':
      yield* valueSites({ ...context, rest: [{ element: from }] }, to);
      return;
    case 'call':
      if (expr.name === 'merge') {
        for (const each of expr.args) yield* keySites({ ...context, expr: each }, from, to);
        return;
      }
      for (const next of followTrace(context)) yield* keySites(next, from, to);
      return;
    default:
      for (const next of followTrace(context)) yield* keySites(next, from, to);
  }
}

function* itemSites(
  context: TraceContext,
  object: ObjectExpression,
  from: string,
  to: string,
): Generator<Site> {
  const { file } = context.scope;
  const item = object.items.find((each) => entryKey(context, each) === from);
  if (item === undefined || (item.key.kind !== 'variable' && item.key.kind !== 'quoted')) return;
  const { key } = item;
  yield siteIn(file, item.start, context.kind, entryLabel(context, from), () => {
    const text = renderKey(to, key.kind === 'quoted');
    const edit = { offset: key.start, length: key.end - key.start, text };
    return { ok: true, edits: keepAlignment(file.hcl, [edit]) };
  });
}

/** A key that a loop passes on is written in the loop's own collection. */
function* loopSites(
  context: TraceContext,
  loop: ForObject,
  from: string,
  to: string,
): Generator<Site> {
  const [iteration] = iterationsWith(context, loop, from);
  const own = iteration === undefined ? undefined : valueToJson(iteration.key);
  if (own === from) yield* keySites({ ...context, expr: loop.collection }, from, to);
}

/** True when the resource exists only at its new address. */
export function hasMoved(goal: CreateGoal, evaluation: Evaluation): boolean {
  return goal.replaces === undefined || evaluation.instance(goal.replaces) === undefined;
}
