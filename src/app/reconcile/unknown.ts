import { z } from 'zod';
import type { Report } from '../../model/report.ts';
import type { MarkLog } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';

/** What the log of the latest scan had that the catalog does not know. */
export const Unknown = z.strictObject({
  operations: z.int().nonnegative(),
  calls: z.int().nonnegative(),
});

export type Unknown = z.output<typeof Unknown>;

/** Milliseconds that it is remembered. */
const memory = 400 * 86_400_000;

export function unknownOf({ unknownOperations = [] }: Report): Unknown {
  const calls = unknownOperations.reduce((sum, { count }) => sum + count, 0);
  return { operations: unknownOperations.length, calls };
}

/** Remembers it beside the run, whose report is too large to be read for two numbers. */
export async function keepUnknown(
  marks: Pick<MarkLog, 'put'>,
  key: StackKey,
  report: Report,
  now: string,
): Promise<void> {
  const until = new Date(Date.parse(now) + memory).toISOString();
  await marks.put(key.tenant, keyOf(key), { value: unknownOf(report), until });
}

/** Undefined where no scan has ended yet. */
export async function lastUnknown(
  marks: Pick<MarkLog, 'get'>,
  key: StackKey,
): Promise<Unknown | undefined> {
  const mark = await marks.get(key.tenant, keyOf(key));
  return mark && Unknown.safeParse(mark.value).data;
}

function keyOf({ stack }: StackKey): string {
  return `unknown ${stack}`;
}
