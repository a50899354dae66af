import type { Drift } from '../../model/drift.ts';
import { compareInstants } from '../../model/instant.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import { placeShownBy } from './observation.ts';
import { placeKey, readablePath } from './place.ts';

/**
 * Returns whether an earlier run's read-back confirmed a drift and nothing has changed since, so
 * that it can be written without another read-back.
 */
export function readEarlier(events: ReadonlyMap<string, KeptEvent>): (drift: Drift) => boolean {
  const last = new Map<string, string>();
  for (const event of events.values()) {
    const place = event.operation === 'StateRead' ? undefined : placeShownBy(event);
    if (place === undefined) continue;
    const known = last.get(place);
    if (known === undefined || compareInstants(known, event.time) < 0) last.set(place, event.time);
  }
  return ({ address, path, evidence }) => {
    const look = last.get(placeKey(address, readablePath(path)));
    if (look === undefined) return false;
    const times = evidence.flatMap((id) => events.get(id)?.time ?? []);
    return times.every((time) => compareInstants(time, look) <= 0);
  };
}
