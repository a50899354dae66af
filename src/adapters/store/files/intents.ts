import type { IntentState } from '../../../model/lifecycle.ts';
import type { StoredIntent, StoredTransition } from '../../../ports/store/run-store.ts';
import type { LifecycleMove } from '../intent-moves.ts';
import type { FileDraft } from './draft.ts';
import type { FolderReader } from './folder.ts';
import { byTime, isoTimeField } from './times.ts';

const intents = 'intents';
const transitions = 'transitions';

/** All of them; or these, and those in some states. By first sight. */
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
  return (await files.bodies(intents, byTime(lines, 0))) as readonly StoredIntent[];
}

export async function writeMoveLines(
  draft: FileDraft,
  moves: readonly LifecycleMove[],
): Promise<void> {
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
    draft.put(intents, stored.intent.id, [firstSeen, stored.state], stored);
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
