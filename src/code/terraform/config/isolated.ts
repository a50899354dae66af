import { evaluate } from '../../hcl/eval/evaluate.ts';
import type { Value } from '../../hcl/eval/value.ts';
import type { Expression } from '../../hcl/syntax/ast.ts';
import type { ProblemReport } from './problems.ts';
import type { SourceFile } from './source.ts';

/** Evaluates an expression that may not refer to anything, as in variable files and defaults. */
export function evaluateIsolated(expr: Expression, file: SourceFile, report: ProblemReport): Value {
  return evaluate(expr, file.text, {
    host: {},
    lookup: () => undefined,
    report: (diagnostic) => report.at(file, diagnostic, 'invalid-expression'),
  });
}
