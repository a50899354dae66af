import type { Member } from './pattern-escape.ts';
import { escapedMember } from './pattern-escape.ts';
import type { Flags, Reader } from './pattern-reader.ts';
import { casesOf, codeOf, matchHere } from './pattern-reader.ts';

const posix = /\[:(\^?)([a-z]+):\]/y;
const posixSets: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\0-\\x7f',
  blank: '\\t ',
  cntrl: '\\0-\\x1f\\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: '\\t\\n\\v\\f\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};

/** `[...]` */
export function bracket(reader: Reader, flags: Flags): string {
  reader.at += 1;
  const negated = reader.text[reader.at] === '^';
  if (negated) reader.at += 1;
  let content = '';
  for (let first = true; ; first = false) {
    const char = reader.text[reader.at];
    if (char === undefined) {
      reader.error = 'missing closing ]';
      return '';
    }
    if (char === ']' && !first) break;
    content += bracketItem(reader, flags);
    if (reader.error !== undefined) return '';
  }
  reader.at += 1;
  return `[${negated ? '^' : ''}${content}]`;
}

function bracketItem(reader: Reader, flags: Flags): string {
  const named = matchHere(reader, posix);
  if (named !== null) return posixSet(reader, named);
  const low = bracketChar(reader);
  if (low.set !== undefined || low.char === undefined) return low.set ?? '';
  const { text, at } = reader;
  if (text[at] !== '-' || text[at + 1] === ']' || text[at + 1] === undefined) {
    return (flags.ignoreCase ? casesOf(low.char) : [low.char]).map(codeOf).join('');
  }
  reader.at += 1;
  const high = bracketChar(reader);
  if (high.char === undefined || (high.char.codePointAt(0) ?? 0) < (low.char.codePointAt(0) ?? 0)) {
    reader.error = 'invalid character class range';
    return '';
  }
  return range(low.char, high.char, flags);
}

function bracketChar(reader: Reader): Member {
  const { text, at } = reader;
  if (text[at] === '\\') return escapedMember(reader);
  const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
  reader.at += char.length;
  return { char };
}

function posixSet(reader: Reader, [, caret, name = '']: RegExpExecArray): string {
  const set = Object.hasOwn(posixSets, name) ? posixSets[name] : undefined;
  if (set === undefined || caret === '^') reader.error = 'invalid character class range';
  return set ?? '';
}

/** A range, with the other case of the ASCII letters in it when case does not matter. */
function range(low: string, high: string, flags: Flags): string {
  const plain = `${codeOf(low)}-${codeOf(high)}`;
  if (!flags.ignoreCase) return plain;
  const from = low.codePointAt(0) ?? 0;
  const to = high.codePointAt(0) ?? 0;
  let others = '';
  for (let code = Math.max(from, 65); code <= Math.min(to, 122); code += 1) {
    const char = String.fromCodePoint(code);
    if (/[A-Za-z]/.test(char)) others += casesOf(char).map(codeOf).join('');
  }
  return plain + others;
}
