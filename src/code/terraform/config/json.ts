import type { Json, JsonObject } from '../../../model/json.ts';
import { isJsonArray, isJsonObject, own } from '../../../model/json.ts';
import { parsedDocument } from '../../../model/parsed-json.ts';
import { parseTemplate } from '../../hcl/syntax/parse.ts';

// JSON configuration is translated to native syntax, so that a single evaluator handles both.
// Positions in the translation mean nothing to users, and such files are never edited.

/** Attributes whose strings are references or types instead of text. */
const bareAttributes: ReadonlySet<string> = new Set(['provider', 'type']);
const nestedBlocks: ReadonlySet<string> = new Set(['lifecycle', 'connection', 'dynamic']);

/**
 * Translates a `.tf.json` file to native syntax. If it is not a JSON object, the result is text
 * that does not parse.
 */
export function translateConfiguration(text: string): string {
  const json = parsedDocument(text);
  if (json === undefined) return '!';
  return bodiesOf(json)
    .flatMap((body) => entriesOf(body))
    .map(([type, content]) => topLevel(type, content))
    .join('');
}

/** Translates a `.tfvars.json` file to native syntax; its strings are plain text. */
export function translateValues(text: string): string {
  const json = parsedDocument(text);
  if (json === undefined) return '!';
  return bodiesOf(json)
    .flatMap((body) => entriesOf(body))
    .map(([name, value]) => `${name} = ${expression(value, quotePlain)}\n`)
    .join('');
}

/** Entries except comments (`"//"`). */
function entriesOf(object: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(object).filter(([key]) => key !== '//');
}

/** In JSON, several blocks of a type are an array of objects. */
function bodiesOf(json: Json): readonly JsonObject[] {
  return (isJsonArray(json) ? json : [json]).filter(isJsonObject);
}

const labelCount: Readonly<Record<string, number>> = {
  resource: 2,
  data: 2,
  ephemeral: 2,
  module: 1,
  variable: 1,
  output: 1,
  provider: 1,
  locals: 0,
  moved: 0,
};

function topLevel(type: string, content: Json): string {
  const labels = own(labelCount, type);
  if (labels === undefined) return '';
  return blocks(type, [], content, labels);
}

function blocks(type: string, labels: readonly string[], content: Json, more: number): string {
  if (more === 0) {
    const bodies = bodiesOf(content);
    return bodies.map((body) => `${header(type, labels)} {\n${bodyText(body)}}\n`).join('');
  }
  return bodiesOf(content)
    .flatMap((body) => entriesOf(body))
    .map(([label, inner]) => blocks(type, [...labels, label], inner, more - 1))
    .join('');
}

function header(type: string, labels: readonly string[]): string {
  return [type, ...labels.map(quotePlain)].join(' ');
}

function bodyText(body: JsonObject): string {
  return entriesOf(body)
    .map(([name, value]) => item(name, value))
    .join('');
}

function item(name: string, value: Json): string {
  if (name === 'dynamic') return blocks(name, [], value, 1);
  if (nestedBlocks.has(name)) return blocks(name, [], value, 0);
  if (name === 'provisioner') return blocks(name, [], value, 1);
  if (name === 'content') return blocks(name, [], value, 0);
  if (name === 'providers' && isJsonObject(value)) {
    const pairs = entriesOf(value).map(([key, to]) => `${quotePlain(key)} = ${bare(to)}`);
    return `${name} = {${pairs.join(', ')}}\n`;
  }
  return `${name} = ${bareAttributes.has(name) ? bare(value) : expression(value, quoteTemplate)}\n`;
}

/** A string whose content is itself an expression. */
function bare(value: Json): string {
  return typeof value === 'string' ? value : expression(value, quoteTemplate);
}

function expression(value: Json, quote: (text: string) => string): string {
  if (typeof value === 'string') return quote(value);
  if (isJsonArray(value)) return `[${value.map((each) => expression(each, quote)).join(', ')}]`;
  if (!isJsonObject(value)) return String(value);
  const pairs = Object.entries(value).map(
    ([key, each]) => `(${quote(key)}) = ${expression(each, quote)}`,
  );
  return `{${pairs.join(', ')}}`;
}

function quotePlain(text: string): string {
  return `"${escapeText(text).replace(/([$%])\{/g, '$1$1{')}"`;
}

/** Keeps `${...}` unchanged, since quotes inside it need no escapes in native syntax. */
function quoteTemplate(text: string): string {
  const parts = parseTemplate(text);
  if (!parts.ok) return quotePlain(text);
  const pieces = parts.value.map((part) => {
    const piece = text.slice(part.start, part.end);
    return part.kind === 'text' ? escapeText(piece) : piece;
  });
  return `"${pieces.join('')}"`;
}

function escapeText(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\([bf])/g, (_all, letter) => (letter === 'b' ? '\\u0008' : '\\u000c'));
}
