import { TextDecoder } from 'node:util';

// Encodings by the names that the IANA gives them, as far as the platform knows them.

function decoderFor(name: string): TextDecoder | undefined {
  try {
    return new TextDecoder(name, { fatal: true, ignoreBOM: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Text in the encoding; undefined when the bytes are none, or the encoding is not known. */
export function decodeBytes(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return decoderFor(encoding)?.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Bytes of a text; undefined when the encoding lacks a character, or is not known. */
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
      return encodeBytewise(text, decoder.encoding);
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
