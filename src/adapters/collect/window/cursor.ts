import { z } from 'zod';
import type { Json } from '../../../model/json.ts';

const time = z.iso.datetime({ precision: 3 });

/** A stretch of the log, both ends included. */
export interface CursorWindow {
  readonly from: string;
  readonly to: string;
}

const Scan = z.strictObject({
  from: time,
  to: time,
  /** When its first page was requested: what came later may be missing on the pages stored. */
  begun: time,
  /** Of the next page. It is good for exactly this window. */
  token: z.string().min(1),
  /** Latest ingestion time on the pages that are stored. */
  newest: time.optional(),
});

export type Scan = z.output<typeof Scan>;

const WindowCursor = z.strictObject({
  /** Everything that was readable by then is stored, but for what comes late. */
  done: time,
  /** A window of which some pages are stored. */
  scan: Scan.optional(),
});

export type WindowCursor = z.output<typeof WindowCursor>;

/** Undefined for what is no cursor of this form: another kind of source may have left it. */
export function parseCursor(cursor: Json | undefined): WindowCursor | undefined {
  return WindowCursor.safeParse(cursor).data;
}

export function cursorJson({ done, scan }: WindowCursor): Json {
  if (scan === undefined) return { done };
  const { newest, ...rest } = scan;
  return { done, scan: { ...rest, ...(newest === undefined ? {} : { newest }) } };
}
