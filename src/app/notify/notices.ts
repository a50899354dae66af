import type { Stack } from '../../config/service/stacks.ts';
import { contentId } from '../../model/id.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Answer } from '../../ports/store/answer.ts';
import type { OutboxJob, ServiceStore } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';

/**
 * A job for each channel that is notified of a stack. The id has to identify what is new, since a
 * finished job with the same id does not run again within a day.
 */
export function outboxNotices(
  { tenant, name, notify }: Pick<Stack, 'tenant' | 'name' | 'notify'>,
  subject: Jobs['notify']['subject'],
): readonly OutboxJob[] {
  return [...new Set(notify)].map((channel) => ({
    queue: 'notify',
    job: { tenant, stack: name, channel, subject },
  }));
}

/** Jobs that notify of an answer. */
export function answerNotices(
  stacks: readonly Pick<Stack, 'tenant' | 'name' | 'notify'>[],
  { tenant, stack }: StackKey,
  { id }: Answer,
): readonly OutboxJob[] {
  const found = stacks.find((each) => each.tenant === tenant && each.name === stack);
  return found === undefined ? [] : outboxNotices(found, { kind: 'intent', id });
}

/**
 * Jobs for the current state of the proposals of a stack. An unchanged state gives the same jobs.
 */
export async function proposalNotices(
  { proposals }: Pick<ServiceStore, 'proposals'>,
  stack: Pick<Stack, 'tenant' | 'name' | 'notify'>,
): Promise<readonly OutboxJob[]> {
  const known = await proposals.list({ tenant: stack.tenant, stack: stack.name }, 'all');
  if (known.length === 0) return [];
  const standing = known.map(({ number, state, updatedAt }) => [number, state, updatedAt]);
  return outboxNotices(stack, { kind: 'proposal', id: contentId('s', standing) });
}
