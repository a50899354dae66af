import type { Json } from '../../model/json.ts';
import { sameValue } from '../../model/json-compare.ts';
import type { TextEdit } from '../../model/patch.ts';
import type { Expression, HclFile, HeredocTemplate } from '../syntax/ast.ts';
import type { SyntaxNode } from '../syntax/walk.ts';
import { keepAlignment } from './align.ts';
import { checkTarget, pathTo } from './find.ts';
import { endsInHeredoc, inputText, type Placement, rawExpression } from './input.ts';
import { literalValue, marginOf } from './literal.ts';
import { hasNewline, indentAt, isBlank, lineEndAt, lineStartAt } from './text.ts';
import { type EditResult, type Found, found, type HclInput, refuse } from './types.ts';

/** Replaces an expression. A literal that has the value already is left as it is written. */
export function setExpression(file: HclFile, target: Expression, input: HclInput): EditResult {
  const refused = checkTarget(file, target);
  if (refused !== undefined) return refused;
  const edits = replaceExpression(file, target, input);
  return edits.ok ? { ok: true, edits: keepAlignment(file, edits.value) } : edits;
}

/** The edits of `setExpression`, before alignment. The target has been checked. */
export function replaceExpression(
  file: HclFile,
  target: Expression,
  input: HclInput,
  syntax: 'hcl' | 'json' = 'hcl',
): Found<readonly TextEdit[]> {
  const { text } = file;
  if (input.kind === 'json') {
    const current = literalValue(target, text);
    if (current !== undefined && sameValue(current, input.value, 'exact')) return found([]);
    const kept = target.kind === 'heredoc' ? keepHeredoc(file, target, input.value) : undefined;
    if (kept !== undefined) return found([kept]);
  } else if (input.text.trim() === text.slice(target.start, target.end)) return found([]);
  const placement = { ...placementOf(file, target), syntax };
  const written = inputText(file, input, placement, target);
  if (!written.ok) return written;
  const isLastOnLine = isBlank(text, target.end, lineEndAt(text, target.end));
  if (!isLastOnLine && endsInHeredoc(written.value)) {
    return refuse(file, 'invalid-input', target, 'A heredoc must be the last thing on its line.');
  }
  const replacement = protect(file, target, written.value);
  return found([{ offset: target.start, length: target.end - target.start, text: replacement }]);
}

/** A value of several lines stays one, an inline one stays inline. */
function placementOf(file: HclFile, target: Expression): Placement {
  const { text } = file;
  const indent = indentAt(text, target.start);
  const column = target.start - lineStartAt(text, target.start);
  const isCollection = target.kind === 'tuple' || target.kind === 'object';
  if (isInline(file, target)) return { indent, column, layout: 'inline' };
  if (!isCollection || target.items.length === 0) return { indent, column };
  const lines = hasNewline(text, target.start, target.end);
  return { indent, column, layout: lines ? 'lines' : 'inline' };
}

/** True inside brackets that open and close on one line. */
export function isInline(file: HclFile, target: SyntaxNode): boolean {
  const around = pathTo(file, target).slice(0, -1);
  const brackets = around.findLast((node) =>
    ['tuple', 'object', 'call', 'for-tuple', 'for-object'].includes(node.kind),
  );
  return brackets !== undefined && !hasNewline(file.text, brackets.start, brackets.end);
}

const operators = ['unary', 'binary', 'conditional'];

/** Adds parentheses where the text would otherwise fall apart in the expression around it. */
function protect(file: HclFile, target: Expression, text: string): string {
  const kind = rawExpression(text)?.kind;
  const parent = pathTo(file, target).at(-2);
  if (kind === undefined || parent === undefined || !operators.includes(kind)) return text;
  const isOperand =
    operators.includes(parent.kind) ||
    (['get', 'index', 'legacy-index', 'splat'].includes(parent.kind) &&
      parent.start === target.start);
  return isOperand ? `(${text})` : text;
}

/** Rewrites the lines of a heredoc, or nothing when a heredoc can not hold the value. */
function keepHeredoc(file: HclFile, target: HeredocTemplate, value: Json): TextEdit | undefined {
  const { text } = file;
  if (typeof value !== 'string' || !value.endsWith('\n')) return undefined;
  const lines = value.slice(0, -1).split('\n');
  if (
    lines.some((line) => line.trim() === target.marker) ||
    /[^\P{Cc}\n\t]/u.test(value.replaceAll('\r\n', '\n'))
  ) {
    return undefined;
  }
  if (target.flush && marginOf(value) > 0) return undefined;
  const body = text.slice(target.bodyStart, target.bodyEnd);
  const margin = target.flush
    ? (/^[ \t]*(?=\S)/m.exec(body)?.[0] ?? indentAt(text, target.start))
    : '';
  const indent = margin.slice(0, target.flush ? marginOf(body) : 0);
  const written = lines
    .map((line) => (isBlank(line, 0, line.length) ? line : indent + line))
    .map((line) => `${line.replace(/[$%](?=\{)/g, '$&$&')}\n`);
  return changedLines(target.bodyStart, body, written.join(''));
}

/** The edit for the lines that differ, without those at both ends that do not. */
function changedLines(offset: number, before: string, after: string): TextEdit {
  const old = before.split(/(?<=\n)/);
  const now = after.split(/(?<=\n)/);
  let first = 0;
  while (first < old.length && first < now.length && old[first] === now[first]) first++;
  let last = 0;
  while (
    last < Math.min(old.length, now.length) - first &&
    old.at(-1 - last) === now.at(-1 - last)
  ) {
    last++;
  }
  const skipped = old.slice(0, first).join('').length;
  const replaced = old.slice(first, old.length - last).join('').length;
  const text = now.slice(first, now.length - last).join('');
  return { offset: offset + skipped, length: replaced, text };
}
