import { shiftTime } from '../../../model/instant.ts';
import { earlierTime, later } from '../time.ts';
import type { CollectRound } from '../types.ts';
import type { CursorWindow, WindowCursor } from './cursor.ts';

/** Milliseconds. */
export interface WindowLimits {
  /** How far back the first round begins. */
  readonly since: number;
  /** How late a record may appear and still be found. */
  readonly overlap: number;
  /** How far back the cloud can be queried. */
  readonly reach: number;
  /** Length of the longest window, which is read again if its page token is lost. */
  readonly chunk: number;
}

/** A window, and the time at which its first page was requested. */
export interface DatedWindow extends CursorWindow {
  readonly begun: string;
}

export interface Beginning {
  /** Where the round begins or continues. */
  readonly cursor: WindowCursor;
  readonly window: DatedWindow;
  /** The period that the cloud no longer returns. */
  readonly lost?: CursorWindow;
}

/** Where a round begins: in the unfinished window, or an overlap before the cursor. */
export function windowBeginning(
  cursor: WindowCursor | undefined,
  limits: WindowLimits,
  round: CollectRound,
): Beginning {
  const reachable = shiftTime(round.now, -limits.reach);
  const first = round.since ?? shiftTime(round.now, -limits.since);
  const from = cursor === undefined ? first : shiftTime(cursor.done, -limits.overlap);
  const asked = round.since === undefined ? from : earlierTime(from, round.since);
  const scan = cursor?.scan;
  const isWide = round.since === undefined || (scan?.from ?? '') <= round.since;
  if (cursor !== undefined && scan !== undefined && isWide && scan.from > reachable) {
    return { cursor, window: { from: scan.from, to: scan.to, begun: scan.begun } };
  }
  const start = later(earlierTime(asked, scan?.from ?? asked), reachable);
  return {
    cursor: { done: cursor?.done ?? start },
    window: windowFrom(start, limits, round),
    ...(cursor !== undefined && cursor.done < reachable
      ? { lost: { from: cursor.done, to: reachable } }
      : {}),
  };
}

/** The next window: one chunk, or up to now if less than the unsettled period would remain. */
export function windowFrom(
  from: string,
  { chunk, overlap }: WindowLimits,
  round: CollectRound,
): DatedWindow {
  const end = shiftTime(from, chunk);
  const to = end < shiftTime(round.now, -2 * overlap) ? end : later(from, round.now);
  return { from, to, begun: round.now };
}

/**
 * The time up to which a window that was read to its end is done. The newest record proves it by
 * the cloud's own clock; for quiet logs this machine's clock is trusted to within the overlap.
 */
export function doneAfter(
  done: string,
  window: DatedWindow,
  newest: string | undefined,
  { overlap }: WindowLimits,
): string {
  const settled = earlierTime(window.to, shiftTime(window.begun, -overlap));
  const seen = newest === undefined ? settled : earlierTime(newest, window.to);
  return later(done, later(settled, seen));
}

/** Where the next window of the round begins; undefined if there is none. */
export function nextFrom(
  window: DatedWindow,
  done: string,
  { overlap }: WindowLimits,
  round: CollectRound,
): string | undefined {
  if (window.to >= round.now) return undefined;
  const isSettled = window.to <= shiftTime(window.begun, -2 * overlap);
  return isSettled ? window.to : shiftTime(done, -overlap);
}
