/**
 * A few texts that a regular expression (RE2) probably matches; the caller has to check. Empty if
 * the pattern contains unsupported parts.
 */
export function textsOfPattern(pattern: string): readonly string[] {
  return [0, 1].flatMap((extra) => {
    const reader = { pattern, at: 0, extra };
    const text = alternatives(reader, 0);
    return text === undefined || reader.at < pattern.length ? [] : [text];
  });
}

interface Reader {
  readonly pattern: string;
  at: number;
  /** Number of additional repetitions beyond the minimum. */
  readonly extra: number;
}

const deepest = 20;
const longest = 200;

/** The first alternative that is supported. */
function alternatives(reader: Reader, depth: number): string | undefined {
  if (depth > deepest) return undefined;
  let chosen = sequence(reader, depth);
  while (reader.pattern[reader.at] === '|') {
    reader.at += 1;
    const other = sequence(reader, depth);
    chosen ??= other;
  }
  return chosen;
}

function sequence(reader: Reader, depth: number): string | undefined {
  let text = '';
  while (reader.at < reader.pattern.length && !'|)'.includes(reader.pattern[reader.at] ?? '')) {
    const one = piece(reader, depth);
    if (one === undefined) return undefined;
    text += one.repeat(times(reader));
    if (text.length > longest) return undefined;
  }
  return text;
}

function piece(reader: Reader, depth: number): string | undefined {
  const sign = reader.pattern[reader.at] ?? '';
  reader.at += 1;
  switch (sign) {
    case '^':
    case '$':
      return '';
    case '.':
      return 'x';
    case '(':
      return group(reader, depth);
    case '[':
      return member(reader);
    case '\\':
      return escaped(reader);
    default:
      return sign;
  }
}

function group(reader: Reader, depth: number): string | undefined {
  const head = /^\?(?:[a-zA-Z]*:|P?<[^>]*>|[a-zA-Z]+(?=\)))/.exec(reader.pattern.slice(reader.at));
  reader.at += head?.[0].length ?? 0;
  const text = alternatives(reader, depth + 1);
  if (reader.pattern[reader.at] !== ')') return undefined;
  reader.at += 1;
  return text;
}

const classes: Readonly<Record<string, string>> = {
  d: '0',
  w: 'a',
  s: ' ',
  D: 'a',
  W: '-',
  S: 'a',
};
const controls: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
const edges = 'bBAz';

function escaped(reader: Reader): string | undefined {
  const sign = reader.pattern[reader.at] ?? '';
  reader.at += 1;
  if (edges.includes(sign)) return '';
  const known = classes[sign] ?? controls[sign];
  return known ?? (/[a-zA-Z0-9]/.test(sign) || sign === '' ? undefined : sign);
}

const namedRanges: Readonly<Record<string, string>> = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  digit: '0-9',
  lower: 'a-z',
  space: '\\s',
  upper: 'A-Z',
  word: '\\w',
  xdigit: '0-9a-f',
};

/**
 * The first member of a character class, or for a negated class the first common character that it
 * allows.
 */
function member(reader: Reader): string | undefined {
  const end = /^\^?\]?(?:\\.|\[:\^?[a-z]+:\]|[^\]\\])*\]/.exec(
    reader.pattern.slice(reader.at),
  )?.[0];
  if (end === undefined) return undefined;
  reader.at += end.length;
  try {
    const ranges = end.replace(/\[:([a-z]+):\]/g, (_, name: string) => namedRanges[name] ?? '');
    const listed = new RegExp(`^[${ranges}$`);
    return [...'aA0x-_.:/ @bz19Z#'].find((sign) => listed.test(sign)) ?? unlisted(end);
  } catch {
    return undefined;
  }
}

function unlisted(members: string): string | undefined {
  const first = members[0] === '\\' ? members[1] : members[0];
  return first === '^' ? undefined : first;
}

function times(reader: Reader): number {
  const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(reader.pattern.slice(reader.at));
  if (found === null) return 1;
  reader.at += found[0].length;
  const [whole, least, , max] = found;
  if (least !== undefined) {
    const count = Number(least) + (max === '' || Number(max) > Number(least) ? reader.extra : 0);
    return Math.min(whole.includes(',') ? count : Number(least), longest);
  }
  return whole.startsWith('+') ? 1 + reader.extra : reader.extra;
}
