import { Document, parse } from 'yaml';
import type { Json } from '../../model/json.ts';
import type { BlockStyle } from './block.ts';

/** A scalar with the same quotes as the old one; undefined if these cannot express it. */
export function plainScalar(old: string, value: Json): string | undefined {
  if (typeof value !== 'string' || /[^\P{C}]/u.test(value)) return undefined;
  if (old.startsWith('"')) return JSON.stringify(value);
  return old.startsWith("'") ? `'${value.replaceAll("'", "''")}'` : undefined;
}

/**
 * The text for a string that replaces a literal block (`|`); undefined if the old value is not such
 * a block, or if the string cannot be written as one.
 */
export function literalBlock(
  old: string,
  value: string,
  indent: string,
  style: BlockStyle,
): string | undefined {
  if (!/^\|[-+]?(?=[ \t\r\n]|$)/.test(old) || /[^\P{C}\n\t]/u.test(value)) return undefined;
  if (/^\s|\n[ \t]+$/.test(value) || value.trim() === '') return undefined;
  const body = value.replace(/\n+$/, '');
  const ends = value.length - body.length;
  const chomp = ends === 0 ? '-' : ends === 1 ? '' : '+';
  const [head = '', ...rest] = old.split(/\r?\n/);
  const margin = rest.find((line) => line.trim() !== '')?.match(/^ */)?.[0] ?? indent;
  const lines = body.split('\n').map((line) => (line === '' ? '' : margin + line));
  const kept = Array.from({ length: Math.max(0, ends - 1) }, () => '');
  return [head.replace(/^\|[-+]?/, `|${chomp}`), ...lines, ...kept].join(style.newline);
}

/** A scalar for use inside brackets. */
export function flowScalar(value: Json, singleQuotes: boolean): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const isSafe = /^(?:[A-Za-z_./]|\d+[A-Za-z])[-\w./@+]*$/.test(value) && readsBack(value);
  if (isSafe) return value;
  const isPrintable = !/[^\P{C}]/u.test(value);
  return singleQuotes && isPrintable ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value);
}

/** True if the text as a plain scalar is the same string in YAML 1.1 and 1.2. */
function readsBack(text: string): boolean {
  if (parse(text) !== text) return false;
  return new Document(text, { version: '1.1' }).toString({ directives: false }) === `${text}\n`;
}
