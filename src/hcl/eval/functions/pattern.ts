import type { Failure } from '../failure.ts';
import { failure } from '../failure.ts';
import { bracket } from './pattern-bracket.ts';
import { escapedMember } from './pattern-escape.ts';
import type { Flags, Reader } from './pattern-reader.ts';
import { literal, matchHere } from './pattern-reader.ts';

/** A regular expression of Terraform's (RE2) in JavaScript's terms. */
export interface Pattern {
  readonly kind: 'pattern';
  readonly regex: RegExp;
  /** Name of each group, undefined for unnamed ones. */
  readonly groups: readonly (string | undefined)[];
}

const noFlags: Flags = { ignoreCase: false, multiLine: false, dotAll: false, ungreedy: false };

/** Translates RE2 syntax; what RE2 does not know (look-around, back references) is refused. */
export function compilePattern(text: string): Pattern | Failure {
  const reader: Reader = { text, at: 0, groups: [], error: undefined };
  const source = alternatives(reader, noFlags, 0);
  if (reader.error === undefined && reader.at < text.length) reader.error = 'unexpected )';
  if (reader.error !== undefined) {
    return failure(`invalid regular expression ${JSON.stringify(text)}: ${reader.error}.`);
  }
  try {
    return { kind: 'pattern', regex: new RegExp(source, 'gu'), groups: reader.groups };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return failure(`the regular expression ${JSON.stringify(text)} is not supported here.`);
  }
}

const maxNesting = 200;

function alternatives(reader: Reader, outer: Flags, depth: number): string {
  let flags = outer;
  let source = '';
  if (depth > maxNesting) reader.error = 'nesting too deep';
  while (reader.error === undefined && reader.at < reader.text.length) {
    const char = reader.text[reader.at];
    if (char === ')') break;
    if (char === '|') {
      reader.at += 1;
      source += '|';
      continue;
    }
    const change = flagChange(reader, flags);
    if (change !== undefined) {
      flags = change;
      continue;
    }
    const item = atom(reader, flags, depth);
    source += item + quantifier(reader, flags, item);
  }
  return source;
}

const flagsOnly = /\(\?([imsU]*)(?:-([imsU]+))?\)/y;
const flagsGroup = /\(\?([imsU]*)(?:-([imsU]+))?:/y;
const namedGroup = /\(\?P?<([A-Za-z0-9_]+)>/y;

function flagChange(reader: Reader, flags: Flags): Flags | undefined {
  const match = matchHere(reader, flagsOnly);
  if (match === null) return undefined;
  if (match[1] === '' && match[2] === undefined) reader.error = 'missing flags';
  return applyFlags(flags, match[1] ?? '', match[2] ?? '');
}

function applyFlags(flags: Flags, on: string, off: string): Flags {
  const has = (letter: string, was: boolean): boolean =>
    on.includes(letter) || (was && !off.includes(letter));
  return {
    ignoreCase: has('i', flags.ignoreCase),
    multiLine: has('m', flags.multiLine),
    dotAll: has('s', flags.dotAll),
    ungreedy: has('U', flags.ungreedy),
  };
}

function atom(reader: Reader, flags: Flags, depth: number): string {
  const char = String.fromCodePoint(reader.text.codePointAt(reader.at) ?? 0);
  switch (char) {
    case '(':
      return group(reader, flags, depth);
    case '[':
      return bracket(reader, flags);
    case '\\':
      return escaped(reader, flags);
    case '*':
    case '+':
    case '?':
      reader.error = `nothing to repeat before ${char}`;
      return '';
    default:
      reader.at += char.length;
  }
  if (char === '.') return flags.dotAll ? '[^]' : '[^\\n]';
  if (char === '^') return flags.multiLine ? '(?:^|(?<=\\n))' : '^';
  if (char === '$') return flags.multiLine ? '(?=\\n|$)' : '$';
  return literal(char, flags);
}

function group(reader: Reader, flags: Flags, depth: number): string {
  const named = matchHere(reader, namedGroup);
  const options = named === null ? matchHere(reader, flagsGroup) : null;
  let inner = flags;
  let open = '(';
  if (named !== null) {
    if (reader.groups.includes(named[1])) reader.error = 'duplicate group name';
    reader.groups.push(named[1]);
  } else if (options !== null) {
    inner = applyFlags(flags, options[1] ?? '', options[2] ?? '');
    open = '(?:';
  } else {
    reader.at += 1;
    if (reader.text[reader.at] === '?') reader.error = 'unknown group syntax';
    reader.groups.push(undefined);
  }
  const body = alternatives(reader, inner, depth + 1);
  if (reader.text[reader.at] !== ')') reader.error ??= 'missing )';
  reader.at += 1;
  return `${open}${body})`;
}

const repeat = /[*+?]|\{(\d+)(?:(,)(\d*))?\}/y;

function quantifier(reader: Reader, flags: Flags, item: string): string {
  const match = matchHere(reader, repeat);
  if (match === null) return '';
  const [text, low, comma, high] = match;
  if (Number(low ?? 0) > 1000 || Number(high || 0) > 1000) reader.error = 'repeat count too large';
  if (comma !== undefined && high && Number(high) < Number(low)) reader.error = 'bad repeat range';
  let lazy = flags.ungreedy;
  if (reader.text[reader.at] === '?') {
    reader.at += 1;
    lazy = !lazy;
  }
  if (/[*+?]/.test(reader.text[reader.at] ?? '')) reader.error ??= 'nested repetition';
  // JavaScript does not repeat assertions; repeating them changes nothing but whether they count.
  if (/^(?:\^|\$|\\b|\\B)$/.test(item)) return /^(?:\*|\?|\{0)/.test(text) ? '{0}' : '';
  return text + (lazy ? '?' : '');
}

/** `\...` outside of brackets. */
function escaped(reader: Reader, flags: Flags): string {
  const next = reader.text[reader.at + 1] ?? '';
  switch (next) {
    case 'A':
      reader.at += 2;
      return '^';
    case 'z':
      reader.at += 2;
      return '$';
    case 'b':
    case 'B':
      reader.at += 2;
      return `\\${next}`;
    case 'Q':
      return quoted(reader, flags);
    default: {
      const member = escapedMember(reader);
      if (member.set !== undefined) return `[${member.set}]`;
      return literal(member.char ?? '', flags);
    }
  }
}

function quoted(reader: Reader, flags: Flags): string {
  const from = reader.at + 2;
  const close = reader.text.indexOf('\\E', from);
  const end = close < 0 ? reader.text.length : close;
  reader.at = close < 0 ? end : end + 2;
  const chars = [...reader.text.slice(from, end)].map((char) => literal(char, flags));
  return chars.length > 1 ? `(?:${chars.join('')})` : chars.join('');
}
