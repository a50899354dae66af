import { z } from 'zod';
import type { Json } from '../../../model/json.ts';

const time = z.iso.datetime({ precision: 3 });

/** A period of the log, both ends included. */
export interface CursorWindow {
  readonly from: string;
  readonly to: string;
}

const Scan = z.strictObject({
  from: time,
  to: time,
  /**
   * When its first page was requested. Records that arrived later may be missing on the stored
   * pages.
   */
  begun: time,
  /** Token of the next page, valid only for exactly this window. */
  token: z.string().min(1),
  /** Latest ingestion time on the stored pages. */
  newest: time.optional(),
});

export type Scan = z.output<typeof Scan>;

const WindowCursor = z.strictObject({
  /** Everything that was readable at this time is stored, except for records that arrive late. */
  done: time,
  /** A window of which only some pages are stored. */
  scan: Scan.optional(),
});

export type WindowCursor = z.output<typeof WindowCursor>;

/** Undefined if it is not a cursor of this form: another kind of source may have left it. */
export function parseCursor(cursor: Json | undefined): WindowCursor | undefined {
  return WindowCursor.safeParse(cursor).data;
}

export function cursorJson({ done, scan }: WindowCursor): Json {
  if (scan === undefined) return { done };
  const { newest, ...rest } = scan;
  return { done, scan: { ...rest, ...(newest === undefined ? {} : { newest }) } };
}
