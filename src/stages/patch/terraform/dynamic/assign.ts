import type {
  Binary,
  Call,
  Expression,
  GetAttribute,
  Splat,
} from '../../../../code/hcl/syntax/ast.ts';
import { decodeQuoted } from '../../../../code/hcl/syntax/strings.ts';
import type { QuotedTemplate } from '../../../../code/hcl/syntax/template-ast.ts';
import { childNodes, type SyntaxNode } from '../../../../code/hcl/syntax/walk.ts';
import { canonicalJson, isJsonArray, type Json } from '../../../../model/json.ts';
import { type AssignmentReading, type DynamicAssignment, isBlankAssignment } from './assignment.ts';
import { loopAssignments } from './loop.ts';

/**
 * Solves an expression over an iterator: the assignments to an entry that would make it yield
 * `want`, the simplest first. Empty if there are none; no assignment at all means that the
 * expression yields it anyway.
 */
export function assignmentsFor(
  reading: AssignmentReading,
  expr: Expression,
  want: Json,
): readonly (readonly DynamicAssignment[])[] {
  const place = placeOf(reading, expr);
  if (place !== undefined) return [[{ ...place, value: want }]];
  if (!mentions(expr, reading.element ?? reading.iterator)) {
    const value = reading.evaluate(expr);
    return value === undefined || same(value, want) ? [[]] : [];
  }
  switch (expr.kind) {
    case 'parentheses':
      return assignmentsFor(reading, expr.value, want);
    case 'tuple': {
      const [only] = expr.items;
      const isSingle = expr.items.length === 1 && isJsonArray(want) && want.length === 1;
      if (only === undefined || !isSingle) return [];
      return assignmentsFor(reading, only, want[0] ?? null);
    }
    case 'for-tuple':
      return loopAssignments(assignmentsFor, reading, expr, want);
    case 'splat':
    case 'get':
      return fromSplat(reading, expr, want);
    case 'binary':
      return fromComparison(reading, expr, want);
    case 'quoted':
      return fromTemplate(reading, expr, want);
    case 'conditional': {
      const branch = [true, false].find((condition) =>
        yieldsAnyway(reading, condition ? expr.whenTrue : expr.whenFalse, want),
      );
      if (branch !== undefined) return assignmentsFor(reading, expr.condition, branch);
      return [
        ...assignmentsFor(reading, expr.whenTrue, want),
        ...assignmentsFor(reading, expr.whenFalse, want),
      ].filter((each) => each.length > 0);
    }
    case 'call':
      return fromCall(reading, expr, want);
    default:
      return [];
  }
}

function yieldsAnyway(reading: AssignmentReading, expr: Expression, want: Json): boolean {
  if (mentions(expr, reading.element ?? reading.iterator)) return false;
  const value = reading.evaluate(expr);
  return value !== undefined && same(value, want);
}

function same(a: Json, b: Json): boolean {
  return (isBlankAssignment(a) && isBlankAssignment(b)) || canonicalJson(a) === canonicalJson(b);
}

/** Functions that only convert their argument to another type. */
const transparent = new Set(['tostring', 'tonumber', 'tobool', 'tolist', 'toset', 'tomap', 'one']);

function fromCall(
  reading: AssignmentReading,
  call: Call,
  want: Json,
): readonly (readonly DynamicAssignment[])[] {
  const [first, second, fallback] = call.args;
  if (first === undefined || call.expandLast) return [];
  if (transparent.has(call.name)) return assignmentsFor(reading, first, want);
  switch (call.name) {
    case 'flatten':
      return fromFlat(reading, first, want);
    case 'compact':
      return isJsonArray(want) && want.length === 0
        ? fromFlat(reading, first, [null])
        : fromFlat(reading, first, want);
    case 'try':
    case 'coalesce':
    case 'can':
      return alternatives(reading, call.args, want);
    case 'lookup': {
      const key = second === undefined ? undefined : reading.evaluate(second);
      const map = placeOf(reading, first);
      if (typeof key !== 'string' || map === undefined) return [];
      const own = { ...map, path: [...map.path, key], value: want };
      const rest = fallback === undefined ? [] : alternatives(reading, [fallback], want);
      return leanest([[own], ...rest]);
    }
    default:
      return [];
  }
}

