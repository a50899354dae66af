import { compareText } from '../../../model/text.ts';
import type { KeptAnswer } from '../../../ports/store/kept-answer.ts';
import type { RunRecord, Store, StoredRun } from '../../../ports/store/run-store.ts';
import type { SeenDifference, Unexplained } from '../../../ports/store/seen-difference.ts';
import { planLifecycleMove, planLifecycleMoves, watchedIn } from '../intent-moves.ts';
import { createStoredRun } from '../stored-run.ts';
import { createCollectedFiles } from './collected.ts';
import { putDocumentLines, readDocumentLines } from './documents.ts';
import type { FileDraft } from './draft.ts';
import type { FolderReader, StoredFiles } from './folder.ts';
import { readIntentLines, readTransitionLines, writeMoveLines } from './intents.ts';
import { appendLedgerLines, appendSeen, readAddresses, readLedgerLines } from './ledger.ts';
import { keepMemoryFile, readMemoryFile } from './memory.ts';
import { type Packed, packRun } from './pack.ts';
import { fingerprintTables, keepReusable, reusableRuns } from './reusable.ts';
import { insertRunFile, readLatestRun, readRunFiles } from './runs.ts';
import { byTime, isoTimeField } from './times.ts';

const answers = 'answers';
const unexplained = 'unexplained';

/** The store of one project, in files. */
export function createFileStore(files: StoredFiles, close: () => Promise<void>): Store {
  const { path, read, change } = files;
  return {
    async recordRun(record) {
      const recorded = await change((draft) => recordRun(path, draft, record));
      if (recorded.isOnBasis && record.standing !== undefined) {
        await keepReusable(files, record, record.standing, recorded);
      }
      return recorded.run;
    },
    standing: reusableRuns(files),
    memory: () => read(readMemoryFile),
    runs: (since) => read((reader) => readRunFiles(path, reader, since)),
    latestRun: () => read((reader) => readLatestRun(path, reader)),
    answers: () => read(readAnswerLines),
    keepAnswer: (answer) => change((draft) => keepAnswer(draft, answer)),
    ledger: (address) => read((reader) => readLedgerLines(reader, address)),
    appendLedger: (entries) => change((draft) => appendLedgerLines(draft, entries)),
    addresses: () => read(readAddresses),
    intents: () => read((reader) => readIntentLines(reader)),
    stepIntent: (intent, step, origin) =>
      change(async (draft) => {
        const [stored] = await readIntentLines(draft, [intent]);
        const move = planLifecycleMove(stored, step, origin);
        if (move !== undefined) await writeMoveLines(draft, [move]);
        return move !== undefined;
      }),
    transitions: (intent) => read((reader) => readTransitionLines(reader, intent)),
    declareIntent: (document) =>
      change((draft) => putDocumentLines(draft, 'declared', [document], 'replace')),
    declaredIntents: () => read((reader) => readDocumentLines(reader, 'declared')),
    appendFeedback: (documents) =>
      change((draft) => putDocumentLines(draft, 'feedback', documents, 'keep')),
    feedback: () => read((reader) => readDocumentLines(reader, 'feedback')),
    putKnowledge: (document) =>
      change((draft) => putDocumentLines(draft, 'knowledge', [document], 'replace')),
    knowledge: () => read((reader) => readDocumentLines(reader, 'knowledge')),
    removeKnowledge: (id) => change(async (draft) => draft.remove('knowledge', id)),
    collected: createCollectedFiles(files),
    unexplained: () => read(readUnexplainedLines),
    keepUnexplained: (found) => change((draft) => keepUnexplainedLines(draft, found)),
    close,
  };
}

interface Recorded {
  readonly run: StoredRun;
  readonly packed: Packed;
  /** True if nobody has stored anything since the run read the store. */
  readonly isOnBasis: boolean;
}

async function recordRun(
  path: string,
  draft: FileDraft & FolderReader,
  record: RunRecord,
): Promise<Recorded> {
  const isOnBasis = record.standing?.basis === fingerprintTables(draft);
  const packed = await packRun({ ...record, next: record.standing?.report });
  const run = createStoredRun(record, packed.digest);
  if (!(await insertRunFile(path, draft, run, packed))) return { run, packed, isOnBasis: false };
  const { report, memory, ledger } = record;
  const ids = report.intents.map(({ id }) => id);
  const concerned = await readIntentLines(draft, ids, watchedIn(report));
  await writeMoveLines(draft, planLifecycleMoves(run, record, concerned), concerned);
  if (memory !== undefined) await keepMemoryFile(draft, memory);
  await appendSeen(draft, ledger);
  return { run, packed, isOnBasis };
}

/** Oldest first. */
export async function readAnswerLines(files: FolderReader): Promise<readonly KeptAnswer[]> {
  const ids = byTime((await files.table(answers)).values(), 0);
  return (await files.bodies(answers, ids)) as readonly KeptAnswer[];
}

/** Returns false if it was already there. */
export async function keepAnswer(draft: FileDraft, answer: KeptAnswer): Promise<boolean> {
  if ((await draft.table(answers)).has(answer.id)) return false;
  draft.put(answers, answer.id, [isoTimeField(answer.at)], answer);
  return true;
}

/** In the order of their ids. */
export async function readUnexplainedLines(
  files: FolderReader,
): Promise<readonly SeenDifference[]> {
  const lines = [...(await files.table(unexplained)).values()];
  return lines
    .map(({ key: id, columns: [address = '', firstSeen = ''] }) => ({ id, address, firstSeen }))
    .sort((a, b) => compareText(a.id, b.id));
}

/** Replaces what was stored for the addresses that were read; the others stay. */
export async function keepUnexplainedLines(
  draft: FileDraft,
  { read, seen }: Unexplained,
): Promise<void> {
  const known = await draft.table(unexplained);
  const stays = new Set(known.keys());
  const addresses = read === 'all' ? undefined : new Set(read);
  for (const { key, columns } of known.values()) {
    if (addresses !== undefined && !addresses.has(columns[0] ?? '')) continue;
    draft.remove(unexplained, key);
    stays.delete(key);
  }
  for (const { id, address, firstSeen } of seen) {
    if (stays.has(id)) continue;
    draft.put(unexplained, id, [address, isoTimeField(firstSeen)], null);
  }
}
