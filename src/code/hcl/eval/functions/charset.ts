import { TextDecoder } from 'node:util';

// Encodings by their IANA names, as far as the platform supports them.

/** The characters of 0x80 to 0x9f in Windows-1252, which the platform decodes as Latin-1. */
const windows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** One-byte encodings that the web standards deliberately treat as one. */
const simple: ReadonlyMap<string, (byte: number) => string | undefined> = new Map([
  ['us-ascii', (byte) => (byte < 0x80 ? String.fromCharCode(byte) : undefined)],
  ['iso-8859-1', (byte) => String.fromCharCode(byte)],
  [
    'windows-1252',
    (byte) => (byte >= 0x80 && byte < 0xa0 ? windows[byte - 0x80] : String.fromCharCode(byte)),
  ],
]);

function decoderFor(name: string): TextDecoder | undefined {
  try {
    return new TextDecoder(name, { fatal: true, ignoreBOM: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The decoded text; undefined if the bytes are invalid or the encoding is not supported. */
export function decodeBytes(bytes: Uint8Array, encoding: string): string | undefined {
  const decodeByte = simple.get(encoding.toLowerCase());
  if (decodeByte !== undefined) {
    const chars = Array.from(bytes, decodeByte);
    return chars.includes(undefined) ? undefined : chars.join('');
  }
  try {
    return decoderFor(encoding)?.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The encoded text; undefined if the encoding lacks a character or is not supported. */
export function encodeText(text: string, encoding: string): Uint8Array | undefined {
  const decoder = decoderFor(encoding);
  if (decoder === undefined) return undefined;
  switch (decoder.encoding) {
    case 'utf-8':
      return Buffer.from(text, 'utf8');
    case 'utf-16le':
      return Buffer.from(text, 'utf16le');
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16();
    default:
      return encodeBytewise(text, encoding);
  }
}

function encodeBytewise(text: string, encoding: string): Uint8Array | undefined {
  const table = new Map<string, number>();
  for (let byte = 0; byte < 256; byte += 1) {
    const char = decodeBytes(Uint8Array.of(byte), encoding);
    if (char !== undefined && char !== '') table.set(char, byte);
  }
  const bytes: number[] = [];
  for (const char of text) {
    const byte = table.get(char);
    if (byte === undefined) return undefined;
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}
