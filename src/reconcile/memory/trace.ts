import type { ClosedDrift } from '../../model/open-drift.ts';
import type { ClosedQuestion } from '../../model/open-question.ts';
import { formatPath } from '../../model/path.ts';
import { displayText } from '../../model/text.ts';
import type { TraceLine } from '../../model/trace.ts';
import { traceLine } from '../ingest/trace-line.ts';
import type { Stage } from '../stages.ts';
import { isObservation, reading } from './observation.ts';

/** A line for each closed drift, for the event that closed it if there is one. */
export function closingTrace(
  { input, ingested: { events } }: Stage,
  closed: readonly ClosedDrift[],
): readonly TraceLine[] {
  if (!input.log.traced) return [];
  return closed.map(({ id, address, path, because, event }) => {
    const known = event === undefined ? undefined : events.get(event);
    const closing =
      known === undefined || isObservation(known)
        ? reading(id, input.startedAt, address, 'ReadBack')
        : known;
    const field = displayText(formatPath(path), 120) || 'the resource';
    const text = `The drift of ${field} is closed: ${because}`;
    return traceLine(closing, closing.actor, 'closed', text, address);
  });
}

/** A line for each closed question, for its last call. */
export function answeredTrace(
  { input, ingested: { events } }: Stage,
  closed: readonly ClosedQuestion[],
): readonly TraceLine[] {
  if (!input.log.traced) return [];
  return closed.map(({ id, address, operation, because, calls }) => {
    const closing =
      events.get(calls.at(-1)?.event ?? '') ?? reading(id, input.startedAt, address, 'ReadBack');
    const text = `The question about ${displayText(operation, 80)} is closed: ${because}`;
    return traceLine(closing, closing.actor, 'closed', text, address);
  });
}
