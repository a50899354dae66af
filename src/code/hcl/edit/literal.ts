import type { Json } from '../../../model/json.ts';
import { isHclSpace, trimStart } from '../eval/spaces.ts';
import type { Expression, ObjectExpression, ObjectItem } from '../syntax/ast.ts';
import { decodeHeredoc, decodeQuoted } from '../syntax/strings.ts';
import type { HeredocTemplate, QuotedTemplate, TemplatePart } from '../syntax/template-ast.ts';

/** The current value of an expression that is not a literal, where it can be computed. */
export type EvaluateOf = (expression: Expression) => Json | undefined;

/** The value of a literal expression, or the one that `evaluateOf` returns. */
export function literalValue(
  expression: Expression,
  text: string,
  evaluateOf: EvaluateOf = () => undefined,
): Json | undefined {
  switch (expression.kind) {
    case 'number':
      return Number(text.slice(expression.start, expression.end));
    case 'keyword':
      return expression.value;
    case 'quoted':
    case 'heredoc':
      return stringValue(expression, text) ?? evaluateOf(expression);
    case 'parentheses':
      return literalValue(expression.value, text, evaluateOf);
    case 'unary': {
      const value = literalValue(expression.value, text, evaluateOf);
      return typeof value === 'number' && expression.operator === '-'
        ? -value
        : evaluateOf(expression);
    }
    case 'tuple':
      return tupleValue(expression.items, text, evaluateOf);
    case 'object':
      return objectValue(expression, text, evaluateOf);
    default:
      return evaluateOf(expression);
  }
}

/** The string that a template without interpolations evaluates to. */
function stringValue(template: QuotedTemplate | HeredocTemplate, text: string): string | undefined {
  const { parts } = template;
  if (!parts.every((part) => part.kind === 'text')) return undefined;
  const source = parts.map((part: TemplatePart) => text.slice(part.start, part.end)).join('');
  if (template.kind === 'quoted') return decodeQuoted(source);
  return decodeHeredoc(template.flush ? flushLines(source) : source);
}

/** Removes the indentation that all lines share; blank lines do not count. */
function flushLines(source: string): string {
  const margin = heredocMargin(source);
  // A regular expression recognizes more line ends, but only this one ends a heredoc line.
  const lines = source.split('\n');
  return lines.map((line) => (isHclSpace(line) ? line : line.slice(margin))).join('\n');
}

/** The number of blanks that all lines of a `<<-` heredoc start with. */
export function heredocMargin(source: string): number {
  const filled = source.split('\n').filter((line) => !isHclSpace(line));
  if (filled.length === 0) return 0;
  return Math.min(...filled.map((line) => line.length - trimStart(line).length));
}

function tupleValue(
  items: readonly Expression[],
  text: string,
  evaluateOf: EvaluateOf,
): Json | undefined {
  const values: Json[] = [];
  for (const item of items) {
    const value = literalValue(item, text, evaluateOf);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function objectValue(
  object: ObjectExpression,
  text: string,
  evaluateOf: EvaluateOf,
): Json | undefined {
  const entries = new Map<string, Json>();
  for (const item of object.items) {
    const key = itemKey(item, text, evaluateOf);
    const value = literalValue(item.value, text, evaluateOf);
    if (key === undefined || value === undefined) return undefined;
    entries.set(key, value);
  }
  return Object.fromEntries(entries);
}

/** The key of an object item; undefined if it is computed from something unknown. */
export function itemKey(
  item: ObjectItem,
  text: string,
  evaluateOf: EvaluateOf = () => undefined,
): string | undefined {
  const { key } = item;
  if (key.kind === 'variable') return key.name;
  if (key.kind === 'keyword') return text.slice(key.start, key.end);
  const value = literalValue(key, text, evaluateOf);
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
