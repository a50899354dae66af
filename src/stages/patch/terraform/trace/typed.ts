import type { Tuple } from '../../../../code/hcl/syntax/ast.ts';
import { isJsonArray, isJsonObject, type Json, own } from '../../../../model/json.ts';
import { type AttributePath, valueAtPath } from '../../../../model/path.ts';
import { setAt } from '../set-at.ts';
import { evaluated, type TraceContext } from './context.ts';
import { isKnownEqual, loosely } from './known.ts';
import { nest } from './nest.ts';

/**
 * The position of the item that yields a member; -1 if none does. The type of a variable may fill
 * in what the item leaves out, as `optional(string, "tcp")` does.
 */
export function itemPosition(context: TraceContext, tuple: Tuple, member: Json): number {
  return positionAmong(
    tuple.items.map((item) => evaluated(context, item)),
    member,
  );
}

/** The same for the values of the items. */
export function positionAmong(items: readonly (Json | undefined)[], member: Json): number {
  const found = items.findIndex((item) => isKnownEqual(loosely(item), loosely(member)));
  if (found >= 0) return found;
  const partial = items.flatMap((item, index) =>
    isJsonObject(item) && isWithin(item, member) ? [index] : [],
  );
  return partial.length === 1 ? (partial[0] ?? -1) : -1;
}

function isWithin(item: Json, member: Json | undefined): boolean {
  if (isJsonObject(item) && isJsonObject(member)) {
    return Object.entries(item).every(([name, value]) => isWithin(value, own(member, name)));
  }
  if (isJsonArray(item) && isJsonArray(member)) {
    return (
      item.length === member.length && item.every((value, index) => isWithin(value, member[index]))
    );
  }
  return isKnownEqual(loosely(item), loosely(member));
}

/**
 * What `rest` selects now, although nothing is written there: the default that the type of a
 * variable gives it.
 */
export function filledIn({ typedBy }: TraceContext, rest: AttributePath): Json | undefined {
  if (typedBy === undefined) return undefined;
  const path = typedBy.rest.slice(0, Math.max(0, typedBy.rest.length - rest.length));
  return valueAtPath(evaluated(typedBy), path);
}

/**
 * Values for an entry that is not written yet, so that `rest` in it becomes `want`: with this
 * alone, or with what its default has besides.
 */
export function newEntries(
  context: TraceContext,
  rest: AttributePath,
  want: Json,
): readonly Json[] {
  const plain = nest(rest, want);
  const now = rest.length === 0 ? undefined : filledIn(context, rest);
  const full = now === undefined || now === null ? undefined : setAt(now, rest, want);
  return [plain, full].filter((each) => each !== undefined);
}
