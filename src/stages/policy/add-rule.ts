import { isMap, isSeq, parseDocument, type Range, type YAMLSeq } from 'yaml';
import { type RuleDraft, rulesText } from './learned-rule.ts';

/**
 * The text of a policy file with a rule added after its last one. All other bytes, including
 * comments, order and quotes, stay the same. Undefined if the rules cannot be extended without
 * rewriting them: a non-empty list in brackets, or an alias.
 */
export function addRule(text: string, draft: RuleDraft): string | undefined {
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = itemLines(draft);
  const ended = text === '' || text.endsWith('\n') ? text : `${text}${newline}`;
  if (!document.has('rules'))
    return `${ended}${['rules:', ...indented(lines, 2)].join(newline)}${newline}`;
  const rules = document.get('rules', true);
  if (!isSeq(rules) || !rules.range) return undefined;
  if (rules.flow === true)
    return rules.items.length > 0 ? undefined : replaceWithItem(text, rules.range, lines, newline);
  return behind(ended, rules, lines, newline);
}

/** A new policy file, for a project without one. */
export function policyFileWith(base: string, name: string, draft: RuleDraft): string {
  const lines = itemLines(draft);
  return [
    `apiVersion: parley/v1`,
    `name: ${name}`,
    `extends: ${base}`,
    'rules:',
    ...indented(lines, 2),
    '',
  ].join('\n');
}

/** The rule as a list item, without indentation. */
function itemLines(draft: RuleDraft): readonly string[] {
  const [, ...lines] = rulesText([draft]).trimEnd().split('\n');
  return lines.map((line) => line.slice(2));
}

function indented(lines: readonly string[], margin: number): readonly string[] {
  return lines.map((line) => (line === '' ? line : `${' '.repeat(margin)}${line}`));
}

function replaceWithItem(
  text: string,
  [start, end]: Range,
  lines: readonly string[],
  newline: string,
): string {
  const item = `${newline}${indented(lines, 2).join(newline)}`;
  return `${text.slice(0, start).trimEnd()}${item}${text.slice(end)}`;
}

/** Adds the rule after the last line of the last rule. Comments after it belong to what follows. */
function behind(
  text: string,
  rules: YAMLSeq,
  lines: readonly string[],
  newline: string,
): string | undefined {
  const [start, end] = rules.range ?? [0, 0];
  const margin = start - (text.lastIndexOf('\n', start - 1) + 1);
  if (text.slice(start - margin, start).trim() !== '') return undefined;
  const last = text.slice(0, end).trimEnd().length;
  const lineEnd = text.indexOf('\n', last);
  const at = lineEnd < 0 ? text.length : lineEnd + 1;
  return `${text.slice(0, at)}${indented(lines, margin).join(newline)}${newline}${text.slice(at)}`;
}
