import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { constants, createGunzip, createGzip } from 'node:zlib';
import type { Report } from '../../../model/report.ts';
import type { RunRecord } from '../../../ports/store/run-store.ts';
import { storedJsonPieces } from './json-pieces.ts';
import { type JsonSegment, jsonSegments, memberPieces, segmentMembers } from './segments.ts';

/** A segment, and its place in the compressed bytes, where it can be read separately. */
export interface PackedSegment extends JsonSegment {
  readonly at: number;
  readonly bytes: number;
}

/**
 * Compressed JSON of a report and of what its verdicts rest on, with the digest of the report's
 * JSON.
 */
export interface Packed {
  readonly bytes: readonly Buffer[];
  /** SHA-256 in hex. */
  readonly digest: string;
  readonly report: readonly PackedSegment[];
  readonly record: readonly PackedSegment[];
}

/** Members that each run changes, even if nothing else is new. */
const freshInReport: ReadonlySet<string> = new Set([
  ...['schema', 'tool', 'startedAt', 'policy', 'inputs', 'timings'],
]);
const freshInRecord: ReadonlySet<string> = new Set(['context']);

const charactersAtOnce = 1 << 18;
const compact = { open: '{', close: '}' } as const;

/**
 * A report with thousands of open drifts has tens of megabytes, so only a piece is in memory at a
 * time. Members that differ in another report (`next`) are compressed separately.
 */
export async function packRun({
  report,
  record,
  next = report,
}: Pick<RunRecord, 'report' | 'record'> & {
  readonly next?: Report | undefined;
}): Promise<Packed> {
  const pack = createPack();
  await pack.add('{"report":');
  const hash = createHash('sha256');
  const segments = jsonSegments(report, freshInReport, differing(report, next));
  const ofReport = await packObject(pack, report, segments, hash);
  let ofRecord: readonly PackedSegment[] = [];
  if (record !== undefined) {
    await pack.add(',"record":');
    ofRecord = await packObject(pack, record, jsonSegments(record, freshInRecord));
  }
  await pack.add('}');
  return { bytes: pack.bytes, digest: hash.digest('hex'), report: ofReport, record: ofRecord };
}

/** Names of the members that differ in two objects. */
function differing(one: object, other: object): ReadonlySet<string> {
  const before = new Map<string, unknown>(Object.entries(one));
  const after = new Map<string, unknown>(Object.entries(other));
  const names = new Set([...before.keys(), ...after.keys()]);
  return new Set([...names].filter((name) => before.get(name) !== after.get(name)));
}

/**
 * The same run with another report in place of its own, which was packed with that one as its
 * `next`: what both reports share is copied in compressed form.
 */
export async function packNext(
  report: Report,
  next: Report,
  before: Packed,
): Promise<Omit<Packed, 'digest'>> {
  const whole = Buffer.concat(before.bytes);
  const differs = differing(report, next);
  const pack = createPack();
  const copied = async (
    segments: readonly PackedSegment[],
    isSame: (segment: PackedSegment) => boolean,
  ): Promise<PackedSegment[]> => {
    const packed: PackedSegment[] = [];
    for (const [index, segment] of segments.entries()) {
      const at = pack.length();
      if (isSame(segment)) await pack.copy(whole.subarray(segment.at, segment.at + segment.bytes));
      else await addMembers(pack, next, segments, index, undefined);
      packed.push({ ...segment, at, bytes: pack.length() - at });
    }
    return packed;
  };
  await pack.add('{"report":');
  const ofReport = await copied(
    before.report,
    ({ names }) => !names.some((name) => differs.has(name)),
  );
  if (before.record.length > 0) await pack.add(',"record":');
  const ofRecord = await copied(before.record, () => true);
  await pack.add('}');
  return { bytes: pack.bytes, report: ofReport, record: ofRecord };
}

/** Cuts a report where members that each run changes meet the others. */
export function reportSegments(report: object): readonly JsonSegment[] {
  return jsonSegments(report, freshInReport);
}

/** The same run with another head: members that stay are copied in compressed form. */
export async function repackRun(
  { report, record }: { readonly report: object; readonly record: object },
  before: Pick<Packed, 'report' | 'record'>,
  copy: (place: PackedSegment) => Promise<Buffer>,
): Promise<Pick<Packed, 'bytes' | 'digest'>> {
  const pack = createPack();
  const hash = createHash('sha256');
  const addAll = async (
    head: object,
    segments: readonly PackedSegment[],
    own?: Hash,
  ): Promise<void> => {
    for (const [index, segment] of segments.entries()) {
      if (segment.isFresh) await addMembers(pack, head, segments, index, own);
      else await pack.copy(await copy(segment), own);
    }
  };
  await pack.add('{"report":');
  await addAll(report, before.report, hash);
  await pack.add(',"record":');
  await addAll(record, before.record);
  await pack.add('}');
  return { bytes: pack.bytes, digest: hash.digest('hex') };
}

async function packObject(
  pack: Pack,
  value: object,
  segments: readonly JsonSegment[],
  hash?: Hash,
): Promise<readonly PackedSegment[]> {
  const packed: PackedSegment[] = [];
  for (const [index, segment] of segments.entries()) {
    const at = pack.length();
    await addMembers(pack, value, segments, index, hash);
    packed.push({ ...segment, at, bytes: pack.length() - at });
  }
  return packed;
}

async function addMembers(
  pack: Pack,
  value: object,
  segments: readonly JsonSegment[],
  index: number,
  hash: Hash | undefined,
): Promise<void> {
  const pieces = storedJsonPieces(segmentMembers(value, segments[index]?.names ?? []));
  const place = { isFirst: index === 0, isLast: index === segments.length - 1 };
  await pack.add(memberPieces(pieces, compact, place), hash);
}

/** The bytes of a file of several compressed pieces, each of which can be read separately. */
interface Pack {
  readonly bytes: Buffer[];
  length(): number;
  add(pieces: Iterable<string>, hash?: Hash): Promise<void>;
  copy(member: Buffer, hash?: Hash): Promise<void>;
}

function createPack(): Pack {
  const bytes: Buffer[] = [];
  let length = 0;
  const take = (chunk: Buffer): void => {
    bytes.push(chunk);
    length += chunk.length;
  };
  return {
    bytes,
    length: () => length,
    async add(pieces, hash) {
      for (const chunk of await compressed(pieces, hash)) take(chunk);
    },
    async copy(member, hash) {
      take(member);
      if (hash === undefined) return;
      for await (const chunk of inflated(member)) hash.update(chunk);
    },
  };
}

/** Compresses a text that comes in pieces. */
export async function compressed(
  pieces: Iterable<string>,
  hash?: Hash,
): Promise<readonly Buffer[]> {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const bytes: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => bytes.push(chunk));
  const ended = once(gzip, 'end');
  for (const some of batches(typeof pieces === 'string' ? [pieces] : pieces)) {
    const piece = Buffer.from(some);
    hash?.update(piece);
    if (!gzip.write(piece)) await once(gzip, 'drain');
  }
  gzip.end();
  await ended;
  return bytes;
}

/** Decompresses one compressed piece. Throws if it is not one. */
export function inflated(member: Buffer): AsyncIterable<Buffer> {
  const gunzip = createGunzip();
  gunzip.end(member);
  return gunzip;
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
