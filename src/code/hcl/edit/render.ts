import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { isIdentifier } from '../syntax/characters.ts';
import { columnsOf } from './align.ts';

export interface RenderOptions {
  /** Indentation of the line on which the value starts. */
  readonly indent?: string;
  /** The indentation that one more level adds. */
  readonly unit?: string;
  readonly newline?: string;
  /** The column at which the value starts, which decides whether a list fits on the line. */
  readonly column?: number;
  /**
   * `auto`: objects over several lines, lists of scalars on one line if they fit. `inline`:
   * everything on one line. `lines`: the outermost list or object over several lines.
   */
  readonly layout?: 'auto' | 'inline' | 'lines';
  /** If true, all keys are quoted, even those that need no quotes. */
  readonly quotedKeys?: boolean;
}

interface Context {
  readonly indent: string;
  readonly unit: string;
  readonly newline: string;
  readonly column: number;
  readonly layout: 'auto' | 'inline' | 'lines';
  readonly quotedKeys: boolean;
}

const width = 100;

/** The value as a person would write it in HCL. Numbers are written exactly. */
export function renderHclValue(value: Json, options: RenderOptions = {}): string {
  const { indent = '', unit = '  ', newline = '\n', column = 0 } = options;
  const { layout = 'auto', quotedKeys = false } = options;
  return render(value, { indent, unit, newline, column, layout, quotedKeys });
}

function render(value: Json, context: Context): string {
  if (isJsonArray(value)) return renderList(value, context);
  if (isJsonObject(value)) return renderObject(value, context);
  if (typeof value === 'string') return quoteHcl(value);
  return typeof value === 'number' ? String(value === 0 ? 0 : value) : String(value);
}

/**
 * Characters that editors and reviews do not show, or that change the order in which text is shown.
 */
const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const named: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** The string as a quoted literal in which HCL interprets nothing. */
export function quoteHcl(text: string): string {
  const escaped = text
    .replace(/["\\]/g, '\\$&')
    .replace(controls, (character) => named.get(character) ?? unicodeEscape(character))
    .replace(/[$%](?=\{)/g, '$&$&');
  return `"${escaped}"`;
}

function unicodeEscape(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16);
  return digits.length > 4 ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`;
}

/** An object key: bare if it is an identifier, else quoted. */
export function renderKey(key: string, quoted = false): string {
  // `{ for = 1 }` would be parsed as a for expression.
  return quoted || !isIdentifier(key) || key === 'for' ? quoteHcl(key) : key;
}

function isScalar(value: Json): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
}

function renderList(list: readonly Json[], context: Context): string {
  if (list.length === 0) return '[]';
  if (context.layout !== 'lines' && (context.layout === 'inline' || list.every(isScalar))) {
    const inline = `[${list.map((item) => render(item, { ...context, layout: 'inline' })).join(', ')}]`;
    if (context.layout === 'inline' || context.column + columnsOf(inline) <= width) return inline;
  }
  const inner = innerOf(context);
  const { newline, indent } = context;
  const items = list.map((item) => inner.indent + render(item, inner));
  return `[${newline}${items.join(`,${newline}`)},${newline}${indent}]`;
}

function innerOf(context: Context): Context {
  const indent = context.indent + context.unit;
  return { ...context, indent, column: indent.length, layout: 'auto' };
}

function renderObject(object: JsonObject, context: Context): string {
  const keys = Object.keys(object);
  if (keys.length === 0) return '{}';
  if (context.layout === 'inline') return renderInlineObject(object, keys, context);
  const inner = innerOf(context);
  const entries = keys.map((key) => {
    const head = renderKey(key, context.quotedKeys);
    const column = inner.indent.length + head.length + 3;
    return { head, text: render(object[key] ?? null, { ...inner, column }) };
  });
  const { newline, indent } = context;
  const lines = alignEntries(entries).map((entry) => inner.indent + entry);
  return `{${newline}${lines.join(newline)}${newline}${indent}}`;
}

function renderInlineObject(object: JsonObject, keys: readonly string[], context: Context): string {
  const { quotedKeys } = context;
  const entries = keys.map(
    (key) => `${renderKey(key, quotedKeys)} = ${render(object[key] ?? null, context)}`,
  );
  return `{ ${entries.join(', ')} }`;
}

export interface RenderedEntry {
  readonly head: string;
  readonly text: string;
}

/**
 * `head = text` for each entry; values on consecutive single lines are aligned as `terraform fmt`
 * does.
 */
export function alignEntries(entries: readonly RenderedEntry[]): readonly string[] {
  const lines: string[] = [];
  for (let first = 0; first < entries.length; ) {
    let end = first;
    while (end < entries.length && !(entries[end]?.text ?? '').includes('\n')) end++;
    const run = entries.slice(first, Math.max(end, first + 1));
    const widest = Math.max(...run.map((entry) => columnsOf(entry.head)));
    for (const { head, text } of run) {
      lines.push(`${head}${' '.repeat(widest - columnsOf(head))} = ${text}`);
    }
    first += run.length;
  }
  return lines;
}
