/** The UTF-16 codes that the parser tests for. */
export const characterCode = {
  tab: 0x09,
  newline: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  bang: 0x21,
  quote: 0x22,
  hash: 0x23,
  dollar: 0x24,
  percent: 0x25,
  ampersand: 0x26,
  apostrophe: 0x27,
  openParen: 0x28,
  closeParen: 0x29,
  star: 0x2a,
  plus: 0x2b,
  comma: 0x2c,
  minus: 0x2d,
  dot: 0x2e,
  slash: 0x2f,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  less: 0x3c,
  equals: 0x3d,
  greater: 0x3e,
  question: 0x3f,
  upperE: 0x45,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  lowerE: 0x65,
  openBrace: 0x7b,
  pipe: 0x7c,
  closeBrace: 0x7d,
  tilde: 0x7e,
  byteOrderMark: 0xfeff,
} as const;

const unicodeStart = /^\p{ID_Start}$/u;
const unicodeContinue = /^\p{ID_Continue}$/u;

const asciiStart = asciiTable(/[A-Za-z_]/);
const asciiContinue = asciiTable(/[A-Za-z0-9_-]/);

function asciiTable(pattern: RegExp): Uint8Array {
  const table = new Uint8Array(128);
  for (let at = 0; at < 128; at++) table[at] = pattern.test(String.fromCharCode(at)) ? 1 : 0;
  return table;
}

export function isDigit(unit: number): boolean {
  return unit >= characterCode.zero && unit <= characterCode.nine;
}

function digitsEnd(text: string, offset: number): number {
  let end = offset;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

/** End of the number that starts with the digit at `offset`: `12`, `1.5`, `1.5e-3`. */
export function numberEnd(text: string, offset: number): number {
  let end = digitsEnd(text, offset);
  if (text.charCodeAt(end) === characterCode.dot && isDigit(text.charCodeAt(end + 1))) {
    end = digitsEnd(text, end + 1);
  }
  const letter = text.charCodeAt(end);
  if (letter !== characterCode.lowerE && letter !== characterCode.upperE) return end;
  const sign = text.charCodeAt(end + 1);
  const exponent = sign === characterCode.plus || sign === characterCode.minus ? end + 2 : end + 1;
  return isDigit(text.charCodeAt(exponent)) ? digitsEnd(text, exponent) : end;
}

/** End of the identifier that starts at `offset`, or -1 if there is none. */
export function identifierEnd(text: string, offset: number): number {
  const first = text.charCodeAt(offset);
  let end = offset + 1;
  if (first < 128) {
    if (asciiStart[first] === 0) return -1;
  } else {
    const length = unicodeLength(text, offset, unicodeStart);
    if (length === 0) return -1;
    end = offset + length;
  }
  for (;;) {
    const unit = text.charCodeAt(end);
    if (unit < 128) {
      if (asciiContinue[unit] === 0) return end;
      end++;
    } else {
      const length = unicodeLength(text, end, unicodeContinue);
      if (length === 0) return end;
      end += length;
    }
  }
}

/**
 * Length in UTF-16 units of the character at `offset` if it matches, else 0; also 0 at the end of
 * the text.
 */
function unicodeLength(text: string, offset: number, pattern: RegExp): number {
  const point = text.codePointAt(offset);
  if (point === undefined) return 0;
  const character = String.fromCodePoint(point);
  return pattern.test(character) ? character.length : 0;
}

/** True when the entire text is one HCL identifier. */
export function isIdentifier(text: string): boolean {
  return text !== '' && identifierEnd(text, 0) === text.length;
}
