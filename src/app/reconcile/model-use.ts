import { shiftTime } from '../../model/instant.ts';
import type { Report } from '../../model/report.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { lastSeenKeys } from '../../ports/store/state/keys.ts';
import type { SpentTokens } from '../../ports/store/state/schemas.ts';
import type { LastSeenLog } from '../../ports/store/state/types.ts';

/** Days that are kept. */
const days = 30;
/** Milliseconds for which they are remembered. */
const memory = 400 * 86_400_000;

/**
 * Adds what a scan spent on a language model to its day. Only one scan of a stack ends at a time,
 * so updates cannot collide.
 */
export async function keepModelUse(
  lastSeen: Pick<LastSeenLog, 'get' | 'put'>,
  key: StackKey,
  { tokens: { prompt, completion } }: Pick<Report, 'tokens'>,
  now: string,
): Promise<void> {
  if (prompt + completion === 0) return;
  const day = now.slice(0, 10);
  const before = await modelUse(lastSeen, key);
  const same = before.find((one) => one.day === day);
  const today = {
    day,
    prompt: (same?.prompt ?? 0) + prompt,
    completion: (same?.completion ?? 0) + completion,
  };
  const value = { days: [...before.filter((one) => one.day !== day), today].slice(-days) };
  const until = shiftTime(now, memory);
  await lastSeen.put(key.tenant, lastSeenKeys.modelUse(key.stack), { value, until });
}

/** By day, oldest first; empty where no model was used. */
export async function modelUse(
  lastSeen: Pick<LastSeenLog, 'get'>,
  { tenant, stack }: StackKey,
): Promise<SpentTokens['days']> {
  return (await lastSeen.get(tenant, lastSeenKeys.modelUse(stack)))?.value.days ?? [];
}
