import { parsedQuoted } from '../../../model/parsed-json.ts';
import type { Failure } from './failure.ts';
import { failure } from './failure.ts';
import { parseNumber } from './number.ts';
import { formatNumber } from './number-text.ts';
import type { Value } from './value.ts';
import {
  boolValue,
  nullValue,
  numberValue,
  objectValue,
  stringValue,
  tupleValue,
} from './value.ts';

/** JSON as `jsonencode` writes it. Nothing in the value may be unknown. */
export function encodeJson(value: Value): string {
  switch (value.kind) {
    case 'unknown':
    case 'null':
      return 'null';
    case 'bool':
      return String(value.value);
    case 'number':
      return formatNumber(value.value);
    case 'string':
      return quoteJson(value.value);
    case 'list':
    case 'set':
    case 'tuple':
      return `[${value.elements.map(encodeJson).join(',')}]`;
    case 'map':
    case 'object': {
      const pairs = [...value.entries].map(
        ([key, item]) => `${quoteJson(key)}:${encodeJson(item)}`,
      );
      return `{${pairs.join(',')}}`;
    }
  }
}

/** A JSON string that also escapes characters with a meaning in HTML or JavaScript. */
export function quoteJson(text: string): string {
  return JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Parses JSON with exact numbers, which `JSON.parse` would round. */
export function decodeJson(text: string): Value | Failure {
  const reader: Reader = { text, at: 0, error: undefined };
  const value = readValue(reader, 0);
  skipBlanks(reader);
  if (reader.error === undefined && reader.at < text.length) reader.error = 'text after the value';
  return reader.error === undefined ? value : failure(`invalid JSON: ${reader.error}.`);
}

interface Reader {
  readonly text: string;
  at: number;
  error: string | undefined;
}

const maxNesting = 1000;

function skipBlanks(reader: Reader): void {
  while (' \t\n\r'.includes(reader.text.charAt(reader.at)) && reader.at < reader.text.length) {
    reader.at += 1;
  }
}

function wrong(reader: Reader, what: string): Value {
  reader.error ??= `${what} at offset ${reader.at}`;
  return nullValue();
}

function readValue(reader: Reader, depth: number): Value {
  skipBlanks(reader);
  if (depth > maxNesting) return wrong(reader, 'nesting too deep');
  switch (reader.text.charAt(reader.at)) {
    case '{':
      return readObject(reader, depth);
    case '[':
      return readArray(reader, depth);
    case '"':
      return stringValue(readString(reader));
    default:
      return readScalar(reader);
  }
}

const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const string = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

function match(reader: Reader, syntax: RegExp): string | undefined {
  const sticky = new RegExp(syntax);
  sticky.lastIndex = reader.at;
  const found = sticky.exec(reader.text)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

function readScalar(reader: Reader): Value {
  const text = match(reader, scalar);
  if (text === undefined) return wrong(reader, 'no value');
  if (text === 'null') return nullValue();
  if (text === 'true' || text === 'false') return boolValue(text === 'true');
  const number = parseNumber(text);
  return number === undefined ? wrong(reader, 'number out of range') : numberValue(number);
}

function readString(reader: Reader): string {
  const text = match(reader, string);
  const decoded = text === undefined ? undefined : parsedQuoted(text)?.toWellFormed();
  // Undefined also for a control character that is not escaped.
  if (decoded === undefined) wrong(reader, 'no string');
  return decoded ?? '';
}

/** Reads a separator or the closing bracket; true if another item follows. */
function more(reader: Reader, close: string, first: boolean): boolean {
  skipBlanks(reader);
  const char = reader.text.charAt(reader.at);
  if (char === close) {
    reader.at += 1;
    return false;
  }
  if (first) return true;
  if (char === ',') reader.at += 1;
  else wrong(reader, `no comma or ${close}`);
  return reader.error === undefined;
}

function readArray(reader: Reader, depth: number): Value {
  const items: Value[] = [];
  reader.at += 1;
  while (more(reader, ']', items.length === 0) && reader.error === undefined) {
    items.push(readValue(reader, depth + 1));
  }
  return tupleValue(items);
}

function readObject(reader: Reader, depth: number): Value {
  const entries = new Map<string, Value>();
  reader.at += 1;
  for (let first = true; more(reader, '}', first) && reader.error === undefined; first = false) {
    skipBlanks(reader);
    const key = readString(reader);
    skipBlanks(reader);
    if (reader.text.charAt(reader.at) !== ':') wrong(reader, 'no colon');
    reader.at += 1;
    entries.set(key, readValue(reader, depth + 1));
  }
  return objectValue(entries);
}
