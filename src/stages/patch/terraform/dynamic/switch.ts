import type { Conditional, Expression } from '../../../../code/hcl/syntax/ast.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../../model/json.ts';
import { bare } from '../override/form.ts';
import { clearedSites } from '../trace/cleared.ts';
import { evaluated, type TraceContext } from '../trace/context.ts';
import { valueSites } from '../trace/value.ts';
import type { Site } from '../types.ts';

/** `var.enabled ? [1] : []` and `var.x == null ? [] : [var.x]`: a block that exists or not. */
export function isSwitch(context: TraceContext): boolean {
  return readSwitch(context) !== undefined;
}

interface Switch {
  readonly conditional: Conditional;
  /** The branch with one member, and that member. */
  readonly on: Expression;
  readonly member: Expression;
  readonly off: Expression;
}

function readSwitch(context: TraceContext): Switch | undefined {
  const conditional = bare(context.expr);
  if (conditional.kind !== 'conditional') return undefined;
  const { whenTrue, whenFalse } = conditional;
  const on = [whenTrue, whenFalse].find((branch) => onlyMember(branch) !== undefined);
  const off = [whenTrue, whenFalse].find((branch) => isEmptyLiteral(branch));
  const member = on && onlyMember(on);
  if (on === undefined || member === undefined || off === undefined) return undefined;
  return { conditional, on, member, off };
}

function onlyMember(expr: Expression): Expression | undefined {
  const list = bare(expr);
  if (list.kind === 'call' && list.name === 'toset' && list.args[0])
    return onlyMember(list.args[0]);
  if (list.kind === 'tuple') return list.items.length === 1 ? list.items[0] : undefined;
  if (list.kind === 'object') return list.items.length === 1 ? list.items[0]?.value : undefined;
  return undefined;
}

function isEmptyLiteral(expr: Expression): boolean {
  const list = bare(expr);
  if (list.kind === 'call' && list.name === 'toset' && list.args[0]) {
    return isEmptyLiteral(list.args[0]);
  }
  return (list.kind === 'tuple' || list.kind === 'object') && list.items.length === 0;
}

/**
 * Sets what the switch depends on: the member of the list, or what makes the condition select it.
 */
export function* switchOnSites(context: TraceContext, entry: Json | undefined): Generator<Site> {
  const found = readSwitch(context);
  if (found === undefined || sizeOf(context) !== 0) return;
  const { member, on } = found;
  if (entry !== undefined && isName(member)) {
    yield* moved(valueSites({ ...context, expr: member }, entry));
  }
  const want = evaluated({ ...context, expr: on });
  if (want !== undefined) yield* moved(valueSites(context, want));
}

/** Turns the switch off instead of emptying the list behind it. */
export function* switchOffSites(context: TraceContext): Generator<Site> {
  const found = readSwitch(context);
  if (found === undefined || sizeOf(context) !== 1) return;
  const { conditional, member, off } = found;
  const want = evaluated({ ...context, expr: off });
  if (want !== undefined) yield* moved(valueSites(context, want));
  const value = isName(member) ? member : comparedWithNull(conditional.condition);
  if (value !== undefined) yield* moved(clearedSites(valueSites, { ...context, expr: value }));
}

/** `x` of `x == null`, or of its opposite. */
function comparedWithNull(condition: Expression): Expression | undefined {
  const expr = bare(condition);
  if (expr.kind !== 'binary' || (expr.operator !== '==' && expr.operator !== '!='))
    return undefined;
  return expr.right.kind === 'keyword' && expr.right.value === null ? expr.left : undefined;
}

/**
 * Leaves out sites that would rewrite the list itself, which would leave a switch without effect.
 */
function* moved(sites: Iterable<Site>): Generator<Site> {
  for (const site of sites) {
    if (site.kind !== 'literal at the use' && site.kind !== 'collection entry') yield site;
  }
}

function isName(expr: Expression): boolean {
  return ['variable', 'get', 'index'].includes(expr.kind);
}

function sizeOf(context: TraceContext): number | undefined {
  const now = evaluated(context);
  return isJsonArray(now) || isJsonObject(now) ? Object.keys(now).length : undefined;
}
