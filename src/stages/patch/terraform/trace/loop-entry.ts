import { entriesIn } from '../../../../code/hcl/eval/elements.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { ForObject } from '../../../../code/hcl/syntax/ast.ts';
import type { Json } from '../../../../model/json.ts';
import type { Site } from '../types.ts';
import { type TraceContext, valueIn } from './context.ts';
import { iterationsWith } from './for.ts';
import { additionFor } from './loop.ts';
import { type Deeper, literalMembership } from './member-search.ts';
import { membershipSites } from './membership.ts';
import { nest } from './nest.ts';

/** Adds an entry that a loop does not yield yet, or removes one that it yields. */
export function* loopEntrySites(
  deeper: Deeper,
  context: TraceContext,
  loop: ForObject,
  want: Json,
): Generator<Site> {
  const [key, ...rest] = context.rest;
  if (typeof key !== 'string') return;
  const collection = { ...context, expr: loop.collection };
  const [iteration] = iterationsWith(context, loop, key);
  if (iteration !== undefined) {
    if (want !== null || rest.length > 0) return;
    const own = valueToJson(iteration.key);
    const element = valueToJson(iteration.value);
    if (entriesIn(valueIn(collection)) !== undefined && typeof own === 'string') {
      yield* deeper({ ...collection, rest: [own] }, null);
    } else if (element !== undefined) {
      yield* partMembers(deeper, collection, 'remove', element);
    }
    return;
  }
  const value = nest(rest, want);
  if (want === null || value === undefined || loop.group) return;
  const wishes = [
    { expr: loop.key, want: key },
    { expr: loop.value, want: value },
  ];
  const addition = additionFor(context, loop, wishes);
  if (addition === undefined) return;
  if (addition.key === undefined) yield* partMembers(deeper, collection, 'add', addition.item);
  else yield* deeper({ ...collection, rest: [addition.key] }, addition.item);
}

function partMembers(
  deeper: Deeper,
  context: TraceContext,
  action: 'add' | 'remove',
  element: Json,
): Iterable<Site> {
  return membershipSites(deeper, { ...context, rest: [] }, literalMembership(action, element));
}
