import type { Body } from '../../../code/hcl/syntax/ast.ts';
import { attributeIn } from '../../../code/hcl/syntax/walk.ts';
import { parseAddress } from '../../../code/terraform/address.ts';
import type { ResourceDefinition } from '../../../code/terraform/config/blocks.ts';
import type { ModuleInstance, ResourceInstance } from '../../../code/terraform/config/scope.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
} from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import type { CreateGoal } from '../types.ts';
import { type EachSearch, solveEach } from './generated-solve.ts';
import {
  evaluated,
  repetitionUse,
  type TraceContext,
  traceStart,
  valueIn,
} from './trace/context.ts';
import { isKnownEqual } from './trace/known.ts';
import type { Assignment } from './trace/loop.ts';

/** What a `for_each` collection would have to contain for one more instance. */
export interface GeneratedEntry {
  readonly key: string;
  /** The value of the entry; undefined if the collection is a set, whose members are the keys. */
  readonly item: Json | undefined;
  /** The `for_each` expression. */
  readonly collection: TraceContext;
}

/**
 * Entries that could make a block yield a resource with these attributes, all with the same key,
 * found by solving its arguments: `cidr_ipv4 = each.value` needs the network. Several if the block
 * does not read the values; empty if an argument cannot be produced.
 */
export function generatedEntriesFor(
  goal: CreateGoal,
  evaluation: Evaluation,
  declaration: ResourceDefinition,
  home: ModuleInstance,
): readonly GeneratedEntry[] {
  const { forEach, file } = declaration;
  const instances = evaluation
    .instancesOf(declaration)
    .filter(({ scope }) => scope.instance.address === home.address);
  const [instance] = instances;
  if (forEach === undefined || instance === undefined) return [];
  const collection = repetitionUse(evaluation, instance.scope, forEach, '');
  const search = { evaluation, instance, source: forEach.expr, keys: keysIn(evaluation, home) };
  const context = { ...collection, scope: evaluation.inFile(instance.scope, file) };
  const assignments = bodyAssignments(
    search,
    context,
    declaration.block.body,
    goal.creation.attributes,
  );
  return assemble(goal, collection, instances, assignments);
}

/**
 * The key with which an attribute of an instance would have the value; undefined if there is none.
 */
export function solveKey(
  instance: ResourceInstance,
  evaluation: Evaluation,
  attribute: string,
  want: Json,
): string | undefined {
  const { forEach, block, file } = instance.declaration;
  const written = attributeIn(block, attribute);
  if (forEach === undefined || written === undefined) return undefined;
  const search = { evaluation, instance, source: forEach.expr, keys: [] };
  const scope = evaluation.inFile(instance.scope, file);
  const context = traceStart(evaluation, written.value, scope, '', 'for_each entry');
  const [only, ...more] = solveEach(search, context, want, 0) ?? [];
  if (only === undefined || more.length > 0 || only.path.length > 0) return undefined;
  const isKey = only.part === 'key' || valueIn({ ...context, expr: forEach.expr }).kind === 'set';
  return isKey && typeof only.want === 'string' ? only.want : undefined;
}

/** The string keys of all instances in a module. */
function keysIn(evaluation: Evaluation, { address }: ModuleInstance): readonly string[] {
  const keys = evaluation.addresses().flatMap((each) => {
    const instance = evaluation.instance(each);
    const inside = instance?.scope.instance.address === address;
    return inside && typeof instance.key === 'string' ? [instance.key] : [];
  });
  return [...new Set(keys)];
}

function bodyAssignments(
  search: EachSearch,
  context: TraceContext,
  body: Body,
  attributes: JsonObject,
): readonly Assignment[] {
  return body.items.flatMap((item) => {
    if (item.kind === 'broken') return [];
    const name = item.kind === 'attribute' ? item.name : item.type;
    const want = own(attributes, name) ?? null;
    if (item.kind === 'block') {
      const inner = isJsonArray(want) ? want[0] : want;
      return isJsonObject(inner) ? bodyAssignments(search, context, item.body, inner) : [];
    }
    if (item.value === search.source || want === null) return [];
    return solveEach(search, { ...context, expr: item.value }, want, 0) ?? [];
  });
}

function assemble(
  goal: CreateGoal,
  collection: TraceContext,
  instances: readonly ResourceInstance[],
  assignments: readonly Assignment[],
): readonly GeneratedEntry[] {
  const isSet = valueIn(collection).kind === 'set';
  let key: Json | undefined;
  let item: Json | undefined;
  for (const { part, path, want } of assignments) {
    if (part === 'key' || isSet) {
      if (path.length > 0 || (key !== undefined && !isKnownEqual(key, want))) return [];
      key = want;
    } else {
      item = assign(item, path, want);
      if (item === undefined) return [];
    }
  }
  if (isSet) return typeof key === 'string' ? [{ key, item: undefined, collection }] : [];
  const name = typeof key === 'string' ? key : nameFor(goal, instances);
  if (name === undefined) return [];
  const items = item === undefined ? samplesOf(collection) : [item];
  return items.map((each) => ({ key: name, item: each, collection }));
}

function assign(item: Json | undefined, path: AttributePath, want: Json): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return item === undefined || isKnownEqual(item, want) ? want : undefined;
  if (typeof step === 'number') return assignItem(item ?? [], step, rest, want);
  if (typeof step !== 'string' || (item !== undefined && !isJsonObject(item))) return undefined;
  const inner = assign(item && own(item, step), rest, want);
  return inner === undefined ? undefined : { ...item, [step]: inner };
}

/** The items of a new list have to be assigned in their order. */
function assignItem(list: Json, index: number, rest: AttributePath, want: Json): Json | undefined {
  if (!isJsonArray(list) || index > list.length) return undefined;
  const made = assign(list[index], rest, want);
  return made === undefined ? undefined : [...list.slice(0, index), made, ...list.slice(index + 1)];
}

/** An unused key in the style of the others; undefined if there is none. */
function nameFor(goal: CreateGoal, instances: readonly ResourceInstance[]): string | undefined {
  const proposed = parseAddress(goal.address)?.name;
  if (proposed === undefined) return undefined;
  // A key need not repeat the name of its block.
  const block = `${instances[0]?.declaration.name ?? ''}_`;
  const name = proposed.startsWith(block) ? proposed.slice(block.length) : proposed;
  const keys = new Set(instances.map(({ key }) => String(key)));
  const dashed = [...keys].some((key) => key.includes('-')) && ![...keys].join('').includes('_');
  const spelled = dashed ? name.replaceAll('_', '-') : name;
  return keys.has(spelled) ? undefined : spelled;
}

/** Maximum number of sample entries to try if nothing determines what a new one should contain. */
const maxSamples = 4;

/**
 * For a map whose values are never read: samples for a new entry, which are copies of the others
 * and variants with everything switched off.
 */
function samplesOf(collection: TraceContext): readonly Json[] {
  const map = evaluated(collection);
  const values = isJsonObject(map) ? Object.values(map) : [];
  const all = new Map(values.map((value) => [canonicalJson(value), value]));
  const few = [...all.values()].slice(0, maxSamples);
  const off = few.filter(isJsonObject).map(switchedOff);
  return [...new Map([...few, ...off].map((value) => [canonicalJson(value), value])).values()];
}

function switchedOff(value: JsonObject): JsonObject {
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, each]) => [name, each === true ? false : each]));
}
