export const newline = 0x0a;
export const quoteByte = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;

/** True for white space of JSON. */
export function isSpaceByte(byte: number | undefined): boolean {
  return byte === 0x20 || byte === newline || byte === 0x0d || byte === 0x09;
}

/** True for a byte that may follow a number, `true`, `false` or `null`. */
export function endsScalar(byte: number | undefined): boolean {
  return byte === comma || byte === closeBracket || byte === closeBrace || isSpaceByte(byte);
}

export function isText(bytes: Buffer, from: number, to: number, text: Buffer | undefined): boolean {
  if (text === undefined || text.length !== to - from) return false;
  for (let i = 0; i < text.length; i++) if (bytes[from + i] !== text[i]) return false;
  return true;
}

/** True for a byte that may be between two elements. */
export function isSeparator(byte: number | undefined): boolean {
  return byte === comma || isSpaceByte(byte);
}
