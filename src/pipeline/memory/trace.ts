import type { ClosedDrift } from '../../model/open-drift.ts';
import { formatPath } from '../../model/path.ts';
import { displayText } from '../../model/text.ts';
import type { TraceLine } from '../../model/trace.ts';
import type { Stage } from '../stages.ts';
import { traceLine } from '../trace-line.ts';
import { isObservation, reading } from './observation.ts';

/** A line for each drift that is closed, of the event that closed it where there is one. */
export function closingTrace(
  { input: { startedAt, traced }, gathered: { events } }: Stage,
  closed: readonly ClosedDrift[],
): readonly TraceLine[] {
  if (!traced) return [];
  return closed.map(({ id, address, path, because, event }) => {
    const known = event === undefined ? undefined : events.get(event);
    const told =
      known === undefined || isObservation(known)
        ? reading(id, startedAt, address, 'ReadBack')
        : known;
    const field = displayText(formatPath(path), 120) || 'the resource';
    return traceLine(
      told,
      told.actor,
      'closed',
      `The drift of ${field} is closed: ${because}`,
      address,
    );
  });
}
