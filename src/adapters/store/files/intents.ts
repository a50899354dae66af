import type { IntentState } from '../../../model/lifecycle.ts';
import type { StoredIntent, StoredTransition } from '../../../ports/store/run-store.ts';
import type { LifecycleMove } from '../intent-moves.ts';
import type { FileDraft } from './draft.ts';
import type { FolderReader } from './folder.ts';
import { byTime, isoTimeField, isSameApartFrom } from './times.ts';

const intents = 'intents';
const transitions = 'transitions';
/** Table of when each intent was last seen, which every run changes. */
const seen = 'seen';

/**
 * All intents, or those with these ids and those in these states, in the order of their first
 * sight.
 */
export async function readIntentLines(
  files: FolderReader,
  ids?: readonly string[],
  states: readonly IntentState[] = [],
): Promise<readonly StoredIntent[]> {
  const asked = ids === undefined ? undefined : new Set(ids);
  const watched = new Set<string>(states);
  const lines = [...(await files.table(intents)).values()].filter(
    ({ key, columns: [, state = ''] }) =>
      asked === undefined || asked.has(key) || watched.has(state),
  );
  const sights = await files.table(seen);
  const found = (await files.bodies(intents, byTime(lines, 0))) as readonly StoredIntent[];
  return found.map((stored) => {
    const lastSeen = sights.get(stored.intent.id)?.columns[0];
    return lastSeen === undefined ? stored : { ...stored, lastSeen };
  });
}

/** Records that a run saw the intent again; `at` is ISO 8601 UTC. */
export function sawIntent(draft: FileDraft, intent: string, at: string): void {
  draft.put(seen, intent, [isoTimeField(at)], null);
}

export async function writeMoveLines(
  draft: FileDraft,
  moves: readonly LifecycleMove[],
  earlier: readonly StoredIntent[] = [],
): Promise<void> {
  const before = new Map(earlier.map((stored) => [stored.intent.id, stored]));
  let { size } = await draft.table(transitions);
  for (const move of moves) {
    for (const step of move.transitions) {
      draft.put(transitions, String(size), [step.intent], {
        ...step,
        time: isoTimeField(step.time),
      });
      size += 1;
    }
    const firstSeen = isoTimeField(move.stored.firstSeen);
    const stored = { ...move.stored, firstSeen, lastSeen: isoTimeField(move.stored.lastSeen) };
    const { id } = stored.intent;
    sawIntent(draft, id, stored.lastSeen);
    const known = before.get(id);
    if (known !== undefined && isSameApartFrom('lastSeen', known, stored)) continue;
    draft.put(intents, id, [firstSeen, stored.state], stored);
  }
}

/** In the order in which they were taken. */
export async function readTransitionLines(
  files: FolderReader,
  intent: string,
): Promise<readonly StoredTransition[]> {
  const lines = [...(await files.table(transitions)).values()];
  const keys = lines.filter(({ columns }) => columns[0] === intent).map(({ key }) => key);
  return (await files.bodies(transitions, keys)) as readonly StoredTransition[];
}
