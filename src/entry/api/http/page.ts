import { z } from 'zod';
import { parsedJson } from '../../../model/parsed-json.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { compareText } from '../../../model/text.ts';
import { isCursor } from '../../../ports/store/page-cursor.ts';
import type { PageQuery } from '../../../ports/store/service-store.ts';
import { type ApiRefusal, type ApiReply, jsonReply, refuseCall } from './reply.ts';

/** The query fields that select part of a list. */
export const pageFields = {
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'Use a number from 1 to 200')
    .transform(Number)
    .refine((limit) => limit <= 200, 'Use a number from 1 to 200')
    .optional()
    .meta({ description: 'Items, from 1 to 200; 50 unless given', example: '50' }),
  cursor: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .meta({ description: '`next` of the previous part' }),
};

export interface PageRequest {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

const defaultSize = 50;

/** The schema of a list of items, with `next` where there are more. */
export function pageSchema<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item).readonly(),
    next: z.string().optional().meta({ description: 'Cursor of the next part' }),
  });
}

/** The query for a page of a list in the store. */
export function storePage({
  limit = defaultSize,
  cursor,
}: PageRequest): Result<PageQuery, ApiRefusal> {
  if (cursor === undefined) return ok({ limit });
  return isCursor(cursor) ? ok({ limit, after: cursor }) : fail(wrongCursor);
}

/** Position in a list over stacks: the stack and the key within it, by which the list is sorted. */
const Position = z.tuple([z.string(), z.string()]);

export interface PlacedItem<T> {
  readonly key: string;
  readonly item: T;
}

/**
 * A page over the lists of several names, which are read one after the other until the page is
 * full. Names, and the keys within one name, are sorted as text.
 */
export async function pageOver<T>(
  names: readonly string[],
  { limit = defaultSize, cursor }: PageRequest,
  read: (name: string) => Promise<readonly PlacedItem<T>[]>,
): Promise<Result<{ readonly items: readonly T[]; readonly next?: string }, ApiRefusal>> {
  const after = cursor === undefined ? ['', ''] : positionOf(cursor);
  if (after === undefined) return fail(wrongCursor);
  const [fromName = '', fromKey = ''] = after;
  const items: T[] = [];
  let last: readonly [string, string] | undefined;
  for (const name of [...names].sort().filter((one) => one >= fromName)) {
    const placed = await read(name);
    const sorted = [...placed].sort((a, b) => compareText(a.key, b.key));
    for (const { key, item } of sorted) {
      if (cursor !== undefined && name === fromName && key <= fromKey) continue;
      if (items.length === limit && last !== undefined) return ok({ items, next: textOf(last) });
      items.push(item);
      last = [name, key];
    }
  }
  return ok({ items });
}

/** The same as a reply. */
export async function pageReply(...list: Parameters<typeof pageOver>): Promise<ApiReply> {
  const page = await pageOver(...list);
  return page.ok ? jsonReply(200, page.value) : page.error;
}

function textOf(position: readonly [string, string]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function positionOf(cursor: string): readonly string[] | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  return Position.safeParse(parsedJson(text)).data;
}

export const wrongCursor = refuseCall(
  400,
  'cursor',
  'The cursor is not one that a list returned.',
  {
    errors: [{ place: 'query.cursor', message: 'Use `next` of the previous part' }],
  },
);
