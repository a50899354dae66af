import type { Confirmed } from '../../model/open-drift.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import { placeShownBy } from './observation.ts';
import { howOf } from './open.ts';

/** The last observation of each place. */
export function looksIn(events: Iterable<KeptEvent>): (place: string) => readonly Confirmed[] {
  const last = new Map<string, Confirmed>();
  for (const event of events) {
    const place = placeShownBy(event);
    const known = place === undefined ? undefined : last.get(place);
    if (place === undefined || (known !== undefined && known.at > event.time)) continue;
    last.set(place, { at: event.time, how: howOf(event) });
  }
  return (place) => {
    const found = last.get(place);
    return found === undefined ? [] : [found];
  };
}
