import { listInsert, listRemove } from '../../../../code/hcl/edit/list.ts';
import { elementsOfValue, entriesIn } from '../../../../code/hcl/eval/elements.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Expression, ForTuple, Tuple } from '../../../../code/hcl/syntax/ast.ts';
import { isJsonArray } from '../../../../model/json.ts';
import { siteIn } from '../site.ts';
import type { Site } from '../types.ts';
import { clearedSites } from './cleared.ts';
import { conditionIn, evaluated, type TraceContext, valueIn } from './context.ts';
import { decodedMemberSites, isDecoding } from './decoded.ts';
import { entryKind, followTrace } from './follow.ts';
import { forEntries, inIteration, passingIterations } from './for.ts';
import { isKnownEqual } from './known.ts';
import { additionFor } from './loop.ts';
import { isJoining, memberCallSites } from './member-call.ts';
import {
  type Deeper,
  holdsMember,
  type MemberSearch,
  type Membership,
  withElement,
} from './member-search.ts';
import { narrowed } from './narrow.ts';
import { nest } from './nest.ts';
import { type SplatChain, splatChain } from './splat.ts';
import { filledIn, itemPosition } from './typed.ts';

/**
 * Every place to edit so that the member is added or removed, deepest first. `deeper` finds the
 * places for a value, if the member depends on one.
 */
export function* membershipSites(
  deeper: Deeper,
  context: TraceContext,
  membership: Membership,
): Generator<Site> {
  const { expr, rest } = context;
  if (isDecoding(expr)) {
    yield* decodedMemberSites(followTrace, context, membership);
    return;
  }
  const search: MemberSearch = {
    deeper,
    membership,
    within: (next, other = membership) => membershipSites(deeper, next, other),
  };
  if (rest.length > 0) {
    yield* onwards(search, context);
    return;
  }
  switch (expr.kind) {
    case 'tuple':
      yield* tupleSites(search, context, expr);
      return;
    case 'for-tuple':
      yield* loopSites(search, context, expr);
      return;
    case 'call':
      if (isJoining(expr)) yield* memberCallSites(search, context, expr);
      else yield* onwards(search, context);
      return;
    default:
      yield* onwards(search, context);
  }
}

function* onwards(search: MemberSearch, context: TraceContext): Generator<Site> {
  const { action, element } = search.membership;
  const chain = context.rest.length === 0 ? splatChain(context, context.expr) : undefined;
  if (chain !== undefined) {
    yield* splatSites(search, context, chain);
    return;
  }
  for (const next of followTrace(context)) yield* search.within(next);
  const { expr, rest } = context;
  // If nothing is set yet, the entire list has to be written: `lookup(map, key, [])`.
  if (expr.kind === 'object' && rest.length > 0 && action === 'add') {
    const now = filledIn(context, []);
    yield* search.deeper(context, [...(isJsonArray(now) ? now : []), element]);
  }
}

/**
 * `rules[*].cidr`: the object behind the member; a new object gets the attributes that the splat
 * reads.
 */
function* splatSites(
  search: MemberSearch,
  context: TraceContext,
  { splat, steps }: SplatChain,
): Generator<Site> {
  const { action, element } = search.membership;
  const of = { ...context, expr: splat.of };
  const [name, ...more] = steps;
  // A single value is the only element, and null is none.
  if (elementsOfValue(valueIn(of)) === undefined) {
    const isFree = (evaluated(of) ?? null) === null;
    const value = nest(steps, element);
    if (value === undefined || isFree !== (action === 'add')) return;
    if (action === 'add') yield* search.deeper(of, value);
    else yield* clearedSites(search.deeper, of);
    return;
  }
  if (action === 'add') {
    if (typeof name !== 'string' || more.length > 0) return;
    yield* search.within(of, withElement(search, { [name]: element }));
    return;
  }
  for (const [index, member] of (elementsOfValue(valueIn(context)) ?? []).entries()) {
    const value = valueToJson(member);
    if (value === undefined || !holdsMember(value, element)) continue;
    const object = elementsOfValue(valueIn(of))?.[index];
    const item = object === undefined ? undefined : valueToJson(object);
    if (isJsonArray(value)) yield* search.within({ ...of, rest: [index, ...steps] });
    else if (item !== undefined) yield* search.within(of, withElement(search, item));
  }
}

