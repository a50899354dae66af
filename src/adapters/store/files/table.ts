import { type FileHandle, open } from 'node:fs/promises';
import { readStoredLines, type StoredLine } from './line.ts';

/** The newest line of each key, in the order in which the keys first occur. */
export type StoredTable = Map<string, StoredLine>;

const pieceBytes = 1 << 22;

/** Reads the committed lines of a file; their bodies are not kept. */
export async function readTable(path: string, bytes: number): Promise<StoredTable> {
  const table: StoredTable = new Map();
  const file = await open(path, 'r');
  try {
    let rest: Buffer = Buffer.alloc(0);
    for (let at = 0; at < bytes; ) {
      const fresh = await readAt(file, at, Math.min(pieceBytes, bytes - at));
      const piece = rest.length === 0 ? fresh : Buffer.concat([rest, fresh]);
      const used = takeLines(table, piece, at - rest.length);
      at += fresh.length;
      rest = piece.subarray(used);
    }
    // Only complete lines are committed. Skipping the rest would lose the last line silently.
    if (rest.length > 0) throw new Error('The last line is incomplete.');
  } finally {
    await file.close();
  }
  return table;
}

/**
 * Adds the complete lines of a piece of a file that begins at `offset`, and removes what they
 * remove. Returns how many bytes those were.
 */
export function takeLines(table: StoredTable, piece: Buffer, offset: number): number {
  return readStoredLines(piece, offset, (line) => {
    if ('removed' in line) table.delete(line.removed);
    else table.set(line.key, line);
  });
}

/** The texts of bodies, in the order of the given lines. */
export async function readTexts(
  path: string,
  lines: readonly StoredLine[],
): Promise<readonly string[]> {
  const texts = new Array<string>(lines.length);
  const order = lines.map((line, index) => ({ line, index }));
  order.sort((a, b) => a.line.at - b.line.at);
  const file = await open(path, 'r');
  try {
    let piece: Buffer = Buffer.alloc(0);
    let from = 0;
    for (const { line, index } of order) {
      if (line.at < from || line.at + line.bytes > from + piece.length) {
        from = line.at;
        piece = await readAt(file, from, Math.max(pieceBytes, line.bytes), line.bytes);
      }
      const start = line.at - from;
      texts[index] = piece.toString('utf8', start, start + line.bytes);
    }
  } finally {
    await file.close();
  }
  return texts;
}

/** Reads a piece that the end of the file may cut off, but not before `least` bytes. */
async function readAt(
  file: FileHandle,
  position: number,
  length: number,
  least = length,
): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  if (filled < least) throw new Error('A file of the store has been cut short.');
  return buffer.subarray(0, filled);
}
