import { resolve } from 'node:path';
import type { AuditReading } from '../../evidence/audit/core/types.ts';
import { createNodeFiles } from '../../evidence/audit/files/node.ts';
import type { FileSource } from '../../evidence/audit/files/types.ts';
import { readAuditLogs } from '../../evidence/audit/read.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import { collectedEvents, nothingToRead } from './collected-events.ts';
import { nodeTimer } from './node-timer.ts';
import type { RunOptions } from './options.ts';

/** The audit records of a run. */
export interface AuditInput {
  readonly items: AuditReading;
  /** A description of their origin, for people. */
  readonly title: string;
}

/** The logs that are named, else what was collected into the project's store. */
export async function auditInput(io: Io, options: RunOptions): Promise<Result<AuditInput>> {
  const { events, since } = options.log;
  if (events === undefined) {
    const collected = await collectedEvents(io, options);
    if (!collected.ok) return collected;
    if (collected.value === undefined) return ok(noRecords);
    const { files, paths, title } = collected.value;
    return ok({ items: readAuditLogs(paths, { files }), title });
  }
  if (since !== undefined) return fail(sinceAndEvents);
  const files = await filesOf(io, events);
  const paths = events.map((path) => (isBucket(path) ? path : resolve(io.cwd, path)));
  return ok({ items: readAuditLogs(paths, { files }), title: events.join(', ') });
}

/** Used where nothing was collected, since the log reader rejects an empty folder. */
const noRecords: AuditInput = { items: nothingToRead, title: 'no records: none were collected' };

function isBucket(path: string): boolean {
  return path.startsWith('s3://');
}

/** Reads from the disk, and from the buckets that are named. */
async function filesOf(io: Io, events: readonly string[]): Promise<FileSource> {
  const disk = createNodeFiles();
  if (!events.some(isBucket)) return disk;
  const { createBucketFiles } = await import('../../adapters/collect/aws/bucket-files.ts');
  const region = io.env['AWS_REGION'] ?? io.env['AWS_DEFAULT_REGION'] ?? 'us-east-1';
  const buckets = createBucketFiles(region, nodeTimer(), io.now);
  const of = (path: string): FileSource => (isBucket(path) ? buckets : disk);
  return {
    kindOf: (path) => of(path).kindOf(path),
    list: (path) => of(path).list(path),
    open: (path) => of(path).open(path),
  };
}

const sinceAndEvents: Problem = {
  code: 'since-and-events',
  message: '--since applies to collected records; logs given with --events are read in full.',
  hint: 'Leave one of them out.',
};
