import type { Json } from './json.ts';

/*
 * Reads JSON in UTF-8 bytes without creating values, so that a text of 100 MB is not copied. Places
 * are offsets; -1 means that the bytes are not JSON.
 */

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openObject = 0x7b;
const closeObject = 0x7d;
const openArray = 0x5b;
const closeArray = 0x5d;
const minus = 0x2d;
const plus = 0x2b;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;

/** Gets a member's name (start and end, with quotes) and value (start). Returns the value's end. */
export type VisitMember = (nameStart: number, nameEnd: number, value: number) => number;

/** The end of the value that begins at `start`, or -1. Rejects all that `JSON.parse` rejects. */
export function valueEnd(bytes: Uint8Array, start: number): number {
  const closers: number[] = [];
  for (let at = start; at >= 0; ) {
    const first = bytes[at];
    const closer = first === openObject || first === openArray ? first + 2 : undefined;
    if (closer === undefined) at = first === quote ? stringEnd(bytes, at) : plainEnd(bytes, at);
    else {
      at = blankEnd(bytes, at + 1);
      if (bytes[at] === closer) at += 1;
      else {
        closers.push(closer);
        if (closer === closeObject) at = memberValue(bytes, at);
        continue;
      }
    }
    if (at >= 0) at = closedEnd(bytes, at, closers);
    if (closers.length === 0) return at;
  }
  return -1;
}

/**
 * From the end of a value past closing brackets: the start of the next value, or the end of the
 * last bracket.
 */
function closedEnd(bytes: Uint8Array, end: number, closers: number[]): number {
  for (let at = end; ; at += 1) {
    const closer = closers.at(-1);
    if (closer === undefined) return at;
    at = blankEnd(bytes, at);
    if (bytes[at] === comma) {
      at = blankEnd(bytes, at + 1);
      return closer === closeObject ? memberValue(bytes, at) : at;
    }
    if (bytes[at] !== closer) return -1;
    closers.pop();
  }
}

/** The start of the value after the name that begins at `at`, or -1. */
function memberValue(bytes: Uint8Array, at: number): number {
  const nameEnd = bytes[at] === quote ? stringEnd(bytes, at) : -1;
  const separator = nameEnd < 0 ? -1 : blankEnd(bytes, nameEnd);
  return separator >= 0 && bytes[separator] === colon ? blankEnd(bytes, separator + 1) : -1;
}

/**
 * The end of the object that begins at `start`, or -1. `visit` has to find and return the end of a
 * member's value.
 */
export function objectEnd(bytes: Uint8Array, start: number, visit: VisitMember): number {
  if (bytes[start] !== openObject) return -1;
  let at = blankEnd(bytes, start + 1);
  if (bytes[at] === closeObject) return at + 1;
  for (;;) {
    const nameEnd = bytes[at] === quote ? stringEnd(bytes, at) : -1;
    if (nameEnd < 0) return -1;
    const separator = blankEnd(bytes, nameEnd);
    if (bytes[separator] !== colon) return -1;
    const end = visit(at, nameEnd, blankEnd(bytes, separator + 1));
    if (end < 0) return -1;
    at = blankEnd(bytes, end);
    if (bytes[at] === closeObject) return at + 1;
    if (bytes[at] !== comma) return -1;
    at = blankEnd(bytes, at + 1);
  }
}

/** The end of the array that begins at `start`, or -1. `visit` returns the end of an element. */
export function arrayEnd(
  bytes: Uint8Array,
  start: number,
  visit: (element: number) => number,
): number {
  if (bytes[start] !== openArray) return -1;
  let at = blankEnd(bytes, start + 1);
  if (bytes[at] === closeArray) return at + 1;
  for (;;) {
    const end = visit(at);
    if (end < 0) return -1;
    at = blankEnd(bytes, end);
    if (bytes[at] === closeArray) return at + 1;
    if (bytes[at] !== comma) return -1;
    at = blankEnd(bytes, at + 1);
  }
}

