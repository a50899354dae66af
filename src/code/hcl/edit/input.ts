import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import { newlineOf } from '../../../text/lines.ts';
import type { Expression, HclFile, Span } from '../syntax/ast.ts';
import { parseHcl } from '../syntax/parse.ts';
import { descendants } from '../syntax/walk.ts';
import { type HeredocStyle, heredocText } from './heredoc.ts';
import { indentUnitOf } from './indent-unit.ts';
import { type RenderOptions, renderHclValue } from './render.ts';
import { type FoundInFile, foundEdit, type HclInput, refuseEdit } from './types.ts';

/** Where the text starts and how it is laid out. */
export interface Placement
  extends Pick<RenderOptions, 'indent' | 'column' | 'layout' | 'quotedKeys'> {
  /**
   * Set if text of several lines becomes a heredoc: its neighbors are heredocs, and nothing follows
   * on the line.
   */
  readonly heredoc?: HeredocStyle | undefined;
}

/** The text to write for an input. `at` is the node that a refusal points to. */
export function inputText(
  file: HclFile,
  input: HclInput,
  placement: Placement,
  at: Span,
): FoundInFile<string> {
  if (input.kind === 'raw') return rawText(file, input.text, placement, at);
  if (!isFiniteJson(input.value)) {
    return refuseEdit(file, 'invalid-input', at, 'The value has a number that HCL cannot hold.');
  }
  const { heredoc, ...place } = placement;
  const newline = newlineOf(file.text);
  const isFree = heredoc !== undefined && place.layout !== 'inline';
  const lines = isFree ? heredocText(input.value, heredoc, place.indent ?? '', newline) : undefined;
  const options = { ...place, unit: indentUnitOf(file), newline };
  return foundEdit(lines ?? renderHclValue(input.value, options));
}

function rawText(file: HclFile, text: string, placement: Placement, at: Span): FoundInFile<string> {
  const trimmed = text.trim();
  const expression = rawExpression(trimmed);
  if (expression === undefined) {
    const message = `${JSON.stringify(trimmed)} is not a single expression that can follow "=".`;
    return refuseEdit(file, 'invalid-input', at, message);
  }
  const hasHeredoc = [...descendants(expression)].some((node) => node.kind === 'heredoc');
  const placed = hasHeredoc ? trimmed : indentLike(trimmed, placement.indent ?? '');
  return foundEdit(placed.replace(/\r?\n/g, newlineOf(file.text)));
}

/** Shifts all lines but the first so that the last one, a closing bracket, has this indentation. */
export function indentLike(text: string, indent: string): string {
  const [first = '', ...rest] = text.split('\n');
  const last = rest.at(-1) ?? '';
  const surplus = last.length - last.trimStart().length - indent.length;
  if (surplus === 0 || rest.length === 0) return text;
  const shifted = rest.map((line) => {
    if (line.trim() === '') return line;
    if (surplus < 0) return indent.slice(0, -surplus) + line;
    const blanks = line.length - line.trimStart().length;
    return line.slice(Math.min(surplus, blanks));
  });
  return [first, ...shifted].join('\n');
}

/**
 * The expression that `text` consists of, parsed as the value of an argument; undefined if it is
 * not exactly one.
 */
export function rawExpression(text: string): Expression | undefined {
  const prefix = 'x = ';
  const { body, errors } = parseHcl(`${prefix}${text}\n`);
  const [item] = body.items;
  if (errors.length > 0 || body.items.length !== 1 || item?.kind !== 'attribute') return undefined;
  const whole =
    item.value.start === prefix.length && item.value.end === prefix.length + text.length;
  return whole ? item.value : undefined;
}

/** True when the text of an expression ends with the closing marker of a heredoc. */
export function endsInHeredoc(text: string): boolean {
  if (!text.includes('<<')) return false;
  const expression = rawExpression(text);
  if (expression === undefined) return false;
  return [...descendants(expression)].some(
    (node) => node.kind === 'heredoc' && node.end === expression.end,
  );
}

function isFiniteJson(value: Json): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (isJsonArray(value)) return value.every(isFiniteJson);
  return !isJsonObject(value) || Object.values(value).every(isFiniteJson);
}
