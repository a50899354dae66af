import type { Diagnostic, Expression, ObjectExpression } from '../syntax/ast.ts';
import type { Defaults } from './defaults.ts';
import { bareKey } from './evaluate.ts';
import type { Type } from './type.ts';
import { boolType, dynamicType, numberType, objectType, stringType } from './type.ts';
import type { Value } from './value.ts';

/** A type and the defaults of its optional attributes. */
export interface Constraint {
  readonly type: Type;
  readonly defaults?: Defaults;
}

export interface ConstraintReader {
  /** The text that the spans refer to. */
  readonly text: string;
  /** Evaluates a default such as `"x"` in `optional(string, "x")`. */
  evaluate(expr: Expression): Value;
  report(problem: Pick<Diagnostic, 'message' | 'start' | 'end'>): void;
}

const namedTypes: ReadonlyMap<string, Type> = new Map([
  ['string', stringType],
  ['number', numberType],
  ['bool', boolType],
  ['any', dynamicType],
  // Without an element type, these mean `list(any)` and so on; kept for old code.
  ['list', { kind: 'list', element: dynamicType }],
  ['set', { kind: 'set', element: dynamicType }],
  ['map', { kind: 'map', element: dynamicType }],
]);

/**
 * Reads a type constraint of a variable: `list(object({ a = string, b = optional(number, 3) }))`.
 */
export function readConstraint(expr: Expression, reader: ConstraintReader): Constraint {
  switch (expr.kind) {
    case 'variable':
      return namedConstraint(expr.name, expr, reader);
    case 'quoted': {
      const text = reader.text.slice(expr.start + 1, expr.end - 1);
      return namedConstraint(text, expr, reader);
    }
    case 'call':
      return readCall(expr.name, expr.args, expr, reader);
    default:
      return wrong(expr, reader);
  }
}

function namedConstraint(name: string, expr: Expression, reader: ConstraintReader): Constraint {
  const type = namedTypes.get(name);
  return type === undefined ? wrong(expr, reader) : { type };
}

function wrong(expr: Expression, reader: ConstraintReader): Constraint {
  const { start, end } = expr;
  const source = reader.text.slice(start, end);
  reader.report({ message: `This is not a type: ${source}.`, start, end });
  return { type: dynamicType };
}

function readCall(
  name: string,
  args: readonly Expression[],
  expr: Expression,
  reader: ConstraintReader,
): Constraint {
  const [arg] = args;
  if (arg === undefined || args.length !== 1) return wrong(expr, reader);
  switch (name) {
    case 'list':
    case 'set':
    case 'map': {
      const { type: element, defaults } = readConstraint(arg, reader);
      const type: Type = { kind: name, element };
      return defaults === undefined ? { type } : { type, defaults: { elements: defaults } };
    }
    case 'tuple':
      return arg.kind === 'tuple' ? readTuple(arg.items, reader) : wrong(expr, reader);
    case 'object':
      return arg.kind === 'object' ? readObject(arg, reader) : wrong(expr, reader);
    default:
      return wrong(expr, reader);
  }
}

function readTuple(items: readonly Expression[], reader: ConstraintReader): Constraint {
  const members = items.map((item) => readConstraint(item, reader));
  const children = new Map<string, Defaults>();
  for (const [index, { defaults }] of members.entries()) {
    if (defaults !== undefined) children.set(String(index), defaults);
  }
  const type: Type = { kind: 'tuple', elements: members.map((member) => member.type) };
  return children.size === 0 ? { type } : { type, defaults: { children } };
}

function readObject(expr: ObjectExpression, reader: ConstraintReader): Constraint {
  const attributes = new Map<string, Type>();
  const optional = new Set<string>();
  const values = new Map<string, Value>();
  const children = new Map<string, Defaults>();
  for (const item of expr.items) {
    const name = bareKey(item.key) ?? reader.text.slice(item.key.start + 1, item.key.end - 1);
    const member = readMember(item.value, reader);
    attributes.set(name, member.type);
    if (member.optional) optional.add(name);
    if (member.defaultValue !== undefined) values.set(name, member.defaultValue);
    if (member.defaults !== undefined) children.set(name, member.defaults);
  }
  const type = objectType(attributes, optional);
  return values.size === 0 && children.size === 0
    ? { type }
    : { type, defaults: { values, children } };
}

interface Member extends Constraint {
  readonly optional: boolean;
  readonly defaultValue?: Value;
}

function readMember(expr: Expression, reader: ConstraintReader): Member {
  if (expr.kind !== 'call' || expr.name !== 'optional') {
    return { ...readConstraint(expr, reader), optional: false };
  }
  const [arg, fallback, ...more] = expr.args;
  if (arg === undefined || more.length > 0) return { ...wrong(expr, reader), optional: true };
  const constraint = readConstraint(arg, reader);
  if (fallback === undefined) return { ...constraint, optional: true };
  return { ...constraint, optional: true, defaultValue: reader.evaluate(fallback) };
}
