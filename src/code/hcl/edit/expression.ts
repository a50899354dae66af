import type { Json } from '../../../model/json.ts';
import { sameValue } from '../../../model/json-compare.ts';
import type { TextEdit } from '../../../model/patch.ts';
import { hasNewline, indentAt, isBlankLine, lineEndAt, lineStartAt } from '../../../text/lines.ts';
import type { Expression, HclFile } from '../syntax/ast.ts';
import type { SyntaxNode } from '../syntax/walk.ts';
import { keepAlignment } from './align.ts';
import { checkEditTarget, pathTo } from './find.ts';
import { type HeredocStyle, heredocStyleAt } from './heredoc.ts';
import { endsInHeredoc, inputText, type Placement, rawExpression } from './input.ts';
import { literalValue } from './literal.ts';
import { editTemplate } from './text-value.ts';
import {
  type EditResult,
  type FoundInFile,
  foundEdit,
  type HclInput,
  refuseEdit,
} from './types.ts';

/** Replaces an expression. A literal that already has the value keeps its spelling. */
export function setExpression(file: HclFile, target: Expression, input: HclInput): EditResult {
  const refused = checkEditTarget(file, target);
  if (refused !== undefined) return refused;
  const edits = replaceExpression(file, target, input);
  return edits.ok ? { ok: true, edits: keepAlignment(file, edits.value) } : edits;
}

/** The edits of `setExpression` before alignment. Expects that the target has been checked. */
export function replaceExpression(
  file: HclFile,
  target: Expression,
  input: HclInput,
): FoundInFile<readonly TextEdit[]> {
  const { text } = file;
  if (input.kind === 'json') {
    const current = literalValue(target, text);
    if (current !== undefined && sameValue(current, input.value, 'exact')) return foundEdit([]);
    const kept = insideTemplate(file, target, input.value);
    if (kept !== undefined) return foundEdit(kept);
  } else if (input.text.trim() === text.slice(target.start, target.end).trim())
    return foundEdit([]);
  const isLastOnLine = isBlankLine(text, target.end, lineEndAt(text, target.end));
  const heredoc = isLastOnLine ? neighborHeredoc(file, target) : undefined;
  const placement = { ...placementOf(file, target), heredoc };
  const written = inputText(file, input, placement, target);
  if (!written.ok) return written;
  if (!isLastOnLine && endsInHeredoc(written.value)) {
    return refuseEdit(
      file,
      'invalid-input',
      target,
      'A heredoc must be the last thing on its line.',
    );
  }
  const replacement = protect(file, target, written.value);
  return foundEdit([
    { offset: target.start, length: target.end - target.start, text: replacement },
  ]);
}

/**
 * The heredoc style for text of several lines, taken from the neighbors of the argument or object
 * item.
 */
function neighborHeredoc(file: HclFile, target: Expression): HeredocStyle | undefined {
  const [around, owner] = pathTo(file, target).slice(-3);
  if (around === undefined || owner === undefined) return undefined;
  if (owner.kind === 'attribute') return heredocStyleAt(file, around, owner.name);
  return owner.kind === 'object-item' ? heredocStyleAt(file, around, undefined) : undefined;
}

/** A value that spans several lines stays so, and an inline one stays inline. */
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

/**
 * Adds parentheses where the text would otherwise bind differently within the surrounding
 * expression.
 */
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

/**
 * Edits of only the lines or document parts that differ inside a template; undefined if it has
 * computed parts.
 */
function insideTemplate(
  file: HclFile,
  target: Expression,
  value: Json,
): readonly TextEdit[] | undefined {
  const isTemplate = target.kind === 'heredoc' || target.kind === 'quoted';
  if (!isTemplate || typeof value !== 'string') return undefined;
  return editTemplate(file, target, value, () => undefined);
}
