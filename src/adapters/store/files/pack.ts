import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { constants, createGzip, type Gzip } from 'node:zlib';
import type { RunRecord } from '../../../ports/store/run-store.ts';
import { storedJsonPieces } from './json-pieces.ts';

/** Compressed JSON of a report and what its verdicts rest on, and the digest of the report's JSON. */
export interface Packed {
  readonly bytes: readonly Buffer[];
  /** SHA-256 in hex. */
  readonly digest: string;
}

const charactersAtOnce = 1 << 18;

/** A report with thousands of open drifts has tens of megabytes: no more than a piece is held. */
export async function packRun({
  report,
  record,
}: Pick<RunRecord, 'report' | 'record'>): Promise<Packed> {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const bytes: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => bytes.push(chunk));
  const ended = once(gzip, 'end');
  const hash = createHash('sha256');
  await write(gzip, '{"report":');
  for (const some of batches(storedJsonPieces(report))) {
    const piece = Buffer.from(some);
    hash.update(piece);
    await write(gzip, piece);
  }
  if (record !== undefined) {
    await write(gzip, ',"record":');
    for (const some of batches(storedJsonPieces(record))) await write(gzip, some);
  }
  gzip.end('}');
  await ended;
  return { bytes, digest: hash.digest('hex') };
}

function* batches(pieces: Iterable<string>): Generator<string> {
  let some = '';
  for (const piece of pieces) {
    some += piece;
    if (some.length < charactersAtOnce) continue;
    yield some;
    some = '';
  }
  if (some !== '') yield some;
}

async function write(gzip: Gzip, piece: string | Buffer): Promise<void> {
  if (!gzip.write(piece)) await once(gzip, 'drain');
}
