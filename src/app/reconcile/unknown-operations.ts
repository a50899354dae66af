import { day, shiftTime } from '../../model/instant.ts';
import type { Report } from '../../model/report.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { lastSeenKeys } from '../../ports/store/state/keys.ts';
import type { Unknown } from '../../ports/store/state/schemas.ts';
import type { LastSeenLog } from '../../ports/store/state/types.ts';

/** Milliseconds for which the counts are remembered. */
const memory = 400 * day;

export function countUnknownOperations({ unknownOperations = [] }: Report): Unknown {
  const calls = unknownOperations.reduce((sum, { count }) => sum + count, 0);
  return { operations: unknownOperations.length, calls };
}

/** Keeps the counts apart from the run, whose report is too large to read for two numbers. */
export async function keepUnknown(
  lastSeen: Pick<LastSeenLog, 'put'>,
  { tenant, stack }: StackKey,
  report: Report,
  now: string,
): Promise<void> {
  const until = shiftTime(now, memory);
  await lastSeen.put(tenant, lastSeenKeys.unknown(stack), {
    value: countUnknownOperations(report),
    until,
  });
}

/** Undefined where no scan has ended yet. */
export async function lastUnknown(
  lastSeen: Pick<LastSeenLog, 'get'>,
  { tenant, stack }: StackKey,
): Promise<Unknown | undefined> {
  return (await lastSeen.get(tenant, lastSeenKeys.unknown(stack)))?.value;
}
