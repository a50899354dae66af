import type { OpenDrift } from '../../../model/open-drift.ts';
import type { OpenQuestion } from '../../../model/open-question.ts';
import {
  type Memory,
  type MemoryUpdate,
  rememberedEvent,
  type SeenState,
} from '../../../ports/store/memory.ts';
import { placeKey } from '../../../reconcile/memory/place.ts';
import type { FileDraft } from './draft.ts';
import type { FolderReader } from './folder.ts';
import { byColumn, byTime, isoTimeField, isSameApartFrom } from './times.ts';

const tables = {
  events: 'events',
  open: 'open',
  questions: 'questions',
  state: 'state',
  /** When the state was last read. */
  read: 'read',
} as const;

/** What earlier runs remembered. */
export async function readMemoryFile(files: FolderReader): Promise<Memory> {
  const events = byTime((await files.table(tables.events)).values(), 0);
  const open = byColumn((await files.table(tables.open)).values(), 0);
  const questions = byColumn((await files.table(tables.questions)).values(), 0);
  const [state] = (await files.bodies(tables.state, ['state'])) as readonly SeenState[];
  const asked = (await files.bodies(tables.questions, questions)) as readonly OpenQuestion[];
  // The lines hold what `keepMemoryFile` wrote.
  return {
    events: (await files.bodies(tables.events, events)).map(rememberedEvent),
    open: (await files.bodies(tables.open, open)) as readonly OpenDrift[],
    ...(asked.length === 0 ? {} : { questions: asked }),
    ...(state === undefined ? {} : { state: await withReading(files, state) }),
  };
}

/** Writes what a run changed. */
export async function keepMemoryFile(draft: FileDraft, update: MemoryUpdate): Promise<void> {
  for (const id of update.forgotten) draft.remove(tables.events, id);
  for (const place of update.closed) draft.remove(tables.open, place);
  for (const event of update.events) {
    isoTimeField(event.time);
    draft.put(tables.events, event.id, [event.time], event);
  }
  for (const drift of update.open) {
    isoTimeField(drift.firstSeen);
    const { address, path } = drift;
    draft.put(tables.open, placeKey(address, path), [address], drift);
  }
  for (const id of update.answered ?? []) draft.remove(tables.questions, id);
  for (const question of update.questions ?? []) {
    draft.put(tables.questions, question.id, [question.address], question);
  }
  if (update.state === undefined) return;
  const [before] = (await draft.bodies(tables.state, ['state'])) as readonly SeenState[];
  if (before === undefined || !isSameApartFrom('at', before, update.state)) {
    // The state is long if much is open, and the one before is not needed.
    draft.clear(tables.state);
    draft.put(tables.state, 'state', [], update.state);
  }
  readStateAgain(draft, update.state.at);
}

/** Records that the state was read again and is the same; `at` is ISO 8601 UTC. */
export function readStateAgain(draft: FileDraft, at: string): void {
  draft.put(tables.read, 'state', [at], null);
}

async function withReading(files: FolderReader, state: SeenState): Promise<SeenState> {
  const at = (await files.table(tables.read)).get('state')?.columns[0];
  return at === undefined ? state : { ...state, at };
}
