import { entriesIn } from '../../../../code/hcl/eval/elements.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { ForTuple } from '../../../../code/hcl/syntax/ast.ts';
import { isJsonArray } from '../../../../model/json.ts';
import type { Site } from '../types.ts';
import { conditionIn, evaluated, type TraceContext, valueIn } from './context.ts';
import { forEntries, inIteration, passingIterations } from './for.ts';
import { isKnownEqual } from './known.ts';
import { additionFor } from './loop.ts';
import { holdsMember, type MemberSearch, withElement } from './member-search.ts';

/** Follows a loop to the entry behind the member, or to the condition that keeps the member out. */
export function* loopSites(
  search: MemberSearch,
  context: TraceContext,
  loop: ForTuple,
): Generator<Site> {
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
