import type { Reader } from './pattern-reader.ts';
import { matchHere } from './pattern-reader.ts';

const perl: Readonly<Record<string, string>> = {
  d: '0-9',
  w: '0-9A-Za-z_',
  s: '\\t\\n\\f\\r ',
};

const controls: Readonly<Record<string, string>> = {
  a: '\\x07',
  f: '\\f',
  t: '\\t',
  n: '\\n',
  r: '\\r',
  v: '\\v',
};

const property = /\\([pP])(?:\{(\^?)([^}]*)\}|(.))/uy;
const hex = /\\x(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{2}))/y;
const octal = /\\([0-7]{2,3}|0)/y;

export interface Member {
  /** A single character. */
  readonly char?: string;
  /** Content of a bracket expression. */
  readonly set?: string;
}

/** An escape that stands for a character or a set, here or in brackets. */
export function escapedMember(reader: Reader): Member {
  const named = matchHere(reader, property);
  if (named !== null) return { set: propertySet(reader, named) };
  const code = matchHere(reader, hex);
  if (code !== null)
    return { char: fromCode(reader, Number.parseInt(code[1] ?? code[2] ?? '', 16)) };
  const digits = matchHere(reader, octal);
  if (digits !== null) return { char: fromCode(reader, Number.parseInt(digits[1] ?? '', 8)) };
  const char = reader.text[reader.at + 1] ?? '';
  reader.at += 2;
  const lower = char.toLowerCase();
  const set = Object.hasOwn(perl, lower) ? perl[lower] : undefined;
  if (set !== undefined) return { set: char === lower ? set : negate(char) };
  const control = Object.hasOwn(controls, char) ? controls[char] : undefined;
  if (control !== undefined) return { set: control };
  if (char === '' || /[A-Za-z0-9]/.test(char) || char > '\x7f') reader.error = 'invalid escape';
  return { char };
}

/** Complements of the Perl classes as ranges, since brackets cannot nest. */
function negate(letter: string): string {
  if (letter === 'D') return '\\0-/:-\\u{10ffff}';
  if (letter === 'W') return '\\0-/:-@\\[-\\^`\\{-\\u{10ffff}';
  return '\\0-\\x08\\v\\x0e-\\x1f!-\\u{10ffff}';
}

function propertySet(reader: Reader, match: RegExpExecArray): string {
  const [, letter, caret, long, short] = match;
  const name = long ?? short ?? '';
  const negative = (letter === 'P') !== (caret === '^');
  if (name === 'Any') return negative ? '' : '\\0-\\u{10ffff}';
  const category = /^[A-Z][a-z]?$/.test(name);
  if (!/^[A-Za-z_]+$/.test(name)) reader.error = 'invalid character class range';
  return `\\${negative ? 'P' : 'p'}{${category ? name : `Script=${name}`}}`;
}

function fromCode(reader: Reader, code: number): string {
  if (code <= 0x10ffff) return String.fromCodePoint(code);
  reader.error = 'invalid escape';
  return '';
}
