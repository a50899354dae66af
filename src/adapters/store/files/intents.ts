import type { IntentState } from '../../../model/lifecycle.ts';
import type { StoredIntent, StoredTransition } from '../../../ports/store/run-store.ts';
import type { Move } from '../intent-moves.ts';
import type { Draft } from './draft.ts';
import type { Reader } from './folder.ts';
import { byTime, isoTime } from './times.ts';

const intents = 'intents';
const transitions = 'transitions';

/** All of them; or these, and those in some states. By first sight. */
export async function readIntents(
  files: Reader,
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

export async function writeMoves(draft: Draft, moves: readonly Move[]): Promise<void> {
  let { size } = await draft.table(transitions);
  for (const move of moves) {
    for (const step of move.transitions) {
      draft.put(transitions, String(size), [step.intent], { ...step, time: isoTime(step.time) });
      size += 1;
    }
    const firstSeen = isoTime(move.stored.firstSeen);
    const stored = { ...move.stored, firstSeen, lastSeen: isoTime(move.stored.lastSeen) };
    draft.put(intents, stored.intent.id, [firstSeen, stored.state], stored);
  }
}

/** In the order in which they were taken. */
export async function readTransitions(
  files: Reader,
  intent: string,
): Promise<readonly StoredTransition[]> {
  const lines = [...(await files.table(transitions)).values()];
  const keys = lines.filter(({ columns }) => columns[0] === intent).map(({ key }) => key);
  return (await files.bodies(transitions, keys)) as readonly StoredTransition[];
}
