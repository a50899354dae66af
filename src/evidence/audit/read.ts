import { ActivityLog } from './azure/activity-log.ts';
import { skimmed, surelyReads } from './cloudtrail/skim.ts';
import { CloudTrail } from './cloudtrail/trail.ts';
import type { Dialect } from './core/dialect.ts';
import { containers } from './core/envelope.ts';
import { LogSink } from './core/log.ts';
import { skippedKind } from './core/paths.ts';
import { contentProblem } from './core/problems.ts';
import { Tally } from './core/tally.ts';
import { Triage } from './core/triage.ts';
import type { AuditDeps, AuditItem, AuditLimits, AuditReading } from './core/types.ts';
import { CsvTable } from './csv/table.ts';
import { walkFiles } from './files/walk.ts';
import { CloudLogging } from './gcp/cloud-logging.ts';
import { ClusterLog } from './kubernetes/cluster-log.ts';
import { type FoundFile, isPromised, readLogFile } from './read-file.ts';
import { ObjectScanner } from './scan/scanner.ts';

const defaultLimits: AuditLimits = {
  maxRecordBytes: 8 * 1024 * 1024,
  maxDepth: 100,
  maxProblems: 20,
};

/**
 * Reads audit records of AWS, Azure, Google Cloud and Kubernetes from files and folders, plain or
 * gzip: one record, an array, JSON lines, or what the clouds and their APIs wrap them in. Every
 * record is recognized by its own members, so a file may mix them. Memory does not grow with the
 * size of the files, but with the number of mutating calls: a few bytes for a call with a single
 * record, all records for a call with several.
 */
export function readAuditLogs(paths: readonly string[], deps: AuditDeps): AuditReading {
  const tally = new Tally();
  const reader: Reader = {
    deps,
    tally,
    dialects: dialectsFor(tally, deps),
    limits: { ...defaultLimits, ...deps.limits },
  };
  return {
    counts: () => tally.counts(),
    [Symbol.asyncIterator]: () => readAll(paths, reader),
  };
}

/** In the order in which they are tried: an entry of GKE looks like one of Cloud Logging, too. */
function dialectsFor(tally: Tally, { cluster = 'unknown' }: AuditDeps): readonly Dialect[] {
  const triage = new Triage(tally);
  return [
    new CloudTrail(triage),
    new ClusterLog(triage, cluster),
    new CloudLogging(tally, triage),
    new ActivityLog(tally, triage),
  ];
}

interface Reader {
  readonly deps: AuditDeps;
  readonly tally: Tally;
  readonly dialects: readonly Dialect[];
  readonly limits: AuditLimits;
}

type Items = AsyncGenerator<AuditItem>;

async function* readAll(paths: readonly string[], reader: Reader): Items {
  let fatal = false;
  for await (const item of readPaths(paths, reader)) {
    fatal ||= item.kind === 'problem' && item.fatal;
    yield item;
  }
  for (const dialect of reader.dialects) yield* dialect.rest?.() ?? [];
  const { files, read } = reader.tally.counts();
  if (fatal || (files > 0 && read > 0)) return;
  const [code, message] =
    files === 0
      ? ['nothing-readable', 'There are no audit logs here.']
      : ['no-records', 'The logs have no records.'];
  const hint = 'Check that the path leads to the logs of the time in question.';
  const problem = { code, message, place: { file: paths[0] ?? '' }, hint };
  yield { kind: 'problem', problem, fatal: files === 0 };
}

async function* readPaths(paths: readonly string[], reader: Reader): Items {
  for await (const found of walkFiles(paths, reader.deps.files)) {
    if (found.kind === 'problem') {
      yield { kind: 'problem', problem: found.problem, fatal: true };
      continue;
    }
    const skipped = skippedKind(found.path);
    if (skipped === undefined) yield* readFile(found, reader);
    else reader.tally.skipFile(skipped);
  }
}

function readFile(file: FoundFile, reader: Reader): Items {
  return readLogFile(file, {
    files: reader.deps.files,
    contentProblem,
    skip: () => reader.tally.skipFile('other'),
    readText: (found, chunks) => readText(found, chunks, reader),
    readTable: (found, chunks) => readTable(found, chunks, reader),
  });
}

async function* readText(
  file: FoundFile,
  chunks: AsyncIterable<Uint8Array>,
  { limits, tally, dialects }: Reader,
): Items {
  const sink = new LogSink(file.path, { limits, tally, dialects, surelyReads });
  const scanner = new ObjectScanner({
    containers,
    watched: skimmed,
    opening: 'eventVersion',
    maxBytes: limits.maxRecordBytes,
    maxDepth: limits.maxDepth,
  });
  for await (const chunk of chunks) {
    scanner.write(chunk, sink);
    yield* sink.takeItems();
  }
  scanner.end(sink);
  yield* finish(file, sink, tally);
}

/** Log Analytics and the portal export rows as CSV. */
async function* readTable(
  file: FoundFile,
  chunks: AsyncIterable<Uint8Array>,
  { limits, tally, dialects }: Reader,
): AsyncGenerator<AuditItem, boolean> {
  const sink = new LogSink(file.path, { limits, tally, dialects, surelyReads });
  const table = new CsvTable(limits.maxRecordBytes);
  let index = 0;
  for await (const chunk of chunks) {
    for (const row of table.write(chunk)) if (table.isLog) sink.row(row, index++);
    if (!table.isLog) return false;
    yield* sink.takeItems();
  }
  for (const row of table.end()) if (table.isLog) sink.row(row, index++);
  if (!table.isLog) return false;
  yield* finish(file, sink, tally);
  return true;
}

function* finish(file: FoundFile, sink: LogSink, tally: Tally): Generator<AuditItem> {
  const { good, items } = sink.close();
  if (good) {
    tally.file();
    yield* items;
  } else if (isPromised(file)) yield* blame(file, items);
  else tally.skipFile('other');
}

/** Handles a file without any valid record: its first problem is that of the file. */
function* blame(file: FoundFile, items: readonly AuditItem[]): Generator<AuditItem> {
  for (const [i, item] of items.entries()) {
    if (item.kind !== 'problem') continue;
    const foreign = item.problem.code === 'not-audit';
    const fatal = item.fatal || (i === 0 && (file.given || !foreign));
    yield { ...item, fatal };
  }
}