/** `x.value.days[*]` is a list with one element or none, unless the value is a list itself. */
function fromSplat(
  reading: AssignmentReading,
  expr: Splat | GetAttribute,
  want: Json,
): readonly (readonly DynamicAssignment[])[] {
  const { of } = expr;
  // `x.value.days[*].n`: each element has the attribute.
  if (expr.kind === 'get') {
    if (!isJsonArray(want) || (of.kind !== 'splat' && of.kind !== 'get')) return [];
    return fromSplat(
      reading,
      of,
      want.map((each) => ({ [expr.name]: each })),
    );
  }
  if (!isJsonArray(want) || want.length > 1) return assignmentsFor(reading, of, want);
  const [only = null] = want;
  return [...assignmentsFor(reading, of, only), ...assignmentsFor(reading, of, want)];
}

/** `x.value.days == null`, the condition under which a block does not exist. */
function fromComparison(
  reading: AssignmentReading,
  { operator, left, right }: Binary,
  want: Json,
): readonly (readonly DynamicAssignment[])[] {
  const isNull = (operator === '==' && want === true) || (operator === '!=' && want === false);
  if (!isNull || right.kind !== 'keyword' || right.value !== null) return [];
  return assignmentsFor(reading, left, null);
}

/** `flatten([x.value.rules])` accepts a single rule as well as a list of rules. */
function fromFlat(
  reading: AssignmentReading,
  list: Expression,
  want: Json,
): readonly (readonly DynamicAssignment[])[] {
  const [only] = list.kind === 'tuple' && list.items.length === 1 ? list.items : [];
  const whole = only === undefined ? [] : assignmentsFor(reading, only, want);
  return [...whole, ...assignmentsFor(reading, list, want)];
}

function alternatives(
  reading: AssignmentReading,
  args: readonly Expression[],
  want: Json,
): readonly (readonly DynamicAssignment[])[] {
  return leanest(args.flatMap((arg) => assignmentsFor(reading, arg, want)));
}

/** Puts those without assignments first: a value that equals the default needs none. */
function leanest(
  all: readonly (readonly DynamicAssignment[])[],
): readonly (readonly DynamicAssignment[])[] {
  return all.toSorted((a, b) => Math.min(a.length, 1) - Math.min(b.length, 1));
}

/** For `"prefix-${x.value.name}"`, the text between the literal parts. */
function fromTemplate(
  reading: AssignmentReading,
  { parts }: QuotedTemplate,
  want: Json,
): readonly (readonly DynamicAssignment[])[] {
  const at = parts.findIndex((part) => part.kind === 'interpolation');
  const hole = parts[at];
  const others = parts.filter((part) => part.kind !== 'text');
  if (hole?.kind !== 'interpolation' || others.length !== 1 || typeof want !== 'string') return [];
  const texts = (list: readonly (typeof parts)[number][]): string =>
    list.map((part) => decodeQuoted(reading.text.slice(part.start, part.end))).join('');
  const before = texts(parts.slice(0, at));
  const after = texts(parts.slice(at + 1));
  const fits = want.startsWith(before) && want.slice(before.length).endsWith(after);
  if (!fits) return [];
  return assignmentsFor(reading, hole.value, want.slice(before.length, want.length - after.length));
}

/** Recognizes `x.key`, `x.value`, `x.value.a.b` and `x.value["a"]`. */
function placeOf(
  { iterator, element, evaluate }: AssignmentReading,
  expr: Expression,
): Omit<DynamicAssignment, 'value'> | undefined {
  const path: string[] = [];
  for (let at = expr; ; ) {
    if (at.kind === 'parentheses') {
      at = at.value;
    } else if (at.kind === 'index') {
      const key = evaluate(at.key);
      if (typeof key !== 'string') return undefined;
      path.unshift(key);
      at = at.of;
    } else if (at.kind === 'get') {
      const isPart = at.name === 'key' || at.name === 'value';
      if (isPart && at.of.kind === 'variable' && at.of.name === iterator) {
        return { of: at.name === 'key' ? 'key' : 'value', path };
      }
      path.unshift(at.name);
      at = at.of;
    } else if (at.kind === 'variable' && at.name === element) {
      return { of: 'value', path };
    } else return undefined;
  }
}

/** True when the name is used anywhere in the expression. */
export function mentions(node: SyntaxNode, name: string): boolean {
  if (node.kind === 'variable' && node.name === name) return true;
  return childNodes(node).some((child) => mentions(child, name));
}
