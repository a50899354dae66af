import { groupBy } from '../../model/group.ts';
import type { Unresolved } from '../../model/report.ts';
import { displayText } from '../../model/text.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';

export const unfinished =
  'The logs do not say how the call ended: it may still run, or have failed.';

/**
 * The result of these calls is unknown, so nothing may be based on them. Reported once for each
 * operation.
 */
export function unfinishedCalls(events: readonly KeptEvent[]): readonly Unresolved[] {
  const byOperation = groupBy(events, ({ service, operation }) => `${service}:${operation}`);
  return [...byOperation].flatMap(([name, [first, ...more]]) => {
    if (first === undefined) return [];
    const times = more.length === 0 ? '' : `, in ${more.length + 1} calls`;
    return {
      code: 'unfinished-call',
      reason: `${displayText(name, 200)} has no end in the logs${times}.`,
      suggestion: 'Run again later, with logs of a window that overlaps this one.',
      place: first.place,
      event: first.id,
    };
  });
}
