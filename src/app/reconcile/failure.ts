import type { Stack } from '../../config/service/stacks.ts';
import { hexDigest } from '../../model/digest.ts';
import { day, shiftTime } from '../../model/instant.ts';
import { formatPlace, type Problem } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { OutboxJob } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { lastSeenKeys } from '../../ports/store/state/keys.ts';
import type { StackFailure } from '../../ports/store/state/schemas.ts';
import type { LastSeenLog } from '../../ports/store/state/types.ts';
import { outboxNotices } from '../notify/notices.ts';
import type { ReconcileDeps } from './deps.ts';

/** Milliseconds for which a failure is remembered. */
const memory = 400 * day;

/** Undefined when the last scan succeeded. */
export async function lastFailure(
  lastSeen: Pick<LastSeenLog, 'get'>,
  key: StackKey,
): Promise<StackFailure | undefined> {
  return (await lastSeen.get(key.tenant, lastSeenKeys.failure(key.stack)))?.value;
}

/** Records a failed scan. Channels are notified once, until the problem changes or is gone. */
export async function keepFailure(
  { store, now }: Pick<ReconcileDeps, 'store' | 'now'>,
  stack: Stack,
  problem: Problem,
): Promise<void> {
  const { code, hint } = problem;
  const message = messageWithPlace(problem);
  const key = { tenant: stack.tenant, stack: stack.name };
  const before = await lastFailure(store.lastSeen, key);
  const isSame = before?.code === code && before.message === message;
  const at = now();
  const since = before !== undefined && isSame ? before.since : at;
  const failure: StackFailure = { code, message, hint: hint ?? '', since, at };
  const until = shiftTime(at, memory);
  const jobs = isSame ? [] : failureJobs(stack, failure);
  const state = { value: failure, until };
  await store.lastSeen.put(key.tenant, lastSeenKeys.failure(key.stack), state, jobs);
  if (!isSame) await store.shown.noteChange(key);
}

function messageWithPlace({ message, place }: Problem): string {
  if (place === undefined) return message;
  return `${displayText(formatPlace(place), 300)}: ${message}`;
}

export async function clearFailure(
  { store }: Pick<ReconcileDeps, 'store'>,
  key: StackKey,
): Promise<void> {
  await store.lastSeen.drop(key.tenant, lastSeenKeys.failure(key.stack));
}

function failureJobs(stack: Stack, { code, message, since }: StackFailure): readonly OutboxJob[] {
  const digest = hexDigest(`${code} ${message} ${since}`);
  return notifyJobs(stack, `failure-${digest.slice(0, 16)}`);
}

/** One job for each channel of the stack. */
export function notifyJobs(stack: Stack, id: string): readonly OutboxJob[] {
  return outboxNotices(stack, { kind: 'run', id });
}

/** True for problems that the next attempt may not meet. */
export function isPassing({ code }: Problem): boolean {
  return /(?:^|-)(?:unreachable|unavailable|throttled|rate-limit|busy|timeout|given-up)$/.test(
    code,
  );
}
