import { z } from 'zod';
import { shiftTime } from '../../../model/instant.ts';
import type { Json } from '../../../model/json.ts';
import { earlierTime, later } from '../time.ts';
import type { BucketObject } from './bucket.ts';

const time = z.iso.datetime({ precision: 3 });

const TrailCursor = z.strictObject({
  /** All files of recent folders that were written up to this time are stored. */
  done: time,
  /**
   * All files of all folders in reach, including late ones, that were written up to this time are
   * stored.
   */
  wide: time,
  /** Stored files with the times they were written, as far back as later rounds look again. */
  seen: z.record(z.string(), time),
});

export type TrailCursor = z.output<typeof TrailCursor>;

export function parseTrailCursor(cursor: Json | undefined): TrailCursor | undefined {
  return TrailCursor.safeParse(cursor).data;
}

/** The cursor after a file is stored. Files are read in the order in which they were written. */
export function advanceCursor(
  { done, wide, seen }: TrailCursor,
  { key, modified }: BucketObject,
  isWide: boolean,
  overlap: number,
): TrailCursor {
  return pruned(
    {
      done: later(done, modified),
      wide: isWide ? later(wide, modified) : wide,
      seen: { ...seen, [key]: modified },
    },
    overlap,
  );
}

/** The cursor at the end of a round: files older than the overlap would have appeared by then. */
export function settleCursor(
  { done, wide, seen }: TrailCursor,
  now: string,
  isWide: boolean,
  overlap: number,
): TrailCursor {
  const settled = shiftTime(now, -overlap);
  return pruned(
    { done: later(done, settled), wide: isWide ? later(wide, settled) : wide, seen },
    overlap,
  );
}

function pruned({ done, wide, seen }: TrailCursor, overlap: number): TrailCursor {
  const oldest = shiftTime(earlierTime(done, wide), -overlap);
  const kept = Object.entries(seen).filter(([, modified]) => modified >= oldest);
  return { done, wide, seen: Object.fromEntries(kept) };
}
