import { contentProblem } from '../cloudtrail/problems.ts';
import { Tally } from '../cloudtrail/tally.ts';
import type { AuditDeps, AuditLimits } from '../cloudtrail/types.ts';
import { walk } from '../files/walk.ts';
import { type FoundFile, isPromised, readLogFile } from '../read-file.ts';
import { ObjectScanner } from '../scan/scanner.ts';
import { GcpLogSink } from './log.ts';
import { GcpTriage } from './triage.ts';
import type { GcpDropReason, GcpItem, GcpReading } from './types.ts';

const defaultLimits: AuditLimits = {
  maxRecordBytes: 8 * 1024 * 1024,
  maxDepth: 100,
  maxProblems: 20,
};

interface Reader {
  readonly deps: AuditDeps;
  readonly tally: Tally<GcpDropReason>;
  readonly triage: GcpTriage;
  readonly limits: AuditLimits;
}

type Items = AsyncGenerator<GcpItem>;

/**
 * Reads Cloud Audit Logs from files and folders: plain or gzip, JSON lines as log sinks write
 * them, arrays as `gcloud logging read --format json` does, pages of `entries.list`. Operations are
 * folded over all files; those that the logs do not end come last.
 */
export function readGcpAudit(paths: readonly string[], deps: AuditDeps): GcpReading {
  const tally = new Tally<GcpDropReason>();
  const triage = new GcpTriage(tally);
  const reader: Reader = { deps, tally, triage, limits: { ...defaultLimits, ...deps.limits } };
  return {
    counts: () => tally.counts(),
    [Symbol.asyncIterator]: () => readAll(paths, reader),
  };
}

async function* readAll(paths: readonly string[], reader: Reader): Items {
  let fatal = false;
  for await (const found of walk(paths, reader.deps.files)) {
    const items: Iterable<GcpItem> | Items =
      found.kind === 'file'
        ? readFile(found, reader)
        : [{ kind: 'problem', problem: found.problem, fatal: true }];
    for await (const item of items) {
      fatal ||= item.kind === 'problem' && item.fatal;
      yield item;
    }
  }
  yield* reader.triage.rest();
  const { files, read } = reader.tally.counts();
  if (fatal || (files > 0 && read > 0)) return;
  const [code, message] =
    files === 0
      ? ['nothing-readable', 'There are no logs of Google Cloud here.']
      : ['no-records', 'The logs have no entries.'];
  const hint = 'Check that the path leads to the logs of the time in question.';
  const problem = { code, message, place: { file: paths[0] ?? '' }, hint };
  yield { kind: 'problem', problem, fatal: files === 0 };
}

function readFile(file: FoundFile, reader: Reader): Items {
  return readLogFile(file, {
    files: reader.deps.files,
    contentProblem: (path, content) => {
      // What to do about it is said of CloudTrail's logs.
      const { hint: _, ...problem } = contentProblem(path, content);
      return problem;
    },
    skip: () => reader.tally.skipFile('other'),
    readText: (found, chunks) => readText(found, chunks, reader),
  });
}

async function* readText(
  file: FoundFile,
  chunks: AsyncIterable<Uint8Array>,
  { limits, tally, triage }: Reader,
): Items {
  const sink = new GcpLogSink(file.path, { limits, tally, triage });
  const scanner = new ObjectScanner({
    containers: ['entries'],
    watched: [],
    opening: 'insertId',
    maxBytes: limits.maxRecordBytes,
    maxDepth: limits.maxDepth,
  });
  for await (const chunk of chunks) {
    scanner.write(chunk, sink);
    yield* sink.takeItems();
  }
  scanner.end(sink);
  yield* sink.takeItems();
  const { good, problems } = sink.close();
  if (good) tally.file();
  else tally.skipFile('other');
  for (const [i, item] of problems.entries()) {
    yield { ...item, fatal: item.fatal || (!good && i === 0 && isPromised(file)) };
  }
}
