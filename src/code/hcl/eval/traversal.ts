import type { Expression, Span } from '../syntax/ast.ts';
import { convertValue } from './convert.ts';
import type { Failure } from './failure.ts';
import { failure, isFailure } from './failure.ts';
import { mark, unmark } from './marks.ts';
import { toSafeInteger } from './number.ts';
import { hidden, reject } from './reject.ts';
import type { EvaluationContext, EvaluationStep } from './scope.ts';
import type { Type } from './type.ts';
import { dynamicType, numberType, stringType } from './type.ts';
import { unify } from './unify.ts';
import type { Value } from './value.ts';
import { integerValue, listValue, tupleValue, unknownValue, valueTypeOf } from './value.ts';

/** One selection of a traversal. They are listed in source order, starting at the base. */
type Operation = EvaluationStep & { readonly span: Span };
type Link =
  | { readonly kind: 'select'; readonly operation: Operation; readonly legacy: boolean }
  | { readonly kind: 'splat'; readonly full: boolean; readonly span: Span };

/** Evaluates traversals such as `a.b[0]`, `a[*].b` and `a.*.b`. */
export function evaluateTraversal(expr: Expression, context: EvaluationContext): Value {
  const { base, links } = unwind(expr, context);
  if (base.kind !== 'variable') {
    return applyLinks(context.evaluate(base, context.scope), links, context);
  }
  const splat = links.findIndex((link) => link.kind === 'splat');
  const selections = splat < 0 ? links : links.slice(0, splat);
  const steps = selections.flatMap((link) => (link.kind === 'select' ? [link.operation] : []));
  const resolved = context.scope.lookup(base.name, steps);
  if (resolved === undefined) {
    const message = `There is no variable named ${JSON.stringify(base.name)} here.`;
    return reject(context.scope, base, message);
  }
  if (isFailure(resolved)) return reject(context.scope, expr, resolved.message);
  return applyLinks(resolved.value, links.slice(resolved.used), context);
}

function unwind(
  expr: Expression,
  context: EvaluationContext,
): { readonly base: Expression; readonly links: readonly Link[] } {
  const links: Link[] = [];
  let at = expr;
  for (;;) {
    switch (at.kind) {
      case 'get': {
        const operation: Operation = { kind: 'attribute', name: at.name, span: at };
        links.push({ kind: 'select', operation, legacy: true });
        at = at.of;
        break;
      }
      case 'index': {
        const operation = indexOperation(at, at.key, context);
        links.push({ kind: 'select', operation, legacy: false });
        at = at.of;
        break;
      }
      case 'legacy-index': {
        const key = integerValue(at.index);
        const operation: Operation = { kind: 'index', key: () => key, span: at };
        links.push({ kind: 'select', operation, legacy: true });
        at = at.of;
        break;
      }
      case 'splat':
        links.push({ kind: 'splat', full: at.full, span: at });
        at = at.of;
        break;
      default:
        return { base: at, links: links.reverse() };
    }
  }
}

function indexOperation(span: Span, key: Expression, context: EvaluationContext): Operation {
  let value: Value | undefined;
  return {
    kind: 'index',
    span,
    key() {
      value ??= context.evaluate(key, context.scope);
      return value;
    },
  };
}

function applyLinks(start: Value, links: readonly Link[], context: EvaluationContext): Value {
  let value = start;
  for (const [index, link] of links.entries()) {
    if (link.kind === 'select') {
      value = select(value, link.operation, context);
      continue;
    }
    // Everything after `[*]` applies to each element; after `.*`, only attributes do.
    const rest = links.slice(index + 1);
    const stop = rest.findIndex((next) => next.kind === 'splat' || !next.legacy);
    const each = link.full || stop < 0 ? rest : rest.slice(0, stop);
    const spread = splat(value, each, link.span, context);
    return applyLinks(spread, rest.slice(each.length), context);
  }
  return value;
}

function splat(value: Value, each: readonly Link[], span: Span, context: EvaluationContext): Value {
  const plain = unmark(value);
  const type = valueTypeOf(plain);
  const sequence = type.kind === 'list' || type.kind === 'set' || type.kind === 'tuple';
  if (plain.kind === 'null') {
    if (!sequence) return tupleValue([]);
    return reject(context.scope, span, 'Splat expressions (with *) cannot be applied to null.');
  }
  if (plain.kind === 'unknown') return mark(unknownValue(plain.reason), value.sensitive);
  const isTuple = plain.kind !== 'list' && plain.kind !== 'set';
  const sources =
    plain.kind === 'list' || plain.kind === 'set' || plain.kind === 'tuple'
      ? plain.elements
      : [plain];
  const results = sources.map((item) => applyLinks(item, each, context));
  const spread = isTuple ? tupleValue(results) : asList(results, plain.elementType, each, context);
  return mark(spread, value.sensitive);
}

