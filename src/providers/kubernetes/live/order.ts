import { groupBy } from '../../../model/group.ts';
import { compareText } from '../../../model/text.ts';
import type { ObjectEvent } from './types.ts';

/** Sorts by time, then by event id, and removes repeated events. */
export function inOrder(events: readonly ObjectEvent[]): readonly ObjectEvent[] {
  const once = [...groupBy(events, ({ event }) => event).values()].flatMap((same) => {
    const seen = new Set<string>();
    return same.filter(({ change }) => {
      const key = JSON.stringify(change.object);
      return !seen.has(key) && seen.add(key);
    });
  });
  return once.sort(
    (a, b) => compareText(instant(a.time), instant(b.time)) || compareText(a.event, b.event),
  );
}

function instant(time: string): string {
  const moment = Date.parse(time);
  return Number.isNaN(moment) ? time : new Date(moment).toISOString();
}
