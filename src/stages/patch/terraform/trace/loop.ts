import { entriesIn } from '../../../../code/hcl/eval/elements.ts';
import { valueFromJson, valueToJson } from '../../../../code/hcl/eval/json.ts';
import { unknownValue } from '../../../../code/hcl/eval/value.ts';
import type { Expression, ForObject, ForTuple } from '../../../../code/hcl/syntax/ast.ts';
import { descendants } from '../../../../code/hcl/syntax/walk.ts';
import { isJsonObject, type Json, type JsonObject, own } from '../../../../model/json.ts';
import { type AttributePath, valueAtPath } from '../../../../model/path.ts';
import { evaluated, type TraceContext, valueIn } from './context.ts';
import { forEntries, type Iteration, inIteration, passingIterations } from './for.ts';
import { isKnownEqual } from './known.ts';
import { requiredValuesOf } from './required.ts';

/** What a loop's collection would have to contain for one more iteration. */
export interface Addition {
  /** Undefined for a list or set. */
  readonly key: string | undefined;
  readonly item: Json;
  /** The iteration as it would be. */
  readonly iteration: Iteration;
}

/** A value that a loop's expression should have in the new iteration. */
interface Wish {
  readonly expr: Expression;
  readonly want: Json;
}

/**
 * The entry that makes a loop yield the wanted values, found by solving its expressions in an
 * existing iteration: `[for r in rules : "${r.ip}/32"]` needs an `ip`. Values that `if` reads are
 * copied from an iteration that passes. Undefined if the result depends on more than the iterators.
 * `name` becomes the key of an entry of a map if nothing else determines it.
 */
export function additionFor(
  context: TraceContext,
  loop: ForTuple | ForObject,
  wishes: readonly Wish[],
  name?: string,
): Addition | undefined {
  const [passing] = passingIterations(context, loop);
  const iteration = passing ?? forEntries(valueIn(context, loop.collection))[0] ?? unseen;
  const inside = inIteration(context, loop, iteration);
  const assignments: Assignment[] = [];
  for (const { expr, want } of wishes) {
    const found = solve({ ...inside, expr }, loop, want);
    if (found === undefined) return undefined;
    assignments.push(...found);
  }
  if (passing !== undefined && loop.condition !== undefined) {
    assignments.push(...lookedAt(inside, loop, loop.condition));
  }
  return assembled(context, loop, iteration, assignments, name);
}

/** An iteration of a collection that has none yet. */
const unseen: Iteration = {
  key: unknownValue('no iteration'),
  value: unknownValue('no iteration'),
};

/** A part of the entry, and the value that it should have. */
export interface Assignment {
  readonly part: 'key' | 'value';
  readonly path: AttributePath;
  readonly want: Json;
}

/** Maximum number of steps when solving an expression. */
const furthest = 12;

