import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Call } from '../../../../code/hcl/syntax/ast.ts';
import { canonicalJson, isJsonArray, isJsonObject, type Json } from '../../../../model/json.ts';
import type { RequiredValue, TraceContext } from './context.ts';
import { isKnownEqual } from './known.ts';
import { expressionOperands, into, type Operand, yieldsWith } from './operand.ts';

/**
 * The value that one operand of `concat`, `setunion` or `merge` needs for the entire call to yield
 * the wanted value, with the others unchanged. Literals come before operands that others may use
 * too.
 */
export function* joinedRequired(
  context: TraceContext,
  call: Call,
  want: Json,
): Generator<RequiredValue> {
  const operands = expressionOperands(context, call);
  const isLiteral = ({ context: { expr } }: Operand) =>
    expr.kind === 'tuple' || expr.kind === 'object';
  const ordered = [...operands.filter(isLiteral), ...operands.filter((each) => !isLiteral(each))];
  const unordered = context.unordered === true || call.name === 'setunion';
  for (const operand of ordered) {
    const others = operands
      .filter((each) => each !== operand)
      .map(({ value }) => valueToJson(value));
    const part = call.name === 'merge' ? entriesLeft(others, want) : membersLeft(others, want);
    const result = part === undefined ? undefined : yieldsWith(context, call, operand, part);
    if (part === undefined || !agrees(result, want, unordered)) continue;
    yield { context: into(operand), want: part };
  }
}

function agrees(result: Json | undefined, want: Json, unordered: boolean): boolean {
  if (!unordered || !isJsonArray(result) || !isJsonArray(want)) return isKnownEqual(result, want);
  return isKnownEqual(result.map(canonicalJson).sort(), want.map(canonicalJson).sort());
}

/**
 * The members that no other operand provides; undefined if one provides a member that is not
 * wanted.
 */
function membersLeft(others: readonly (Json | undefined)[], want: Json): Json | undefined {
  if (!isJsonArray(want)) return undefined;
  const left = [...want];
  for (const other of others) {
    if (!isJsonArray(other)) return undefined;
    for (const member of other) {
      const at = left.findIndex((each) => isKnownEqual(each, member));
      if (at < 0) return undefined;
      left.splice(at, 1);
    }
  }
  return left;
}

/** The entries that no other operand provides with the wanted value. */
function entriesLeft(others: readonly (Json | undefined)[], want: Json): Json | undefined {
  if (!isJsonObject(want)) return undefined;
  const given = new Map<string, Json>();
  for (const other of others) {
    if (other === null) continue;
    if (!isJsonObject(other)) return undefined;
    for (const [key, value] of Object.entries(other)) given.set(key, value);
  }
  const left = Object.entries(want).filter(([key, value]) => !isKnownEqual(given.get(key), value));
  return Object.fromEntries(left);
}
