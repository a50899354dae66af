import { crc32, inflateRawSync } from 'node:zlib';

/** Signatures and lengths of the fixed parts, from PKWARE's APPNOTE, sections 4.3.7 to 4.3.16. */
const endOfDirectory = { signature: 0x06054b50, length: 22 };
const directoryEntry = { signature: 0x02014b50, length: 46 };
const localHeader = { signature: 0x04034b50, length: 30 };

/** Maximum size of one uncompressed entry. */
const maxBytes = 1024 * 1024 * 1024;

/**
 * The content of a file in the archive of a saved plan. Undefined if there is no such file, or if
 * the archive is incomplete.
 */
export function archiveEntry(archive: Buffer, name: string): Buffer | undefined {
  const end = archive.length - endOfDirectory.length;
  // Go's writer adds no comment after the end record.
  if (end < 0 || archive.readUInt32LE(end) !== endOfDirectory.signature) return undefined;
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + directoryEntry.length > end) return undefined;
    if (archive.readUInt32LE(at) !== directoryEntry.signature) return undefined;
    const nameEnd = at + directoryEntry.length + archive.readUInt16LE(at + 28);
    if (archive.toString('utf8', at + directoryEntry.length, nameEnd) === name) {
      return contentOf(archive, at);
    }
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return undefined;
}

function contentOf(archive: Buffer, entry: number): Buffer | undefined {
  const method = archive.readUInt16LE(entry + 10);
  const size = archive.readUInt32LE(entry + 20);
  const header = archive.readUInt32LE(entry + 42);
  if (header + localHeader.length > archive.length) return undefined;
  if (archive.readUInt32LE(header) !== localHeader.signature) return undefined;
  const names = archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const start = header + localHeader.length + names;
  const packed = archive.subarray(start, start + size);
  const content = method === 8 ? inflated(packed) : packed;
  const isWhole = content !== undefined && crc32(content) === archive.readUInt32LE(entry + 16);
  return isWhole ? content : undefined;
}

function inflated(packed: Buffer): Buffer | undefined {
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes });
  } catch {
    // Truncated, or different from what the directory says.
    return undefined;
  }
}
