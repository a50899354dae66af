import { renderHclValue } from '../../../../code/hcl/edit/render.ts';
import type { Expression, ObjectExpression } from '../../../../code/hcl/syntax/ast.ts';
import type { Repetition } from '../../../../code/terraform/config/scope.ts';
import { evaluated, type TraceContext } from '../trace/context.ts';
import { entryKey } from '../trace/follow.ts';

/** Individual values for some instances, next to the expression that the others share. */
export interface Override {
  readonly entries: readonly OverrideEntry[];
  /** The expression for the other instances. */
  readonly fallback: Expression;
  /** The map, if the override is written as `lookup({ ... }, each.key, fallback)`. */
  readonly map?: ObjectExpression;
}

export interface OverrideEntry {
  readonly key: string;
  readonly value: Expression;
}

/** The instance's key as written in a map of overrides. */
export function formKey(repetition: Repetition): string {
  return repetition.kind === 'for_each' ? repetition.key : String(repetition.index);
}

/** The key as a literal for comparisons. */
function literalKey(repetition: Repetition): string {
  return repetition.kind === 'for_each' ? renderHclValue(repetition.key) : String(repetition.index);
}

/** `each.key` or `count.index`. */
export function overlaySelector(repetition: Repetition): string {
  return repetition.kind === 'for_each' ? 'each.key' : 'count.index';
}

/** An HCL condition that is true for this instance only. */
export function isInstance(repetition: Repetition): string {
  return `${overlaySelector(repetition)} == ${literalKey(repetition)}`;
}

/**
 * Recognizes `each.key == "a" ? x : y`, chains of it, and `lookup({ a = x }, each.key, y)`.
 * Undefined for anything else: a condition that compares with anything but a literal key is not an
 * override.
 */
export function readOverride(context: TraceContext): Override | undefined {
  const { repetition } = context.scope;
  if (repetition === undefined) return undefined;
  const expr = bare(context.expr);
  if (expr.kind === 'conditional') {
    const key = comparedKey(context, expr.condition, repetition);
    if (key === undefined) return undefined;
    const entry = { key, value: expr.whenTrue };
    const further = readOverride({ ...context, expr: expr.whenFalse });
    if (further === undefined || further.map !== undefined) {
      return { entries: [entry], fallback: expr.whenFalse };
    }
    return { entries: [entry, ...further.entries], fallback: further.fallback };
  }
  if (expr.kind !== 'call' || expr.name !== 'lookup' || expr.expandLast) return undefined;
  const [map, selector, fallback] = expr.args;
  if (map?.kind !== 'object' || selector === undefined || fallback === undefined) return undefined;
  if (!isSelector(selector, repetition)) return undefined;
  const entries = map.items.flatMap((item) => {
    const key = entryKey(context, item);
    return key === undefined ? [] : [{ key, value: item.value }];
  });
  return entries.length === map.items.length ? { entries, fallback, map } : undefined;
}

function comparedKey(
  context: TraceContext,
  condition: Expression,
  repetition: Repetition,
): string | undefined {
  const expr = bare(condition);
  if (expr.kind !== 'binary' || expr.operator !== '==') return undefined;
  const [left, right] = [bare(expr.left), bare(expr.right)];
  const literal = isSelector(left, repetition)
    ? right
    : isSelector(right, repetition)
      ? left
      : undefined;
  if (literal === undefined || !isLiteral(literal)) return undefined;
  const key = evaluated(context, literal);
  return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined;
}

export function isLiteral(expr: Expression): boolean {
  if (expr.kind === 'number' || expr.kind === 'keyword') return true;
  return expr.kind === 'quoted' && expr.parts.every((part) => part.kind === 'text');
}

function isSelector(expr: Expression, repetition: Repetition): boolean {
  const at = bare(expr);
  if (at.kind === 'call' && at.name === 'tostring' && at.args[0] !== undefined) {
    return isSelector(at.args[0], repetition);
  }
  if (at.kind !== 'get' || at.of.kind !== 'variable') return false;
  return `${at.of.name}.${at.name}` === overlaySelector(repetition);
}

/** The expression without its parentheses. */
export function bare(expr: Expression): Expression {
  return expr.kind === 'parentheses' ? bare(expr.value) : expr;
}

/** True when the expression is an empty list or map. */
export function isEmptyForm(context: TraceContext, expr: Expression): boolean {
  const value = evaluated(context, bare(expr));
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

export function formText(context: TraceContext, expr: Expression): string {
  return context.scope.file.text.slice(expr.start, expr.end);
}
