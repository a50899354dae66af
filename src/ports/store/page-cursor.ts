import { z } from 'zod';
import { isJsonArray } from '../../model/json.ts';
import { parsedJson } from '../../model/parsed-json.ts';

/** Texts in a database cannot contain NUL, and a query with one fails. */
const name = z
  .string()
  .max(200)
  .refine((text) => !text.includes('\0'));

/** The position of an item in a list with the newest first: the values that it is sorted by. */
const Position = z.strictObject({
  /** ISO 8601 UTC. */
  time: z.iso.datetime().refine((time) => time >= '1970', 'Use a time of this age'),
  stack: name,
  /** The id of a run, or the forge of a proposal. */
  id: name,
  /** The number of a proposal; 0 for a run. */
  number: z.int().min(0).max(2_147_483_647),
});

export type PagePosition = z.infer<typeof Position>;

/**
 * The cursor as text for a URL. It names no tenant: another tenant's cursor only means another
 * position.
 */
export function writeCursor({ time, stack, id, number }: PagePosition): string {
  return Buffer.from(JSON.stringify([time, stack, id, number])).toString('base64url');
}

/** Undefined for a text that `writeCursor` did not write. */
export function readCursor(text: string): PagePosition | undefined {
  if (text.length > 2000) return undefined;
  const position = Position.safeParse(parse(text));
  return position.success && writeCursor(position.data) === text ? position.data : undefined;
}

/** Lets a caller check a cursor from outside before passing it on. */
export function isCursor(text: string): boolean {
  return readCursor(text) !== undefined;
}

function parse(text: string): unknown {
  const list = parsedJson(Buffer.from(text, 'base64url').toString('utf8'));
  if (!isJsonArray(list) || list.length !== 4) return undefined;
  const [time, stack, id, number] = list;
  return { time, stack, id, number };
}
