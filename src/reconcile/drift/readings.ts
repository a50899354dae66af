import type { Drift } from '../../model/drift.ts';
import type { AttributePath } from '../../model/path.ts';
import type { RememberedEvent } from '../../ports/store/memory.ts';
import { type DriftLook, observedDrift } from '../memory/observation.ts';
import { readablePath } from '../memory/place.ts';
import { shownAt } from '../memory/read-news.ts';
import type { EarlierRuns, RunInput } from '../run-input.ts';
import type { LiveState } from './read-back.ts';

type Place = Pick<Drift, 'address' | 'type' | 'path'>;

/** How this run observes what a provider reads. */
export function driftLook({ isBaseline }: Pick<EarlierRuns, 'isBaseline'>): DriftLook {
  return isBaseline === true ? 'Baseline' : 'ReadBack';
}

/**
 * What the provider read at a place, as the event that later runs remember; undefined if none is
 * kept of it.
 */
export function readingAt(
  {
    providers: { schema },
    startedAt,
    earlier,
  }: Pick<RunInput, 'providers' | 'startedAt' | 'earlier'>,
  live: LiveState,
  { address, type, path }: Place,
): RememberedEvent | undefined {
  const read = live.resources.get(address);
  const place: AttributePath = readablePath(path);
  if (read === undefined || place.length === 0) return undefined;
  const shown = shownAt(read, place, schema);
  if (shown === undefined) return undefined;
  return observedDrift({ address, type, shown, look: driftLook(earlier), at: startedAt });
}

/** The readings that are the last writes of drifts. */
export function lastWriteReadings(
  input: RunInput,
  live: LiveState | undefined,
  drifts: readonly Drift[],
): readonly RememberedEvent[] {
  if (live === undefined) return [];
  return drifts.flatMap((drift) => {
    const last = drift.writes?.at(-1);
    if (last === undefined || last.time !== input.startedAt) return [];
    const event = readingAt(input, live, drift);
    return event?.id === last.event ? [event] : [];
  });
}
