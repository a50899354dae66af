import type { Binary, Expression, Unary } from '../../../../code/hcl/syntax/ast.ts';
import type { Json } from '../../../../model/json.ts';
import { evaluated, type RequiredValue, type TraceContext } from './context.ts';
import { isKnownEqual } from './known.ts';
import { fillerExpression } from './operand.ts';

/** Solves `!x` and `-x`. */
export function* unaryRequired(
  context: TraceContext,
  expr: Unary,
  want: Json,
): Generator<RequiredValue> {
  if (context.rest.length > 0) return;
  const inner = { ...context, expr: expr.value };
  if (expr.operator === '!') {
    if (typeof want === 'boolean') yield { context: inner, want: !want };
    return;
  }
  const number = knownNumber(want);
  if (number !== undefined) yield { context: inner, want: -number };
}

/**
 * The operand that makes `a * b` yield the wanted value, with the other one unchanged. A name is
 * preferred to a number, and a number to one that only converts units: `5 * 60` becomes `9 * 60`.
 */
export function* binaryRequired(
  context: TraceContext,
  expr: Binary,
  want: Json,
): Generator<RequiredValue> {
  if (context.rest.length > 0) return;
  const sides = (['left', 'right'] as const).toSorted(
    (a, b) => rankOf(context, expr[a]) - rankOf(context, expr[b]),
  );
  const hasName = sides.some((side) => rankOf(context, expr[side]) === 0);
  for (const [index, side] of sides.entries()) {
    // Next to a name, a factor that converts units is not meant to be changed.
    if (index > 0 && rankOf(context, expr[side]) >= 2 && hasName) continue;
    const wanted = inverse(context, expr, side, want);
    if (wanted === undefined || !yields(context, expr, side, wanted, want)) continue;
    yield { context: { ...context, expr: expr[side] }, want: wanted };
  }
}

type Side = 'left' | 'right';

function yields(
  context: TraceContext,
  expr: Binary,
  side: Side,
  operand: Json,
  want: Json,
): boolean {
  const { expr: filler, scope } = fillerExpression(context, operand);
  const value = evaluated({ ...context, scope }, { ...expr, [side]: filler });
  return isKnownEqual(value, typeof value === 'number' ? knownNumber(want) : want);
}

function inverse(context: TraceContext, expr: Binary, side: Side, want: Json): Json | undefined {
  const other = evaluated(context, side === 'left' ? expr.right : expr.left);
  const current = evaluated(context, expr[side]);
  if (expr.operator === '&&' || expr.operator === '||') {
    return typeof want === 'boolean' ? want : undefined;
  }
  const [wanted, known, old] = [knownNumber(want), knownNumber(other), knownNumber(current)];
  if (wanted === undefined || known === undefined || old === undefined) return undefined;
  const result = solved(expr.operator, side, known, wanted);
  if (result === undefined || !Number.isFinite(result)) return undefined;
  // A whole number is rarely meant to become a fraction, such as half a gigabyte.
  return Number.isInteger(result) || !Number.isInteger(old) ? result : undefined;
}

function solved(
  operator: Binary['operator'],
  side: Side,
  known: number,
  wanted: number,
): number | undefined {
  switch (operator) {
    case '+':
      return wanted - known;
    case '-':
      return side === 'left' ? wanted + known : known - wanted;
    case '*':
      return wanted / known;
    case '/':
      return side === 'left' ? wanted * known : known / wanted;
    default:
      return undefined;
  }
}

/** A number, also one written as text, which Terraform converts. */
export function knownNumber(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) && String(number) === value ? number : undefined;
}

/** Numbers that convert units of time and size. */
const units = new Set([7, 24, 30, 60, 365, 1000, 1024, 3600, 86_400, 1_000_000, 1_048_576]);

/**
 * How unlikely an operand is meant to be changed, lowest first. Of `24 * 60 * 60` it is the
 * smallest factor.
 */
function rankOf(context: TraceContext, expr: Expression): number {
  switch (expr.kind) {
    case 'parentheses':
      return rankOf(context, expr.value);
    case 'binary':
      return Math.min(rankOf(context, expr.left), rankOf(context, expr.right));
    case 'number': {
      const value = knownNumber(evaluated(context, expr)) ?? 0;
      return units.has(value) ? 2 + value : 1;
    }
    default:
      return 0;
  }
}
