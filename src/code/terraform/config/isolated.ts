import { evaluate } from '../../hcl/eval/evaluate.ts';
import type { Value } from '../../hcl/eval/value.ts';
import type { Expression } from '../../hcl/syntax/ast.ts';
import type { Report } from './problems.ts';
import type { ConfigFile } from './types.ts';

/** Evaluates where no names are known: variable files, defaults. */
export function evaluateIsolated(expr: Expression, file: ConfigFile, report: Report): Value {
  return evaluate(expr, file.text, {
    host: {},
    lookup: () => undefined,
    report: (diagnostic) => report.at(file, diagnostic, 'invalid-expression'),
  });
}
