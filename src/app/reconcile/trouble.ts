import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Stack } from '../../config/service/stacks.ts';
import { formatPlace, type Problem } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { MarkLog, OutboxJob } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { noticesOf } from '../notify/notices.ts';
import type { ReconcileDeps } from './deps.ts';

/** Why the last scan of a stack came to nothing. */
export const Trouble = z.strictObject({
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  /** When it began, and when it was last seen. ISO 8601 UTC. */
  since: z.iso.datetime(),
  at: z.iso.datetime(),
});

export type Trouble = z.output<typeof Trouble>;

/** Milliseconds that it is remembered. */
const memory = 400 * 86_400_000;

/** Undefined when the last scan came to its end. */
export async function lastTrouble(
  marks: Pick<MarkLog, 'get'>,
  key: StackKey,
): Promise<Trouble | undefined> {
  const mark = await marks.get(key.tenant, keyOf(key));
  return mark && Trouble.safeParse(mark.value).data;
}

/** Records a problem of a scan. Channels hear of it once, until it is another one or gone. */
export async function keepTrouble(
  { store, now }: Pick<ReconcileDeps, 'store' | 'now'>,
  stack: Stack,
  problem: Problem,
): Promise<void> {
  const { code, hint } = problem;
  const message = sayWhere(problem);
  const key = { tenant: stack.tenant, stack: stack.name };
  const before = await lastTrouble(store.marks, key);
  const isSame = before?.code === code && before.message === message;
  const at = now();
  const since = before !== undefined && isSame ? before.since : at;
  const trouble: Trouble = { code, message, hint: hint ?? '', since, at };
  const until = new Date(Date.parse(at) + memory).toISOString();
  const jobs = isSame ? [] : troubleJobs(stack, trouble);
  await store.marks.put(key.tenant, keyOf(key), { value: trouble, until }, jobs);
}

function sayWhere({ message, place }: Problem): string {
  if (place === undefined) return message;
  return `${displayText(formatPlace(place), 300)}: ${message}`;
}

export async function endTrouble(
  { store }: Pick<ReconcileDeps, 'store'>,
  key: StackKey,
): Promise<void> {
  await store.marks.drop(key.tenant, keyOf(key));
}

function troubleJobs(stack: Stack, { code, message, since }: Trouble): readonly OutboxJob[] {
  const digest = createHash('sha256').update(`${code} ${message} ${since}`).digest('hex');
  return notifyJobs(stack, `trouble-${digest.slice(0, 16)}`);
}

/** One a channel of the stack. */
export function notifyJobs(stack: Stack, id: string): readonly OutboxJob[] {
  return noticesOf(stack, { kind: 'run', id });
}

/** True for what the next attempt may not meet with. */
export function isPassing({ code }: Problem): boolean {
  return /(?:^|-)(?:unreachable|unavailable|throttled|rate-limit|busy|timeout|given-up)$/.test(
    code,
  );
}

function keyOf({ stack }: StackKey): string {
  return `trouble ${stack}`;
}
