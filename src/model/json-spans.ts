/** Where a JSON value stands in its text: from its first character to behind its last. */
export interface JsonSpan {
  readonly start: number;
  readonly end: number;
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * The members of the object that begins at `start`, by name and place, without parsing their values;
 * undefined where it is not an object, is cut off, or names a member twice. What the values say is
 * not looked at: parse them before you rely on them.
 */
export function objectSpans(
  text: string,
  start: number,
): ReadonlyMap<string, JsonSpan> | undefined {
  const members = new Map<string, JsonSpan>();
  const end = walk(text, start, '{', '}', (at) => {
    if (text.charCodeAt(at) !== quote) return undefined;
    const after = stringEnd(text, at);
    const name = nameIn(text, at, after);
    const colon = blankEnd(text, after);
    if (name === undefined || members.has(name) || text[colon] !== ':') return undefined;
    const span = valueSpan(text, blankEnd(text, colon + 1));
    if (span !== undefined) members.set(name, span);
    return span?.end;
  });
  return end === undefined ? undefined : members;
}

/**
 * Where the value of one member of an object begins, found without looking behind it: the first of
 * that name. The object is known to be valid JSON.
 */
export function memberStart(text: string, start: number, name: string): number | undefined {
  let at = blankEnd(text, start + 1);
  while (text.charCodeAt(at) === quote) {
    const after = stringEnd(text, at);
    const value = blankEnd(text, blankEnd(text, after) + 1);
    if (nameIn(text, at, after) === name) return value;
    const span = valueSpan(text, value);
    // Behind the comma; behind the bracket that closes the object, no name begins.
    const next = span === undefined ? text.length : blankEnd(text, span.end);
    if (text[next] !== ',') return undefined;
    at = blankEnd(text, next + 1);
  }
  return undefined;
}

/** The elements of the array that begins at `start`; undefined where it is not one, or cut off. */
export function arraySpans(text: string, start: number): readonly JsonSpan[] | undefined {
  const elements: JsonSpan[] = [];
  const end = walk(text, start, '[', ']', (at) => {
    const span = valueSpan(text, at);
    if (span !== undefined) elements.push(span);
    return span?.end;
  });
  return end === undefined ? undefined : elements;
}

/** Goes over what stands between commas; `item` tells where the one that begins there ends. */
function walk(
  text: string,
  start: number,
  open: string,
  close: string,
  item: (at: number) => number | undefined,
): number | undefined {
  if (text[start] !== open) return undefined;
  let at = blankEnd(text, start + 1);
  if (text[at] === close) return at + 1;
  for (;;) {
    const end = item(at);
    if (end === undefined) return undefined;
    at = blankEnd(text, end);
    if (text[at] === close) return at + 1;
    if (text[at] !== ',') return undefined;
    at = blankEnd(text, at + 1);
  }
}

/** The value that begins at `start`; undefined where none does, or it is cut off. */
export function valueSpan(text: string, start: number): JsonSpan | undefined {
  const first = text[start];
  const end =
    first === '{' || first === '['
      ? nestedEnd(text, start)
      : first === '"'
        ? stringEnd(text, start)
        : plainEnd(text, start);
  return end > start && end <= text.length ? { start, end } : undefined;
}

/** Behind the bracket that closes the one at `start`; past the end of the text where none does. */
function nestedEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = stringEnd(text, at) - 1;
    // { and [, then } and ].
    else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length + 1;
}

function stringEnd(text: string, start: number): number {
  for (let at = start; ; ) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return text.length + 1;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
}

/** A number, `true`, `false` or `null`. */
function plainEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && !/[\s,\]}:]/.test(text[at] ?? '')) at += 1;
  return at;
}

function blankEnd(text: string, start: number): number {
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at += 1;
  }
}

function nameIn(text: string, start: number, end: number): string | undefined {
  if (end > text.length) return undefined;
  const raw = text.slice(start + 1, end - 1);
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(text.slice(start, end)) as string;
  } catch {
    return undefined;
  }
}