function* tupleSites(search: MemberSearch, context: TraceContext, tuple: Tuple): Generator<Site> {
  const { file } = context.scope;
  const { action, input, element } = search.membership;
  const values = tuple.items.map((item) => evaluated(context, item));
  const nested = tuple.items.filter((_, index) => isJsonArray(values[index]));
  // For lists that are flattened: the member is added to one of them, like its neighbors.
  const isNested = nested.length > 0 && nested.length === tuple.items.length;
  if (action === 'add') {
    if (isNested && !isJsonArray(element)) yield* joinedSites(search, context, nested);
    yield siteIn(file, tuple.start, listKind(context), context.label, () =>
      listInsert(file.hcl, tuple, input),
    );
    if (!isNested) yield* joinedSites(search, context, nested);
    return;
  }
  const index = itemPosition(context, tuple, element);
  const item = tuple.items[index];
  if (item !== undefined) {
    yield siteIn(file, item.start, listKind(context), `${context.label}[${index}]`, () =>
      listRemove(file.hcl, tuple, index),
    );
  }
  for (const expr of nested) {
    const value = evaluated(context, expr);
    if (value !== undefined && holdsMember(value, element))
      yield* search.within({ ...context, expr });
  }
}

/**
 * Lists to which the member could be added. Those written here come before those that others may
 * use too.
 */
function* joinedSites(
  search: MemberSearch,
  context: TraceContext,
  lists: readonly Expression[],
): Generator<Site> {
  const written = lists.filter((expr) => expr.kind === 'tuple').reverse();
  const others = lists.filter((expr) => expr.kind !== 'tuple').reverse();
  for (const expr of written) {
    const found = search.within({ ...context, expr });
    yield* others.length > 0 ? narrowed(found) : found;
  }
  for (const expr of others) yield* search.within({ ...context, expr });
}

function listKind(context: TraceContext): TraceContext['kind'] {
  const kind = entryKind(context);
  return kind === 'map entry' ? 'list element' : kind;
}

/** Follows a loop to the entry behind the member, or to the condition that keeps the member out. */
function* loopSites(search: MemberSearch, context: TraceContext, loop: ForTuple): Generator<Site> {
  const { action, element } = search.membership;
  const collection = { ...context, expr: loop.collection };
  const isMap = entriesIn(valueIn(collection)) !== undefined;
  const { condition } = loop;
  const passing = passingIterations(context, loop);
  const iterations = action === 'remove' ? passing : forEntries(valueIn(collection));
  yield* innerSites(search, context, loop);
  for (const iteration of iterations) {
    const inside = inIteration(context, loop, iteration);
    if (action === 'add' && passing.includes(iteration)) continue;
    if (!isKnownEqual(evaluated(inside, loop.value), element)) continue;
    const key = valueToJson(iteration.key);
    const item = valueToJson(iteration.value);
    if (action === 'remove' && isMap && typeof key === 'string') {
      yield* search.deeper({ ...collection, rest: [key] }, null);
    } else if (action === 'remove' && item !== undefined) {
      yield* search.within(collection, withElement(search, item));
    }
    // The condition can let the iteration pass or not, without a change to its entry.
    if (condition !== undefined) {
      yield* search.deeper(conditionIn(inside, condition), action === 'add');
    }
  }
  if (action === 'remove') return;
  const addition = additionFor(context, loop, [{ expr: loop.value, want: element }]);
  if (addition === undefined) return;
  const { key, item } = addition;
  if (key !== undefined) yield* search.deeper({ ...collection, rest: [key] }, item);
  else yield* search.within(collection, withElement(search, item));
}

/** For a loop that yields lists to be flattened: the list with the member, or the only list. */
function* innerSites(search: MemberSearch, context: TraceContext, loop: ForTuple): Generator<Site> {
  const { action, element } = search.membership;
  const iterations = passingIterations(context, loop);
  if (isJsonArray(element)) return;
  const lists = iterations
    .map((iteration) => ({ ...inIteration(context, loop, iteration), expr: loop.value }))
    .filter((inside) => {
      const value = evaluated(inside);
      return isJsonArray(value) && (action === 'add' || holdsMember(value, element));
    });
  if (action === 'remove' || iterations.length === 1) {
    for (const inside of lists) yield* search.within(inside);
    return;
  }
  // Of several lists, one that is made by a loop may be the only one that can have such a member.
  if (loop.value.kind !== 'for-tuple') return;
  const found = lists
    .map((inside) => [...search.within(inside)])
    .filter(({ length }) => length > 0);
  if (found.length === 1) yield* found.flat();
}
