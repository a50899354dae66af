// Constants of this module, because imported ones would be looked up at every byte.
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const closeBrace = 0x7d;

/** The position of the scanner inside an object. */
export interface ScanState {
  /** The next byte to examine. */
  at: number;
  depth: number;
  /** The last byte that was not a space and not part of a string. */
  previous: number;
  /** For each depth, the byte that closes it. */
  readonly closers: Uint8Array;
}

/**
 * Called for a member of the object itself: its name is at `from` to `to`, without the quotes; the
 * value begins at `value` or after spaces there. `previous` is the byte before the name.
 */
export type OnMember = (
  from: number,
  to: number,
  value: number,
  previous: number,
  mayHaveEscape: boolean,
) => void;

/**
 * Passes what needs no decision, which is nearly everything: strings directly followed by the
 * expected byte, numbers, spaces, and ends of inner values. Stops at any other quote or bracket.
 * One loop with local variables, since most of the time is spent here.
 */
export function passPlain(
  bytes: Buffer,
  end: number,
  own: number,
  here: ScanState,
  onMember: OnMember,
): void {
  const { closers } = here;
  let { at, depth, previous } = here;
  let inObject = closers[depth] === closeBrace;
  while (at < end) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) {
      let close = at + 1;
      let escaped = false;
      while (close < end) {
        const unit = bytes[close];
        if (unit === quote) break;
        close++;
        if (unit !== backslash) continue;
        escaped = true;
        close++;
      }
      const isName = inObject && previous !== colon;
      const next = close + 1 < end ? bytes[close + 1] : 0;
      if (next === (isName ? colon : comma)) {
        if (isName && depth === own) onMember(at + 1, close, close + 2, previous, escaped);
        previous = next;
        at = close + 2;
      } else if (!isName && next === closers[depth]) at = close + 1;
      else break;
    } else {
      if (byte === closers[depth] && depth > own) inObject = closers[--depth] === closeBrace;
      else if (isBracket(byte)) break;
      if (byte > 0x20) previous = byte;
      at++;
    }
  }
  here.at = at;
  here.depth = depth;
  here.previous = previous;
}

/** Square and curly brackets differ in one bit. */
function isBracket(byte: number): boolean {
  return (byte & 0xdf) === openBracket || (byte & 0xdf) === closeBracket;
}
