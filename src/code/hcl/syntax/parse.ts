import { fail, ok, type Result } from '../../../model/result.ts';
import type { Diagnostic, Expression, HclFile } from './ast.ts';
import { type Fault, parseRoot } from './body.ts';
import { lineColumn, lineStarts, positionAt } from './diagnostics.ts';
import { parseExpressionAt } from './expression.ts';
import { Scanner, SyntaxFailure } from './scanner.ts';
import { parseTemplateText } from './template.ts';
import type { TemplatePart } from './template-ast.ts';

/**
 * Parses a configuration file in HCL native syntax. Never throws: if the text is wrong, the tree
 * has `broken` items, the rest is still usable, and `errors` lists the problems.
 */
export function parseHcl(text: string): HclFile {
  const faults: Fault[] = [];
  const body = parseRoot(new Scanner(text), faults);
  return { text, body, errors: faults.length === 0 ? [] : diagnose(text, faults) };
}

function diagnose(text: string, faults: readonly Fault[]): readonly Diagnostic[] {
  const starts = lineStarts(text);
  return faults
    .map(({ message, start, end }) => ({ message, start, end, ...positionAt(starts, text, start) }))
    .sort((a, b) => a.start - b.start);
}

/** Parses exactly one expression. As inside parentheses, newlines have no meaning. */
export function parseExpression(text: string): Result<Expression, Diagnostic> {
  return parseWhole(text, (scanner) => {
    scanner.skip(true);
    const expression = parseExpressionAt(scanner, true);
    scanner.skip(true);
    if (!scanner.atEnd()) scanner.fail('Expected nothing more after this expression.');
    return expression;
  });
}

/** Parses the content of a template file: text with `${}` and `%{}`, without quotes around it. */
export function parseTemplate(text: string): Result<readonly TemplatePart[], Diagnostic> {
  return parseWhole(text, (scanner) => parseTemplateText(scanner, parseExpressionAt));
}

function parseWhole<T>(text: string, rule: (scanner: Scanner) => T): Result<T, Diagnostic> {
  try {
    return ok(rule(new Scanner(text)));
  } catch (failure) {
    if (!(failure instanceof SyntaxFailure)) throw failure;
    const { message, start, end } = failure;
    return fail({ message, start, end, ...lineColumn(text, start) });
  }
}
