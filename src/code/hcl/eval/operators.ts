import type { Binary, BinaryOperator, Conditional, Expression, Unary } from '../syntax/ast.ts';
import { equality } from './compare.ts';
import { convertValue } from './convert.ts';
import type { Failure } from './failure.ts';
import { failure, isFailure } from './failure.ts';
import { isSensitiveDeep, mark, unmark, unmarkDeep } from './marks.ts';
import type { Num } from './number.ts';
import {
  addNumbers,
  compareNumbers,
  divideNumbers,
  isZero,
  multiplyNumbers,
  negateNumber,
  remainder,
  subtractNumbers,
} from './number.ts';
import { reject } from './reject.ts';
import type { EvalDiagnostic, EvaluationContext } from './scope.ts';
import { capture } from './scope.ts';
import type { Type } from './type.ts';
import { boolType, dynamicType, friendlyType, numberType } from './type.ts';
import { unify } from './unify.ts';
import type { Value } from './value.ts';
import { boolValue, numberValue, unknownValue, valueTypeOf } from './value.ts';

export function evaluateUnary(expr: Unary, context: EvaluationContext): Value {
  const value = context.evaluate(expr.value, context.scope);
  const type = expr.operator === '-' ? numberType : boolType;
  const operand = toOperand(value, type);
  if (isFailure(operand)) return reject(context.scope, expr.value, operand.message, type);
  if (operand.kind === 'number') {
    return mark(numberValue(negateNumber(operand.value)), value.sensitive);
  }
  if (operand.kind === 'bool') return mark(boolValue(!operand.value), value.sensitive);
  return mark(operand, value.sensitive);
}

/** Converts a value to an operand: of the required type, not null, without mark. */
function toOperand(value: Value, type: Type): Value | Failure {
  const converted = convertValue(unmark(value), type);
  if (isFailure(converted)) return failure(`Unsuitable operand: ${converted.message}.`);
  return converted.kind === 'null' ? failure('Unsuitable operand: it is null.') : converted;
}

export function evaluateBinary(expr: Binary, context: EvaluationContext): Value {
  const left = context.evaluate(expr.left, context.scope);
  const right = context.evaluate(expr.right, context.scope);
  if (expr.operator === '==' || expr.operator === '!=') return equals(expr.operator, left, right);
  const logical = expr.operator === '&&' || expr.operator === '||';
  const operandType = logical ? boolType : numberType;
  const resultType = isArithmetic(expr.operator) ? numberType : boolType;
  const a = toOperand(left, operandType);
  if (isFailure(a)) return reject(context.scope, expr.left, a.message, resultType);
  const b = toOperand(right, operandType);
  if (isFailure(b)) return reject(context.scope, expr.right, b.message, resultType);
  const sensitive = left.sensitive === true || right.sensitive === true;
  const result = combine(expr.operator, a, b, resultType);
  if (isFailure(result)) return reject(context.scope, expr, result.message, resultType);
  return mark(result, sensitive);
}

function isArithmetic(operator: BinaryOperator): boolean {
  return '+-*/%'.includes(operator);
}

function equals(operator: '==' | '!=', left: Value, right: Value): Value {
  const sensitive = isSensitiveDeep(left) || isSensitiveDeep(right);
  const result = equality(unmarkDeep(left), unmarkDeep(right));
  if (result === 'maybe') {
    const reason = [left, right].map(firstReason).find((text) => text !== undefined) ?? 'unknown';
    return mark(unknownValue(reason, boolType), sensitive);
  }
  return mark(boolValue((result === 'equal') === (operator === '==')), sensitive);
}

function firstReason(value: Value): string | undefined {
  return value.kind === 'unknown' ? value.reason : undefined;
}

function combine(operator: BinaryOperator, a: Value, b: Value, type: Type): Value | Failure {
  if (a.kind === 'unknown') return unknownValue(a.reason, type);
  if (b.kind === 'unknown') return unknownValue(b.reason, type);
  if (a.kind === 'bool' && b.kind === 'bool') {
    return boolValue(operator === '&&' ? a.value && b.value : a.value || b.value);
  }
  if (a.kind === 'number' && b.kind === 'number') return calculate(operator, a.value, b.value);
  return failure('Unsuitable operands.');
}