/** The start of the value of the first member of that name, or -1. The object must be valid. */
export function memberStart(bytes: Uint8Array, start: number, name: string): number {
  let at = blankEnd(bytes, start + 1);
  while (bytes[at] === quote) {
    const nameEnd = knownStringEnd(bytes, at);
    const value = blankEnd(bytes, blankEnd(bytes, nameEnd) + 1);
    // The rest of the object need not be read.
    if (isName(bytes, at, nameEnd, name)) return value;
    const end = blankEnd(bytes, knownEnd(bytes, value));
    if (bytes[end] !== comma) return -1;
    at = blankEnd(bytes, end + 1);
  }
  return -1;
}

/** The end of the value at `start`, like `valueEnd`, but for a value that is known to be valid. */
export function knownEnd(bytes: Uint8Array, start: number): number {
  const first = bytes[start];
  if (first === quote) return knownStringEnd(bytes, start);
  let at = start;
  if (first !== openObject && first !== openArray) {
    while (at < bytes.length && !isBehindPlain(bytes[at])) at += 1;
    return at;
  }
  for (let depth = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = knownStringEnd(bytes, at) - 1;
    else if (byte === openObject || byte === openArray) depth += 1;
    else if (byte === closeObject || byte === closeArray) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return at;
}

/** True for bytes that may follow a number or a word. */
function isBehindPlain(byte: number | undefined): boolean {
  return byte === comma || byte === closeObject || byte === closeArray || (byte ?? 0) <= 0x20;
}

function knownStringEnd(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at + 1;
}

/** True if the string between the offsets, including quotes, is this name. */
export function isName(bytes: Uint8Array, start: number, end: number, name: string): boolean {
  for (let at = start + 1; at < end - 1; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === backslash || byte > 0x7e) return parsedAt(bytes, start, end) === name;
    if (byte !== name.charCodeAt(at - start - 1)) return false;
  }
  return end - start - 2 === name.length;
}

/** The value between the offsets. Throws a `SyntaxError` if it is not JSON. */
export function parsedAt(bytes: Uint8Array, start: number, end: number): Json {
  return JSON.parse(jsonTextAt(bytes, start, end)) as Json;
}

export function jsonTextAt(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
}

/** The offset of the next character that is not a blank. */
export function blankEnd(bytes: Uint8Array, start: number): number {
  for (let at = start; ; at += 1) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at;
  }
}

function stringEnd(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) return at + 1;
    if (byte < 0x20) return -1;
    if (byte !== backslash) continue;
    at = escapeEnd(bytes, at + 1) - 1;
    if (at < 0) return -1;
  }
  return -1;
}

/** The end of the escape whose letter is at `at`, or -1. */
function escapeEnd(bytes: Uint8Array, at: number): number {
  const letter = bytes[at];
  if (letter === undefined || !'"\\/bfnrtu'.includes(String.fromCharCode(letter))) return -1;
  if (letter !== 0x75) return at + 1;
  for (let digit = at + 1; digit < at + 5; digit += 1) {
    if (!isHex(bytes[digit])) return -1;
  }
  return at + 5;
}

function isHex(byte: number | undefined): boolean {
  return byte !== undefined && /[0-9a-fA-F]/.test(String.fromCharCode(byte));
}

const literals = ['true', 'false', 'null'].map((literal) => Buffer.from(literal));

function plainEnd(bytes: Uint8Array, start: number): number {
  const literal = literals.find((each) => each[0] === bytes[start]);
  if (literal === undefined) return numberEnd(bytes, start);
  for (let at = 1; at < literal.length; at += 1) {
    if (bytes[start + at] !== literal[at]) return -1;
  }
  return start + literal.length;
}

function numberEnd(bytes: Uint8Array, start: number): number {
  const first = bytes[start] === minus ? start + 1 : start;
  let at = bytes[first] === zero ? first + 1 : digitsEnd(bytes, first);
  if (at > first && bytes[at] === dot) at = withDigits(bytes, at + 1);
  if (at > first && (bytes[at] === 0x65 || bytes[at] === 0x45)) {
    const hasSign = bytes[at + 1] === minus || bytes[at + 1] === plus;
    at = withDigits(bytes, at + (hasSign ? 2 : 1));
  }
  return at > first ? at : -1;
}

function withDigits(bytes: Uint8Array, start: number): number {
  const end = digitsEnd(bytes, start);
  return end > start ? end : -1;
}

function digitsEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let byte = bytes[at] ?? 0; byte >= zero && byte <= nine; byte = bytes[at] ?? 0) at += 1;
  return at;
}
