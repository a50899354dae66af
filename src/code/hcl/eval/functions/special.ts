import type { Call, Expression } from '../../syntax/ast.ts';
import { parseTemplate } from '../../syntax/parse.ts';
import { evaluateArguments } from '../arguments.ts';
import { convertValue } from '../convert.ts';
import { isFailure } from '../failure.ts';
import { mark, unmark } from '../marks.ts';
import { hidden, reject } from '../reject.ts';
import type { EvalDiagnostic, EvalScope, EvaluationContext } from '../scope.ts';
import { capture, resolved } from '../scope.ts';
import { evaluateTemplate } from '../template.ts';
import { stringType } from '../type.ts';
import type { Value } from '../value.ts';
import { boolValue, isWhollyKnown, unknownReason, unknownValue } from '../value.ts';

/** A function that receives its arguments unevaluated. */
export type SpecialFunction = (expr: Call, context: EvaluationContext) => Value;

interface Trial {
  readonly value: Value;
  readonly failed: boolean;
}

function attempt(expr: Expression, context: EvaluationContext): Trial {
  const diagnostics: EvalDiagnostic[] = [];
  const value = context.evaluate(expr, capture(context.scope, diagnostics));
  return { value, failed: diagnostics.length > 0 };
}

function toUnknown(value: Value): Value {
  return mark(unknownValue(unknownReason(value) ?? 'unknown'), value.sensitive);
}

const tryFirst: SpecialFunction = (expr, context) => {
  for (const arg of expr.args) {
    const { value, failed } = attempt(arg, context);
    if (failed) continue;
    // A value that is unknown now may fail later, and then the next argument would be used.
    return isWhollyKnown(value) ? value : toUnknown(value);
  }
  return reject(context.scope, expr, 'Call to try: no expression succeeded.');
};

const can: SpecialFunction = (expr, context) => {
  const [arg] = expr.args;
  if (arg === undefined || expr.args.length > 1) {
    return reject(context.scope, expr, 'Call to can: it takes one expression.');
  }
  const { value, failed } = attempt(arg, context);
  if (failed) return boolValue(false);
  return isWhollyKnown(value) ? boolValue(true) : toUnknown(value);
};

const templatefile: SpecialFunction = (expr, context) => {
  if (context.scope.isTemplate === true) return recursive(expr, context);
  const args = evaluateArguments(expr, context);
  if (args.kind === 'value') return args.value;
  const [path, vars] = args.values;
  if (path === undefined || vars === undefined || args.values.length > 2) {
    return reject(context.scope, expr, 'Call to templatefile: it takes a path and variables.');
  }
  const name = convertValue(unmark(path), stringType);
  if (isFailure(name) || (name.kind !== 'string' && name.kind !== 'unknown')) {
    return reject(context.scope, expr, 'Call to templatefile: the path must be a string.');
  }
  if (name.kind === 'unknown') return toUnknown(name);
  const text = context.scope.host.readFile?.(name.value);
  if (text === undefined) {
    const reason = `${name.value} is not among the files read`;
    return unknownValue(path.sensitive === true ? hidden : reason);
  }
  return mark(expand(text, vars, expr, context), path.sensitive);
};

const templatestring: SpecialFunction = (expr, context) => {
  if (context.scope.isTemplate === true) return recursive(expr, context);
  const args = evaluateArguments(expr, context);
  if (args.kind === 'value') return args.value;
  const [template, vars] = args.values;
  if (template === undefined || vars === undefined || args.values.length > 2) {
    return reject(
      context.scope,
      expr,
      'Call to templatestring: it takes a template and variables.',
    );
  }
  const [source] = expr.args;
  if (source?.kind === 'quoted' || source?.kind === 'heredoc') {
    return reject(context.scope, expr, 'Call to templatestring: the template must be a reference.');
  }
  const text = unmark(template);
  if (text.kind === 'unknown') return toUnknown(text);
  if (text.kind !== 'string') {
    return reject(context.scope, expr, 'Call to templatestring: the template must be a string.');
  }
  return mark(expand(text.value, vars, expr, context), template.sensitive);
};

/** Reports the same error as Terraform. */
function recursive(expr: Call, context: EvaluationContext): Value {
  return reject(context.scope, expr, `Call to ${expr.name}: not from within a template.`);
}

/** Renders a template in which only its variables are visible. */
function expand(text: string, vars: Value, expr: Call, context: EvaluationContext): Value {
  const names = unmark(vars);
  if (names.kind === 'unknown') return toUnknown(vars);
  if (names.kind !== 'object' && names.kind !== 'map') {
    return reject(context.scope, expr, `Call to ${expr.name}: variables must be a map.`);
  }
  const parsed = parseTemplate(text);
  if (!parsed.ok) {
    return reject(context.scope, expr, `Call to ${expr.name}: ${parsed.error.message}`);
  }
  const scope: EvalScope = {
    host: context.scope.host,
    isTemplate: true,
    lookup(root) {
      const value = names.entries.get(root);
      return value === undefined ? undefined : resolved(value, 0);
    },
    report: ({ message }) => {
      const { start, end } = expr;
      context.scope.report({ message: `In the template: ${message}`, start, end });
    },
  };
  const value = evaluateTemplate(parsed.value, context.inText(text, scope));
  return mark(value, vars.sensitive);
}

export const specialFunctions: ReadonlyMap<string, SpecialFunction> = new Map([
  ['can', can],
  ['templatefile', templatefile],
  ['templatestring', templatestring],
  ['try', tryFirst],
]);
