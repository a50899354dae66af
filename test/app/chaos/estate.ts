import { idOf } from '../../adapters/collect/records.ts';
import type { HistoryEvent } from '../../adapters/collect/servers/cloudtrail.ts';
import { changeRecord } from '../harness/project.ts';

/** A queue of a stack, and the change that somebody made to its timeout. */
export interface Drifted {
  readonly tenant: string;
  readonly stack: string;
  readonly queue: number;
  readonly user: string;
  /** Visibility timeout in seconds that the proposal has to declare in the end. */
  readonly timeout: number;
}

export const queuesOfStack = 3;

export const tenants = ['north', 'south'] as const;

export const stacks = tenants.flatMap((tenant) =>
  [0, 1, 2, 3].map((number) => ({ tenant, name: `${tenant}-${number}` })),
);

/** Every queue of every stack drifts, each changed by a different user. */
export const drifted: readonly Drifted[] = stacks.flatMap(({ tenant, name }, at) =>
  Array.from({ length: queuesOfStack }, (_, queue) => ({
    tenant,
    stack: name,
    queue,
    user: `user-${name}-${queue}`,
    timeout: 100 + at * 10 + queue,
  })),
);

/** Number of records about unmanaged queues, so that the log has several pages. */
const strangers = 120;

export interface LogAsk {
  /** When the log was written, in milliseconds since 1970. */
  readonly began: number;
  /** Number of steps over which the log reveals its records. */
  readonly steps: number;
  /**
   * Whether some users change a queue twice. Timing decides whether the first value is proposed
   * before it is overtaken, so two runs with this do not have the same proposals.
   */
  readonly secondThoughts: boolean;
}

/**
 * The log of a tenant. Its events appear one by one as `now` counts the steps of the test, out of
 * order, as in real logs; all of them happened shortly before `began`.
 */
export function logOf(
  tenant: string,
  { began, steps, secondThoughts }: LogAsk,
): readonly HistoryEvent[] {
  const own = drifted.filter((one) => one.tenant === tenant);
  const changes = [
    ...own.map((one) => ({ ...one, isLast: true })),
    ...own
      .filter(({ queue }) => secondThoughts && queue === 0)
      .map((one) => ({ ...one, timeout: 77, isLast: false })),
    ...Array.from({ length: strangers }, (_, number) => ({
      stack: 'stranger',
      queue: number,
      user: 'somebody',
      timeout: 60,
      isLast: true,
    })),
  ];
  const first = tenant === tenants[0] ? 0 : 100_000;
  return changes.map(({ stack, queue, user, timeout, isLast }, index) => {
    const id = idOf(first + index);
    const time = began - 240_000 + (isLast ? 60_000 : 0) + index * 500;
    // 37 is coprime to the number of changes: they appear in another order than they happened in.
    const shown = Math.floor((((index * 37) % changes.length) / changes.length) * steps);
    return { id, time, shown, record: changeRecord({ id, stack, queue, user, timeout, time }) };
  });
}
