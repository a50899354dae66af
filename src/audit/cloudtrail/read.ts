import { walk } from '../files/walk.ts';
import { type FoundFile, isPromised, readLogFile } from '../read-file.ts';
import { ObjectScanner } from '../scan/scanner.ts';
import { LogSink } from './log.ts';
import { skippedKind } from './paths.ts';
import { contentProblem } from './problems.ts';
import { skimmed } from './skim.ts';
import { Tally } from './tally.ts';
import { Triage } from './triage.ts';
import type { AuditDeps, AuditItem, AuditLimits, AuditReading } from './types.ts';

const defaultLimits: AuditLimits = {
  maxRecordBytes: 8 * 1024 * 1024,
  maxDepth: 100,
  maxProblems: 20,
};

/**
 * Reads CloudTrail records from files and folders: plain or gzip, log files, JSON lines, pages of
 * LookupEvents, EventBridge events, one record or an array of them; told apart by content. Memory
 * does not grow with the size of the files, but for a few bytes an event to find duplicates.
 */
export function readCloudTrail(paths: readonly string[], deps: AuditDeps): AuditReading {
  const tally = new Tally();
  const reader: Reader = {
    deps,
    tally,
    triage: new Triage(tally),
    limits: { ...defaultLimits, ...deps.limits },
  };
  return {
    counts: () => tally.counts(),
    [Symbol.asyncIterator]: () => readAll(paths, reader),
  };
}

interface Reader {
  readonly deps: AuditDeps;
  readonly tally: Tally;
  readonly triage: Triage;
  readonly limits: AuditLimits;
}

type Items = AsyncGenerator<AuditItem>;

async function* readAll(paths: readonly string[], reader: Reader): Items {
  let fatal = false;
  for await (const item of readPaths(paths, reader)) {
    fatal ||= item.kind === 'problem' && item.fatal;
    yield item;
  }
  const { files, read } = reader.tally.counts();
  if (fatal || (files > 0 && read > 0)) return;
  const [code, message] =
    files === 0
      ? ['nothing-readable', 'There are no CloudTrail logs here.']
      : ['no-records', 'The logs have no records.'];
  const hint = 'Check that the path leads to the logs of the time in question.';
  const problem = { code, message, place: { file: paths[0] ?? '' }, hint };
  yield { kind: 'problem', problem, fatal: files === 0 };
}

async function* readPaths(paths: readonly string[], reader: Reader): Items {
  for await (const found of walk(paths, reader.deps.files)) {
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
  });
}

async function* readText(
  file: FoundFile,
  chunks: AsyncIterable<Uint8Array>,
  { limits, tally, triage }: Reader,
): Items {
  const sink = new LogSink(file.path, { limits, tally, triage });
  const scanner = new ObjectScanner({
    containers: ['Records', 'Events'],
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
  const { good, items } = sink.close();
  if (good) {
    tally.file();
    yield* items;
  } else if (isPromised(file)) yield* blame(file, items);
  else tally.skipFile('other');
}

/** A file without any good record: its first problem is that of the file. */
function* blame(file: FoundFile, items: readonly AuditItem[]): Generator<AuditItem> {
  for (const [i, item] of items.entries()) {
    if (item.kind !== 'problem') continue;
    const foreign = item.problem.code === 'not-cloudtrail';
    const fatal = item.fatal || (i === 0 && (file.given || !foreign));
    yield { ...item, fatal };
  }
}
