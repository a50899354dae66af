import type { Stack } from '../../config/service/stacks.ts';
import type { Jobs } from '../../queue/jobs.ts';
import type { OutboxJob } from '../ports/store.ts';

/**
 * A job for each channel that hears of a stack. The id has to say what is new: a job that was done
 * is not done again within a day.
 */
export function noticesOf(
  { tenant, name, notify }: Pick<Stack, 'tenant' | 'name' | 'notify'>,
  subject: Jobs['notify']['subject'],
): readonly OutboxJob[] {
  return [...new Set(notify)]
    .sort()
    .map((channel) => ({ queue: 'notify', job: { tenant, stack: name, channel, subject } }));
}
