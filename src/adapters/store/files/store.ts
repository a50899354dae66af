import type { KeptAnswer } from '../../../ports/store/kept-answer.ts';
import type { RunRecord, Store, StoredRun } from '../../../ports/store/run-store.ts';
import type { SeenDifference, Unexplained } from '../../../ports/store/seen-difference.ts';
import { movesOf, stepOf, watchedIn } from '../intent-moves.ts';
import { runOf } from '../stored-run.ts';
import { createCollectedLog } from './collected.ts';
import { putDocuments, readDocuments } from './documents.ts';
import type { Draft } from './draft.ts';
import type { Files, Reader } from './folder.ts';
import { readIntents, readTransitions, writeMoves } from './intents.ts';
import { appendEntries, appendSeen, readAddresses, readEntries } from './ledger.ts';
import { keepMemory, readMemory } from './memory.ts';
import { packRun } from './pack.ts';
import { insertRun, readLatestRun, readRuns } from './runs.ts';
import { byTime, isoTime } from './times.ts';

const answers = 'answers';
const unexplained = 'unexplained';

/** The store of one project, in files. */
export function createFileStore(files: Files, close: () => Promise<void>): Store {
  const { path, read, change } = files;
  return {
    recordRun: (record) => change((draft) => recordRun(path, draft, record)),
    memory: () => read(readMemory),
    runs: (since) => read((reader) => readRuns(path, reader, since)),
    latestRun: () => read((reader) => readLatestRun(path, reader)),
    answers: () => read(readAnswers),
    keepAnswer: (answer) => change((draft) => keepAnswer(draft, answer)),
    ledger: (address) => read((reader) => readEntries(reader, address)),
    appendLedger: (entries) => change((draft) => appendEntries(draft, entries)),
    addresses: () => read(readAddresses),
    intents: () => read((reader) => readIntents(reader)),
    stepIntent: (intent, step, origin) =>
      change(async (draft) => {
        const [stored] = await readIntents(draft, [intent]);
        const move = stepOf(stored, step, origin);
        if (move !== undefined) await writeMoves(draft, [move]);
        return move !== undefined;
      }),
    transitions: (intent) => read((reader) => readTransitions(reader, intent)),
    declareIntent: (document) =>
      change((draft) => putDocuments(draft, 'declared', [document], 'replace')),
    declaredIntents: () => read((reader) => readDocuments(reader, 'declared')),
    appendFeedback: (documents) =>
      change((draft) => putDocuments(draft, 'feedback', documents, 'keep')),
    feedback: () => read((reader) => readDocuments(reader, 'feedback')),
    putKnowledge: (document) =>
      change((draft) => putDocuments(draft, 'knowledge', [document], 'replace')),
    knowledge: () => read((reader) => readDocuments(reader, 'knowledge')),
    removeKnowledge: (id) => change(async (draft) => draft.remove('knowledge', id)),
    collected: createCollectedLog(files),
    unexplained: () => read(readUnexplained),
    keepUnexplained: (found) => change((draft) => keepUnexplained(draft, found)),
    close,
  };
}

async function recordRun(
  path: string,
  draft: Draft & Reader,
  record: RunRecord,
): Promise<StoredRun> {
  const packed = await packRun(record);
  const run = runOf(record, packed.digest);
  if (!(await insertRun(path, draft, run, packed))) return run;
  const { report, memory, ledger } = record;
  const ids = report.intents.map(({ id }) => id);
  const concerned = await readIntents(draft, ids, watchedIn(report));
  await writeMoves(draft, movesOf(run, record, concerned));
  if (memory !== undefined) keepMemory(draft, memory);
  await appendSeen(draft, ledger);
  return run;
}

/** Oldest first. */
export async function readAnswers(files: Reader): Promise<readonly KeptAnswer[]> {
  const ids = byTime((await files.table(answers)).values(), 0);
  return (await files.bodies(answers, ids)) as readonly KeptAnswer[];
}

/** False when it was there already. */
export async function keepAnswer(draft: Draft, answer: KeptAnswer): Promise<boolean> {
  if ((await draft.table(answers)).has(answer.id)) return false;
  draft.put(answers, answer.id, [isoTime(answer.at)], answer);
  return true;
}

/** By id. */
export async function readUnexplained(files: Reader): Promise<readonly SeenDifference[]> {
  const lines = [...(await files.table(unexplained)).values()];
  return lines
    .map(({ key: id, columns: [address = '', firstSeen = ''] }) => ({ id, address, firstSeen }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Replaces what was kept of the addresses that were read; of the others it stays. */
export async function keepUnexplained(draft: Draft, { read, seen }: Unexplained): Promise<void> {
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
    draft.put(unexplained, id, [address, isoTime(firstSeen)], null);
  }
}
