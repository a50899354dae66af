import { idOf } from '../../adapters/collect/records.ts';
import type { HistoryEvent } from '../../adapters/collect/servers/cloudtrail.ts';
import { changeRecord } from '../harness/project.ts';

/** A queue of a stack, and what somebody made of its timeout. */
export interface Drifted {
  readonly tenant: string;
  readonly stack: string;
  readonly queue: number;
  readonly user: string;
  /** Seconds: what the proposal has to say in the end. */
  readonly timeout: number;
}

export const queuesOfStack = 3;

export const tenants = ['north', 'south'] as const;

export const stacks = tenants.flatMap((tenant) =>
  [0, 1, 2, 3].map((number) => ({ tenant, name: `${tenant}-${number}` })),
);

/** Every queue of every stack drifts, each by somebody else. */
export const drifted: readonly Drifted[] = stacks.flatMap(({ tenant, name }, at) =>
  Array.from({ length: queuesOfStack }, (_, queue) => ({
    tenant,
    stack: name,
    queue,
    user: `user-${name}-${queue}`,
    timeout: 100 + at * 10 + queue,
  })),
);

/** Records of queues that nobody manages, so that the log has several pages. */
const strangers = 120;

export interface LogAsk {
  /** When the log was written, in milliseconds. */
  readonly began: number;
  /** In how many steps it shows its records. */
  readonly steps: number;
  /**
   * Whether some change a queue twice. If the first value is proposed before it is overtaken depends
   * on when somebody looks, so that two runs with it do not have the same proposals.
   */
  readonly secondThoughts: boolean;
}

/**
 * The log of a tenant. Events show up one after the other while `now` counts the steps of the test,
 * out of order, as logs do; all of them happened shortly before `began`.
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
    // Coprime to their number: another order than that of the times.
    const shown = Math.floor((((index * 37) % changes.length) / changes.length) * steps);
    return { id, time, shown, record: changeRecord({ id, stack, queue, user, timeout, time }) };
  });
}
