import type { Call } from '../syntax/ast.ts';
import { callFunction, evaluateArguments } from './arguments.ts';
import { isFailure } from './failure.ts';
import { findFunction, findSpecial } from './functions/registry.ts';
import { reject } from './reject.ts';
import type { EvaluationContext } from './scope.ts';
import type { Value } from './value.ts';
import { unknownValue } from './value.ts';

export function evaluateCall(expr: Call, context: EvaluationContext): Value {
  const name = expr.name.startsWith('core::') ? expr.name.slice('core::'.length) : expr.name;
  const special = findSpecial(name);
  if (special !== undefined) return special(expr, context);
  const definition = findFunction(name);
  if (definition === undefined) {
    if (name.startsWith('provider::')) {
      return unknownValue(`${name} is a function of a provider`);
    }
    return reject(context.scope, expr, `There is no function named ${JSON.stringify(name)}.`);
  }
  const args = evaluateArguments(expr, context);
  if (args.kind === 'value') return args.value;
  const result = callFunction(definition, args.values, context.scope.host);
  if (!isFailure(result)) return result;
  return reject(context.scope, expr, `Call to ${name}: ${result.message}`);
}
