import type { Failure } from '../failure.ts';
import { failure } from '../failure.ts';

/** A regular expression of Terraform's (RE2) in JavaScript's terms. */
export interface Pattern {
  readonly kind: 'pattern';
  readonly regex: RegExp;
  /** Name of each group, undefined for unnamed ones. */
  readonly groups: readonly (string | undefined)[];
}

interface Flags {
  readonly ignoreCase: boolean;
  readonly multiLine: boolean;
  readonly dotAll: boolean;
  readonly ungreedy: boolean;
}

interface Reader {
  readonly text: string;
  at: number;
  readonly groups: (string | undefined)[];
  error: string | undefined;
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

function matchHere(reader: Reader, syntax: RegExp): RegExpExecArray | null {
  const sticky = new RegExp(syntax);
  sticky.lastIndex = reader.at;
  const match = sticky.exec(reader.text);
  if (match !== null) reader.at = sticky.lastIndex;
  return match;
}

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

interface Member {
  /** A single character. */
  readonly char?: string;
  /** Content of a bracket expression. */
  readonly set?: string;
}

/** An escape that stands for a character or a set, here or in brackets. */
function escapedMember(reader: Reader): Member {
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

/** A character standing for itself, in all its cases when case does not matter. */
function literal(char: string, flags: Flags): string {
  const cases = flags.ignoreCase ? casesOf(char) : [char];
  const codes = cases.map(codeOf);
  return codes.length > 1 ? `[${codes.join('')}]` : codes.join('');
}

function codeOf(char: string): string {
  if (/^[A-Za-z0-9_ ]$/.test(char)) return char;
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}

function casesOf(char: string): readonly string[] {
  const cases = new Set([char, char.toLowerCase(), char.toUpperCase()]);
  if (/[kK\u212a]/.test(char)) for (const each of 'kK\u212a') cases.add(each);
  if (/[sS\u017f]/.test(char)) for (const each of 'sS\u017f') cases.add(each);
  return [...cases].filter((each) => [...each].length === 1);
}

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
function bracket(reader: Reader, flags: Flags): string {
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
