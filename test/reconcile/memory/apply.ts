import type { Memory, MemoryUpdate } from '../../../src/ports/store/memory.ts';
import { placeKey } from '../../../src/reconcile/memory/place.ts';

/** The memory after a run: what a store does, on a plain value. */
export function applyUpdate(memory: Memory, update: MemoryUpdate): Memory {
  const gone = new Set(update.forgotten);
  const events = new Map(
    memory.events.filter(({ id }) => !gone.has(id)).map((event) => [event.id, event]),
  );
  for (const event of update.events) events.set(event.id, event);
  const closed = new Set(update.closed);
  const open = new Map(
    memory.open.flatMap((drift) => {
      const key = placeKey(drift.address, drift.path);
      return closed.has(key) ? [] : [[key, drift] as const];
    }),
  );
  for (const drift of update.open) open.set(placeKey(drift.address, drift.path), drift);
  const answered = new Set(update.answered);
  const questions = new Map(
    (memory.questions ?? []).flatMap((one) =>
      answered.has(one.id) ? [] : [[one.id, one] as const],
    ),
  );
  for (const one of update.questions ?? []) questions.set(one.id, one);
  const { state = memory.state } = update;
  return {
    events: [...events.values()],
    open: [...open.values()],
    ...(questions.size === 0 ? {} : { questions: [...questions.values()] }),
    ...(state === undefined ? {} : { state }),
  };
}
