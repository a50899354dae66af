import { formatNumber } from '../number-text.ts';
import type { Value } from '../value.ts';

// Reproduces the layout of Terraform's `yamlencode` to the byte, since the result is often an
// argument that is compared as text.

/** Column after which quoted text is folded at the next blank. */
const foldAfter = 80;
/** Longer keys are written in the explicit form with `?`. */
const longestKey = 128;

/** YAML as `yamlencode` writes it. Nothing in the value may be unknown. */
export function encodeYaml(value: Value): string {
  const output: Output = { text: '', column: 0 };
  writeNode(output, value, { indent: -1, inMapping: false });
  if (output.text.endsWith('\n')) return output.text;
  const open = value.kind === 'number' || value.kind === 'bool' || value.kind === 'null';
  return `${output.text}\n${open ? '...\n' : ''}`;
}

interface Output {
  text: string;
  column: number;
}

interface Place {
  /** Column of the enclosing collection; -1 at the top. */
  readonly indent: number;
  /** True if the node is the value of a key, so that it starts after the colon. */
  readonly inMapping: boolean;
}

function write(output: Output, text: string): void {
  output.text += text;
  const newline = text.lastIndexOf('\n');
  const tail = text.slice(newline + 1);
  output.column = (newline < 0 ? output.column : 0) + [...tail].length;
}

function newLine(output: Output, indent: number): void {
  if (output.text !== '' && !output.text.endsWith('\n')) write(output, '\n');
  write(output, ' '.repeat(indent));
}

function writeNode(output: Output, value: Value, place: Place): void {
  switch (value.kind) {
    case 'unknown':
    case 'null':
      writePlain(output, 'null', place);
      break;
    case 'bool':
      writePlain(output, String(value.value), place);
      break;
    case 'number':
      writePlain(output, formatNumber(value.value), place);
      break;
    case 'string':
      writeString(output, value.value, place);
      break;
    case 'list':
    case 'set':
    case 'tuple':
      if (value.elements.length === 0) writePlain(output, '[]', place);
      else writeSequence(output, value.elements, place);
      break;
    case 'map':
    case 'object':
      if (value.entries.size === 0) writePlain(output, '{}', place);
      else writeMapping(output, value.entries, place);
      break;
  }
}

function gap(output: Output, place: Place): void {
  if (place.inMapping) write(output, ' ');
}

function writePlain(output: Output, text: string, place: Place): void {
  gap(output, place);
  write(output, text);
}

function writeSequence(output: Output, items: readonly Value[], place: Place): void {
  // In a mapping, dashes are in the same column as the key.
  const indent = place.inMapping ? place.indent : nested(place.indent);
  for (const [index, item] of items.entries()) {
    // The first item of a nested list is on the same line as the outer dash.
    if (index > 0 || place.inMapping || place.indent < 0) newLine(output, indent);
    write(output, '- ');
    writeNode(output, item, { indent, inMapping: false });
  }
}

function nested(indent: number): number {
  return indent < 0 ? 0 : indent + 2;
}

function writeMapping(output: Output, entries: ReadonlyMap<string, Value>, place: Place): void {
  const indent = nested(place.indent);
  let first = true;
  for (const [key, value] of entries) {
    if (!first || place.inMapping || place.indent < 0) newLine(output, indent);
    first = false;
    if (Buffer.byteLength(key) > longestKey || key.includes('\n')) {
      writeExplicit(output, key, value, indent);
      continue;
    }
    writeQuoted(output, key, indent + 2, false);
    write(output, ':');
    writeNode(output, value, { indent, inMapping: true });
  }
}

/** Writes `? key`, then the value on a line of its own. */
function writeExplicit(output: Output, key: string, value: Value, indent: number): void {
  write(output, '? ');
  writeString(output, key, { indent, inMapping: false });
  newLine(output, indent);
  write(output, ': ');
  writeNode(output, value, { indent, inMapping: false });
}

function writeString(output: Output, text: string, place: Place): void {
  gap(output, place);
  const indent = nested(place.indent < 0 ? 0 : place.indent);
  if (text.includes('\n') && fitsLiteral(text)) writeLiteral(output, text, indent);
  else writeQuoted(output, text, indent, true);
}

const printable = /^[\n\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]*$/u;
const breaks = /[\n\u0085\u2028\u2029]/;

function fitsLiteral(text: string): boolean {
  return printable.test(text) && !/ (?:[\n\u2028\u2029]|$)/.test(text);
}

function writeLiteral(output: Output, text: string, indent: number): void {
  const hint = /^[ \n\u2028\u2029]/.test(text) ? '2' : '';
  const keep = /^\n$|\n\n$/.test(text) ? '+' : '';
  const chomp = text.endsWith('\n') ? keep : '-';
  write(output, `|${hint}${chomp}\n`);
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    write(output, line === '\n' ? line : ' '.repeat(indent) + line);
  }
}

function writeQuoted(output: Output, text: string, indent: number, fold: boolean): void {
  write(output, '"');
  const chars = [...text];
  let afterBlank = false;
  for (const [index, char] of chars.entries()) {
    const inside = index > 0 && index < chars.length - 1;
    if (char === ' ' && fold && !afterBlank && output.column > foldAfter && inside) {
      newLine(output, indent);
      if (chars[index + 1] === ' ') write(output, '\\');
      afterBlank = true;
      continue;
    }
    afterBlank = char === ' ';
    write(output, escapeChar(char));
  }
  write(output, '"');
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\0', '\\0'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\v', '\\v'],
  ['\f', '\\f'],
  ['\r', '\\r'],
  ['\x1b', '\\e'],
  ['\u0085', '\\N'],
  ['\u2028', '\\L'],
  ['\u2029', '\\P'],
]);

function escapeChar(char: string): string {
  const known = escapes.get(char);
  if (known !== undefined) return known;
  if (printable.test(char) && !breaks.test(char)) return char;
  const hex = (char.codePointAt(0) ?? 0).toString(16).toUpperCase();
  if (hex.length <= 2) return `\\x${hex.padStart(2, '0')}`;
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
