import type { ScanSink } from '../scan/types.ts';
import { isReadingOperation } from './operation.ts';

/** Members that decide, before a record is parsed, whether it only reads. */
export const skimmed = [
  'readOnly',
  'eventName',
  'detail',
  'CloudTrailEvent',
  'Records',
  'Events',
] as const;

const quote = 0x22;
const comma = 0x2c;
const closeBrace = 0x7d;
const trueBytes = Buffer.from('true');
const maxName = 100;

/**
 * True for a record that certainly only reads, judged by the raw bytes of its own members, whose
 * values begin at `members` (in the order of `skimmed`). An envelope is never judged, because the
 * record is further inside. Anything unusual is left to the parser.
 */
export function surelyReads({
  bytes,
  members,
  escapedNames,
}: Pick<Parameters<ScanSink['object']>[0], 'bytes' | 'members' | 'escapedNames'>): boolean {
  if (escapedNames) return false;
  const [readOnly = -1, name = -1, ...envelopes] = members;
  if (envelopes.some((offset) => offset >= 0)) return false;
  if (readOnly >= 0) return isTrue(bytes, readOnly);
  if (name < 0) return false;
  const operation = plainTextAt(bytes, name);
  return operation !== undefined && isReadingOperation(operation);
}

/** `true` or `"true"`, followed by something that ends it. */
function isTrue(bytes: Buffer, offset: number): boolean {
  const at = skipSpace(bytes, offset);
  const quoted = bytes[at] === quote;
  const from = quoted ? at + 1 : at;
  for (let i = 0; i < trueBytes.length; i++) if (bytes[from + i] !== trueBytes[i]) return false;
  const after = bytes[from + trueBytes.length] ?? 0;
  return quoted ? after === quote : after <= 0x20 || after === comma || after === closeBrace;
}

/** A text without escapes and without characters of several bytes. */
function plainTextAt(bytes: Buffer, offset: number): string | undefined {
  const at = skipSpace(bytes, offset);
  if (bytes[at] !== quote) return undefined;
  return /^"(\w+)"/.exec(bytes.toString('latin1', at, at + maxName))?.[1];
}

function skipSpace(bytes: Buffer, offset: number): number {
  let at = offset;
  while (at < bytes.length && (bytes[at] ?? 0) <= 0x20) at++;
  return at;
}
