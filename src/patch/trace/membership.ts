import { listInsert, listRemove } from '../../hcl/edit/list.ts';
import { valueToJson } from '../../hcl/eval/json.ts';
import type { Tuple } from '../../hcl/syntax/ast.ts';
import { isJsonArray } from '../../model/json.ts';
import { siteIn } from '../site.ts';
import type { Site } from '../types.ts';
import {
  type Context,
  elementsOf,
  evaluated,
  isSame,
  loosely,
  positionOf,
  valueIn,
} from './context.ts';
import { entryKind, follow } from './follow.ts';
import { callSites, isJoining } from './member-call.ts';
import { loopSites } from './member-loop.ts';
import {
  type Deeper,
  holds,
  type MemberSearch,
  type Membership,
  withElement,
} from './member-search.ts';
import { splatChain } from './splat.ts';

/**
 * Every place that could be edited so that the member joins or leaves, deepest first. `deeper`
 * finds the places for a value, where a member comes or goes with one.
 */
export function* membershipSites(
  deeper: Deeper,
  context: Context,
  membership: Membership,
): Generator<Site> {
  const { expr, rest } = context;
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
      if (isJoining(expr)) yield* callSites(search, context, expr);
      else yield* onwards(search, context);
      return;
    default:
      yield* onwards(search, context);
  }
}

function* onwards(search: MemberSearch, context: Context): Generator<Site> {
  const { action, element } = search.membership;
  const chain = context.rest.length === 0 ? splatChain(context, context.expr) : undefined;
  if (chain !== undefined) {
    const [name, ...more] = chain.steps;
    const of = { ...context, expr: chain.splat.of };
    const members = elementsOf(valueIn(context)) ?? [];
    const index = action === 'remove' ? positionOf(members, element) : -1;
    const gone = elementsOf(valueIn(of))?.[index];
    const fresh = typeof name === 'string' && more.length === 0 ? { [name]: element } : undefined;
    const item = gone === undefined ? fresh : valueToJson(gone);
    if (item !== undefined) yield* search.within(of, withElement(search, item));
    return;
  }
  for (const next of follow(context)) yield* search.within(next);
  const { expr, rest } = context;
  // Where nothing is set yet the whole list has to be written: `lookup(map, key, [])`.
  if (expr.kind === 'object' && rest.length > 0 && action === 'add') {
    yield* search.deeper(context, [element]);
  }
}

function* tupleSites(search: MemberSearch, context: Context, tuple: Tuple): Generator<Site> {
  const { file } = context.scope;
  const { action, input, element } = search.membership;
  const values = tuple.items.map((item) => evaluated(context, item));
  if (action === 'add') {
    yield siteIn(file, tuple.start, listKind(context), context.label, () =>
      listInsert(file.hcl, tuple, input),
    );
  } else {
    const index = values.findIndex((value) => isSame(loosely(value), loosely(element)));
    const item = tuple.items[index];
    if (item !== undefined) {
      yield siteIn(file, item.start, listKind(context), `${context.label}[${index}]`, () =>
        listRemove(file.hcl, tuple, index),
      );
    }
  }
  // A list of lists that is flattened, or of references to lists, may hold it further down.
  for (const [index, item] of tuple.items.entries()) {
    const value = values[index];
    if (!isJsonArray(value) || (action === 'remove' && !holds(value, element))) continue;
    yield* search.within({ ...context, expr: item });
  }
}

function listKind(context: Context): Context['kind'] {
  const kind = entryKind(context);
  return kind === 'map entry' ? 'list element' : kind;
}