function solve(
  context: TraceContext,
  loop: ForTuple | ForObject,
  want: Json,
  depth = 0,
): readonly Assignment[] | undefined {
  const { expr } = context;
  const own = iteratorAt(context, loop, expr);
  if (own !== undefined) return [{ ...own, path: [...own.path, ...context.rest], want }];
  if (depth > furthest) return undefined;
  if (expr.kind === 'object' && context.rest.length === 0 && isJsonObject(want)) {
    return solveEntries(context, loop, expr.items, want, depth);
  }
  if (!reads(context, loop, expr)) {
    return isKnownEqual(valueAtPath(evaluated(context), context.rest), want) ? [] : undefined;
  }
  if (expr.kind === 'call' && expr.name === 'merge' && isEntries(context, want)) {
    return solveMerged(context, loop, want, depth);
  }
  for (const required of requiredValuesOf(context, want)) {
    const found = solve(required.context, loop, required.want, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isEntries({ rest }: TraceContext, want: Json): want is JsonObject {
  return rest.length === 0 && isJsonObject(want);
}

/** `merge(rule, { group = group })`: each entry in the operand that has it. */
function solveMerged(
  context: TraceContext,
  loop: ForTuple | ForObject,
  want: JsonObject,
  depth: number,
): readonly Assignment[] | undefined {
  const all: Assignment[] = [];
  for (const [name, wanted] of Object.entries(want)) {
    const found = solve({ ...context, rest: [name] }, loop, wanted, depth + 1);
    if (found === undefined) return undefined;
    all.push(...found);
  }
  return all;
}

function solveEntries(
  context: TraceContext,
  loop: ForTuple | ForObject,
  items: readonly { readonly key: Expression; readonly value: Expression }[],
  want: JsonObject,
  depth: number,
): readonly Assignment[] | undefined {
  const all: Assignment[] = [];
  for (const { key, value } of items) {
    const name = key.kind === 'variable' ? key.name : evaluated(context, key);
    if (typeof name !== 'string') return undefined;
    // What is not asked for may be left out of the new entry, too.
    if (!Object.hasOwn(want, name) && reads(context, loop, value)) continue;
    const wanted = own(want, name) ?? null;
    const found = solve({ ...context, expr: value }, loop, wanted, depth + 1);
    if (found === undefined) return undefined;
    all.push(...found);
  }
  return all;
}

/** The part of the loop's entry to which a reference resolves. */
function iteratorAt(
  context: TraceContext,
  loop: ForTuple | ForObject,
  expr: Expression,
): { readonly part: 'key' | 'value'; readonly path: AttributePath } | undefined {
  const definition = context.evaluation.define(context.scope, expr);
  if (definition?.kind !== 'iterator' || definition.expr !== loop.collection) return undefined;
  return { part: definition.part, path: definition.rest };
}

function reads(context: TraceContext, loop: ForTuple | ForObject, expr: Expression): boolean {
  for (const node of descendants(expr)) {
    const isName = node.kind === 'variable' || node.kind === 'get';
    if (isName && iteratorAt(context, loop, node) !== undefined) return true;
  }
  return false;
}

/** The values that the condition reads, as they are in the iteration that passes. */
function lookedAt(
  context: TraceContext,
  loop: ForTuple | ForObject,
  condition: Expression,
): readonly Assignment[] {
  const found: Assignment[] = [];
  for (const node of descendants(condition)) {
    if (node.kind !== 'get' && node.kind !== 'index') continue;
    const own = iteratorAt(context, loop, node);
    const want = own?.part === 'value' ? evaluated(context, node) : undefined;
    if (own !== undefined && want !== undefined) found.push({ ...own, want });
  }
  return found;
}

/** The entry that results from all assignments; undefined if two contradict each other. */
function assembled(
  context: TraceContext,
  loop: ForTuple | ForObject,
  iteration: Iteration,
  assignments: readonly Assignment[],
  name: string | undefined,
): Addition | undefined {
  const isMap = entriesIn(valueIn(context, loop.collection)) !== undefined;
  let key: Json | undefined;
  let item: Json | undefined;
  for (const { part, path, want } of assignments) {
    if (part === 'key' && path.length === 0 && (key === undefined || isKnownEqual(key, want)))
      key = want;
    else if (part === 'value') item = assign(item, path, want);
    else return undefined;
    if (part === 'value' && item === undefined) return undefined;
  }
  if (isMap) key ??= name;
  if (isMap ? typeof key !== 'string' : key !== undefined) return undefined;
  // If nothing reads the map's values, the new entry is a copy of another.
  if (item === undefined && isMap) item = valueToJson(iteration.value);
  if (item === undefined) return undefined;
  const index = forEntries(valueIn(context, loop.collection)).length;
  const made: Iteration = { key: valueFromJson(key ?? index), value: valueFromJson(item) };
  const passes =
    loop.condition === undefined ||
    evaluated(inIteration(context, loop, made), loop.condition) === true;
  if (!passes) return undefined;
  return { key: typeof key === 'string' ? key : undefined, item, iteration: made };
}

function assign(item: Json | undefined, path: AttributePath, want: Json): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return item === undefined || isKnownEqual(item, want) ? want : undefined;
  if (typeof step !== 'string' || (item !== undefined && !isJsonObject(item))) return undefined;
  const inner = assign(item && own(item, step), rest, want);
  return inner === undefined ? undefined : { ...item, [step]: inner };
}