/** Numbers with a larger exponent have too many digits to be handled. */
const maxExponent = 100_000;

function calculate(operator: BinaryOperator, a: Num, b: Num): Value | Failure {
  const result = operate(operator, a, b);
  if (result.kind !== 'number' || Math.abs(result.value.exponent) < maxExponent) return result;
  return failure('The result is out of range.');
}

function operate(operator: BinaryOperator, a: Num, b: Num): Value | Failure {
  switch (operator) {
    case '+':
      return numberValue(addNumbers(a, b));
    case '-':
      return numberValue(subtractNumbers(a, b));
    case '*':
      return numberValue(multiplyNumbers(a, b));
    case '/':
      return isZero(b) ? failure('Division by zero.') : numberValue(divideNumbers(a, b));
    case '%':
      return isZero(a) && isZero(b)
        ? failure('Division of zero by zero.')
        : numberValue(remainder(a, b));
    case '<':
      return boolValue(compareNumbers(a, b) < 0);
    case '<=':
      return boolValue(compareNumbers(a, b) <= 0);
    case '>':
      return boolValue(compareNumbers(a, b) > 0);
    case '>=':
      return boolValue(compareNumbers(a, b) >= 0);
    default:
      return failure(`Operator ${operator} is not for numbers.`);
  }
}

/** A branch of a conditional. Its diagnostics count only if it is chosen. */
interface Branch {
  readonly value: Value;
  readonly diagnostics: readonly EvalDiagnostic[];
}

export function evaluateConditional(expr: Conditional, context: EvaluationContext): Value {
  const yes = evaluateBranch(expr.whenTrue, context);
  const no = evaluateBranch(expr.whenFalse, context);
  const condition = context.evaluate(expr.condition, context.scope);
  return chooseOperand(condition, yes, no, expr, context);
}

/** Evaluates a branch without reporting its diagnostics. */
function evaluateBranch(expr: Expression, context: EvaluationContext): Branch {
  return branchTaken(context, (inner) => inner.evaluate(expr, inner.scope));
}

/** The result of `compute`, with its diagnostics collected instead of reported. */
export function branchTaken(
  context: EvaluationContext,
  compute: (context: EvaluationContext) => Value,
): Branch {
  const diagnostics: EvalDiagnostic[] = [];
  const value = compute({ ...context, scope: capture(context.scope, diagnostics) });
  return { value, diagnostics };
}

/** The branch that the condition selects, converted to the common type of both. */
export function chooseOperand(
  condition: Value,
  yes: Branch,
  no: Branch,
  expr: ConditionSite,
  context: EvaluationContext,
): Value {
  const type = commonType(yes.value, no.value);
  if (type === undefined) {
    const kinds = `${friendlyType(valueTypeOf(yes.value))} and ${friendlyType(valueTypeOf(no.value))}`;
    return reject(context.scope, expr, `The results of a conditional must agree: ${kinds}.`);
  }
  const test = toOperand(condition, boolType);
  if (isFailure(test)) return reject(context.scope, expr.condition, test.message, type);
  if (test.kind !== 'bool') {
    const reason = test.kind === 'unknown' ? test.reason : 'unknown';
    return mark(unknownValue(reason, type), condition.sensitive);
  }
  const branch = test.value ? yes : no;
  for (const diagnostic of branch.diagnostics) context.scope.report(diagnostic);
  const converted = convertValue(branch.value, type);
  if (isFailure(converted)) return reject(context.scope, expr, converted.message, type);
  return mark(converted, condition.sensitive);
}

/**
 * Where to report problems of a conditional that is not a `? :` expression, such as a template's
 * `%{ if }`.
 */
export interface ConditionSite {
  readonly start: number;
  readonly end: number;
  readonly condition: Expression;
}

function isUntypedNull(value: Value): boolean {
  return value.kind === 'null' && value.type.kind === 'dynamic' && value.sensitive !== true;
}

function commonType(a: Value, b: Value): Type | undefined {
  if (isUntypedNull(a)) return valueTypeOf(b);
  if (isUntypedNull(b)) return valueTypeOf(a);
  const types = [valueTypeOf(a), valueTypeOf(b)];
  return types.some((type) => type.kind === 'dynamic') ? dynamicType : unify(types);
}
