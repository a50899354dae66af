/** The kind of a file, judged by its first bytes. `other` has a name for people. */
export type Content =
  | { readonly kind: 'json' }
  | { readonly kind: 'gzip' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'text' }
  /** Text with a header that names columns. */
  | { readonly kind: 'csv' }
  | { readonly kind: 'other'; readonly name: string };

const magics: readonly (readonly [name: string, ...bytes: number[]])[] = [
  ['a ZIP archive', 0x50, 0x4b, 0x03, 0x04],
  ['a Zstandard file', 0x28, 0xb5, 0x2f, 0xfd],
  ['a bzip2 file', 0x42, 0x5a, 0x68],
  ['an XZ file', 0xfd, 0x37, 0x7a, 0x58, 0x5a],
  ['a Parquet file', 0x50, 0x41, 0x52, 0x31],
  ['UTF-16 text', 0xff, 0xfe],
  ['UTF-16 text', 0xfe, 0xff],
  ['UTF-16 text', 0x7b, 0x00],
  ['UTF-16 text', 0x5b, 0x00],
];

const byteOrderMark = [0xef, 0xbb, 0xbf];

/** Length of a byte order mark at the beginning, in bytes: 3 or 0. */
export function markLength(bytes: Uint8Array): number {
  return startsWith(bytes, byteOrderMark) ? byteOrderMark.length : 0;
}

/** True if `bytes` are enough to determine the kind of the file. */
export function showsContent(bytes: Uint8Array): boolean {
  return bytes.length > 5 && bytes.subarray(markLength(bytes)).some((byte) => !isSpace(byte));
}

/** Relies on the bytes alone, since names and extensions may be wrong. */
export function detectContent(bytes: Uint8Array): Content {
  if (startsWith(bytes, [0x1f, 0x8b])) return { kind: 'gzip' };
  const magic = magics.find(([, ...start]) => startsWith(bytes, start));
  if (magic !== undefined) return { kind: 'other', name: magic[0] };
  const first = bytes.subarray(markLength(bytes)).find((byte) => !isSpace(byte));
  if (first === undefined) return { kind: 'empty' };
  if (first === 0x7b || first === 0x5b) return { kind: 'json' };
  if (bytes.some(isControl)) return { kind: 'other', name: 'a binary file' };
  return { kind: isHeader(bytes) ? 'csv' : 'text' };
}

/** Several names in one line, separated by commas. */
const header = /^(?:\uFEFF|\xEF\xBB\xBF)?(?:"?[A-Za-z_][\w .[\]-]{0,60}"?,){3}/;

function isHeader(bytes: Uint8Array): boolean {
  return header.test(Buffer.from(bytes.subarray(0, 300)).toString('latin1'));
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return bytes.length >= start.length && start.every((byte, i) => bytes[i] === byte);
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

function isControl(byte: number): boolean {
  return byte < 0x20 && !isSpace(byte) && byte !== 0x1b;
}
