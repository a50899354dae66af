import { isJsonArray, isJsonObject, type Json } from '../../model/json.ts';
import type { Expression, HclFile, Span } from '../syntax/ast.ts';
import { parseHcl } from '../syntax/parse.ts';
import { type RenderOptions, renderValue } from './render.ts';
import { indentUnitOf, newlineOf } from './text.ts';
import { type Found, found, type HclInput, refuse } from './types.ts';

/** What the text will stand in: where it starts and how it is laid out. */
export type Placement = Pick<RenderOptions, 'indent' | 'column' | 'layout' | 'syntax'>;

/** The text to write for an input. `at` is the place a refusal speaks of. */
export function inputText(
  file: HclFile,
  input: HclInput,
  placement: Placement,
  at: Span,
): Found<string> {
  if (input.kind === 'raw') return rawText(file, input.text, at);
  if (!isFiniteJson(input.value)) {
    return refuse(file, 'invalid-input', at, 'The value has a number that HCL can not hold.');
  }
  const options = { ...placement, unit: indentUnitOf(file), newline: newlineOf(file.text) };
  return found(renderValue(input.value, options));
}

function rawText(file: HclFile, text: string, at: Span): Found<string> {
  const trimmed = text.trim();
  if (rawExpression(trimmed) === undefined) {
    const message = `${JSON.stringify(trimmed)} is not one expression as it can stand behind "=".`;
    return refuse(file, 'invalid-input', at, message);
  }
  return found(trimmed.replace(/\r?\n/g, newlineOf(file.text)));
}

/** The expression that is all of `text`, read as the value of an argument. */
export function rawExpression(text: string): Expression | undefined {
  const prefix = 'x = ';
  const { body, errors } = parseHcl(`${prefix}${text}\n`);
  const [item] = body.items;
  if (errors.length > 0 || body.items.length !== 1 || item?.kind !== 'attribute') return undefined;
  const whole =
    item.value.start === prefix.length && item.value.end === prefix.length + text.length;
  return whole ? item.value : undefined;
}

function isFiniteJson(value: Json): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (isJsonArray(value)) return value.every(isFiniteJson);
  return !isJsonObject(value) || Object.values(value).every(isFiniteJson);
}
