import type { Expression, ForTuple } from '../../../../code/hcl/syntax/ast.ts';
import { isJsonArray, isJsonObject, type Json, own } from '../../../../model/json.ts';
import { type AssignmentReading, type DynamicAssignment, isBlankAssignment } from './assignment.ts';
import { composeEntry } from './compose.ts';

type Alternatives = readonly (readonly DynamicAssignment[])[];
type Solve = (reading: AssignmentReading, expr: Expression, want: Json) => Alternatives;

/**
 * `[for d in x.value.days : { days = d }]`: what the collection has to contain for the loop to
 * yield `want`.
 */
export function loopAssignments(
  solve: Solve,
  reading: AssignmentReading,
  { collection, condition, value, valueName }: ForTuple,
  want: Json,
): Alternatives {
  if (condition !== undefined || !isJsonArray(want)) return [];
  const inside = { ...reading, element: valueName };
  const items = want.map((each) => {
    const needed = partsOf(value, each).map((part) => solve(inside, part.expr, part.want)[0]);
    const known = needed.filter((assignments) => assignments !== undefined);
    return known.length < needed.length ? undefined : composeEntry(known)?.value;
  });
  const known = items.filter((item) => item !== undefined);
  return known.length < items.length ? [] : solve(reading, collection, known);
}

/** The entries of an object are solved one by one. */
function partsOf(
  expr: Expression,
  want: Json,
): readonly { readonly expr: Expression; readonly want: Json }[] {
  if (expr.kind !== 'object' || !isJsonObject(want)) return [{ expr, want }];
  return expr.items.flatMap(({ key, value }) => {
    const wanted = key.kind === 'variable' ? (own(want, key.name) ?? null) : null;
    return isBlankAssignment(wanted) ? [] : [{ expr: value, want: wanted }];
  });
}