function asList(
  results: readonly Value[],
  source: Type,
  each: readonly Link[],
  context: EvaluationContext,
): Value {
  if (results.length === 0) {
    // The selection must be valid even if there are no elements.
    const sample = applyLinks(unknownValue('any element', source), each, context);
    return listValue([], valueTypeOf(sample));
  }
  const type = unify(results.map(valueTypeOf));
  return type === undefined ? tupleValue(results) : listValue(results, type);
}

function select(value: Value, operation: Operation, context: EvaluationContext): Value {
  const outcome =
    operation.kind === 'attribute'
      ? getAttribute(value, operation.name)
      : getIndex(value, operation.key());
  return isFailure(outcome) ? reject(context.scope, operation.span, outcome.message) : outcome;
}

/** Evaluates `value.name`. */
function getAttribute(value: Value, name: string): Value | Failure {
  switch (value.kind) {
    case 'null':
      return failure(`This value is null, so it has no attribute ${JSON.stringify(name)}.`);
    case 'unknown':
      return unknownAttribute(value.type, name, value.reason, value.sensitive);
    case 'object': {
      const item = value.entries.get(name);
      if (item !== undefined) return mark(item, value.sensitive);
      if (value.open !== undefined) return mark(unknownValue(value.open), value.sensitive);
      return failure(`This object does not have an attribute named ${JSON.stringify(name)}.`);
    }
    case 'map': {
      const item = value.entries.get(name);
      if (item !== undefined) return mark(item, value.sensitive);
      return failure(`This map does not have an element with the key ${JSON.stringify(name)}.`);
    }
    default:
      return failure('This value does not have any attributes.');
  }
}

function unknownAttribute(
  type: Type,
  name: string,
  reason: string,
  sensitive: true | undefined,
): Value | Failure {
  if (type.kind === 'dynamic') return mark(unknownValue(reason), sensitive);
  if (type.kind === 'map') return mark(unknownValue(reason, type.element), sensitive);
  const attribute = type.kind === 'object' ? type.attributes.get(name) : undefined;
  if (attribute !== undefined) return mark(unknownValue(reason, attribute), sensitive);
  return failure(`This value does not have an attribute named ${JSON.stringify(name)}.`);
}

/** Evaluates `value[key]`. */
function getIndex(value: Value, key: Value): Value | Failure {
  if (key.kind === 'null') return failure('The key must not be null.');
  if (value.kind === 'null') return failure('This value is null, so it has no elements.');
  const sensitive = value.sensitive === true || key.sensitive === true;
  const type = valueTypeOf(value);
  switch (type.kind) {
    case 'dynamic':
      if (value.kind === 'object') return byKey(value, type, key, sensitive);
      return mark(unknownValue(value.kind === 'unknown' ? value.reason : 'unknown'), sensitive);
    case 'list':
    case 'tuple':
      return byPosition(value, type, key, sensitive);
    case 'map':
    case 'object':
      return byKey(value, type, key, sensitive);
    case 'set':
      return failure('Elements of a set have no index; use a for expression instead.');
    default:
      return failure('This value does not have any indices.');
  }
}

function byPosition(value: Value, type: Type, key: Value, sensitive: boolean): Value | Failure {
  const position = convertValue(unmark(key), numberType);
  if (isFailure(position)) return failure('A number is required as index.');
  if (position.kind === 'unknown' || value.kind === 'unknown') {
    const element = type.kind === 'list' ? type.element : dynamicType;
    const reason = value.kind === 'unknown' ? value.reason : reasonOf(position);
    return mark(unknownValue(reason, element), sensitive);
  }
  const index = position.kind === 'number' ? toSafeInteger(position.value) : undefined;
  if (index === undefined) return failure('The index must be a whole number.');
  const elements = value.kind === 'list' || value.kind === 'tuple' ? value.elements : [];
  const item = index < 0 ? undefined : elements[index];
  if (item !== undefined) return mark(item, sensitive);
  if (key.sensitive === true) return failure(hidden);
  return failure(`The collection has ${elements.length} elements, so it has no element ${index}.`);
}

function byKey(value: Value, type: Type, key: Value, sensitive: boolean): Value | Failure {
  const name = convertValue(unmark(key), stringType);
  if (isFailure(name)) return failure('A string is required as key.');
  if (name.kind === 'unknown') {
    const element = type.kind === 'map' ? type.element : dynamicType;
    return mark(unknownValue(name.reason, element), sensitive);
  }
  if (name.kind !== 'string') return failure('A string is required as key.');
  const item = getAttribute(value, name.value);
  if (isFailure(item)) return key.sensitive === true ? failure(hidden) : item;
  return mark(item, sensitive);
}

function reasonOf(value: Value): string {
  return value.kind === 'unknown' ? value.reason : 'unknown';
}
