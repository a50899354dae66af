import type { Expression, ObjectExpression, ObjectItem } from '../syntax/ast.ts';
import { evaluateCall } from './call.ts';
import { evaluateForObject, evaluateForTuple } from './comprehension.ts';
import { convertValue } from './convert.ts';
import { isFailure } from './failure.ts';
import { mark, unmark } from './marks.ts';
import { parseNumber } from './number.ts';
import { evaluateBinary, evaluateConditional, evaluateUnary } from './operators.ts';
import { reject } from './reject.ts';
import type { EvalScope, EvaluationContext } from './scope.ts';
import { evaluateHeredoc, evaluateQuoted } from './template.ts';
import { evaluateTraversal } from './traversal.ts';
import { stringType } from './type.ts';
import type { Value } from './value.ts';
import {
  boolValue,
  nullValue,
  numberValue,
  objectValue,
  tupleValue,
  unknownValue,
} from './value.ts';

/**
 * The value of an expression whose spans refer to `text`. Never throws: errors are reported to the
 * scope and result in an unknown value, and an unknown operand makes the result unknown.
 */
export function evaluate(expr: Expression, text: string, scope: EvalScope): Value {
  return dispatch(expr, makeContext(text, scope));
}

function makeContext(text: string, scope: EvalScope): EvaluationContext {
  return {
    text,
    scope,
    evaluate: (expr, inner) => dispatch(expr, makeContext(text, inner)),
    inText: makeContext,
  };
}

function dispatch(expr: Expression, context: EvaluationContext): Value {
  const value = compute(expr, context);
  return makers.has(expr.kind) ? (context.scope.host.budget?.within(value) ?? value) : value;
}

/**
 * Expressions that build new values, whose size is checked. The others pass on existing values or
 * produce small ones.
 */
const makers: ReadonlySet<Expression['kind']> = new Set([
  'call',
  'tuple',
  'object',
  'for-tuple',
  'for-object',
  'splat',
]);

function compute(expr: Expression, context: EvaluationContext): Value {
  switch (expr.kind) {
    case 'number': {
      const number = parseNumber(context.text.slice(expr.start, expr.end));
      if (number !== undefined) return numberValue(number);
      return reject(context.scope, expr, 'This number is out of range.');
    }
    case 'keyword':
      return expr.value === null ? nullValue() : boolValue(expr.value);
    case 'quoted':
      return evaluateQuoted(expr, context);
    case 'heredoc':
      return evaluateHeredoc(expr, context);
    case 'variable':
    case 'get':
    case 'index':
    case 'legacy-index':
    case 'splat':
      return evaluateTraversal(expr, context);
    case 'call':
      return evaluateCall(expr, context);
    case 'parentheses':
      return dispatch(expr.value, context);
    case 'unary':
      return evaluateUnary(expr, context);
    case 'binary':
      return evaluateBinary(expr, context);
    case 'conditional':
      return evaluateConditional(expr, context);
    case 'tuple':
      return tupleValue(expr.items.map((item) => dispatch(item, context)));
    case 'object':
      return evaluateObject(expr, context);
    case 'for-tuple':
      return evaluateForTuple(expr, context);
    case 'for-object':
      return evaluateForObject(expr, context);
  }
}

function evaluateObject(expr: ObjectExpression, context: EvaluationContext): Value {
  const entries = new Map<string, Value>();
  let unknown: string | undefined;
  let sensitive = false;
  for (const item of expr.items) {
    const value = dispatch(item.value, context);
    const raw = objectKey(item, context);
    sensitive ||= raw.sensitive === true;
    const key = convertValue(unmark(raw), stringType);
    if (isFailure(key) || key.kind === 'null') {
      return reject(context.scope, item.key, 'The key of an object must be a string.');
    }
    if (key.kind === 'unknown') unknown ??= key.reason;
    else if (key.kind === 'string') entries.set(key.value, value);
  }
  return mark(unknown === undefined ? objectValue(entries) : unknownValue(unknown), sensitive);
}

function objectKey(item: ObjectItem, context: EvaluationContext): Value {
  const name = bareKey(item.key);
  return name === undefined ? dispatch(item.key, context) : { kind: 'string', value: name };
}

/** The name of a key that has no quotes or parentheses. */
export function bareKey(key: Expression): string | undefined {
  if (key.kind === 'variable') return key.name;
  return key.kind === 'keyword' ? String(key.value) : undefined;
}
