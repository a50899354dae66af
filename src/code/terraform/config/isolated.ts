import { evaluate } from '../../hcl/eval/evaluate.ts';
import type { Value } from '../../hcl/eval/value.ts';
import type { Expression } from '../../hcl/syntax/ast.ts';
import type { ProblemReport } from './problems.ts';
import type { SourceFile } from './source.ts';

/** Evaluates where no names are known: variable files, defaults. */
export function evaluateIsolated(expr: Expression, file: SourceFile, report: ProblemReport): Value {
  return evaluate(expr, file.text, {
    host: {},
    lookup: () => undefined,
    report: (diagnostic) => report.at(file, diagnostic, 'invalid-expression'),
  });
}
