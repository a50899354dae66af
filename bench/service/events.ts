import { changeRecord } from '../../test/app/harness/project.ts';

/** Records in one call. */
export const batchSize = 500;

/**
 * A batch of a tenant's log in the form of CloudTrail: reads, which are dropped, and changes of
 * unmanaged queues, which are kept. Every record is unique.
 */
export function batch(tenant: string, number: number, reads: number, time: number): string {
  const records = Array.from({ length: batchSize }, (_, index) => {
    const serial = number * batchSize + index;
    const record = changeRecord({
      id: `${tenant}-${serial}`,
      stack: `${tenant}-stranger`,
      queue: serial % 997,
      timeout: 60 + (serial % 600),
      time,
      user: `somebody-${serial % 23}`,
    });
    const isRead = index < batchSize * reads;
    return isRead ? { ...record, eventName: 'GetQueueAttributes', readOnly: true } : record;
  });
  return JSON.stringify({ Records: records });
}
