import { Queue } from 'bullmq';
import { openQueues } from '../../../src/adapters/queue/open.ts';
import { RedisClient } from '../../../src/adapters/queue/redis-client.ts';
import { jobDefinitions, type QueueName } from '../../../src/ports/jobs.ts';
import { query, type SetUp } from '../harness/set-ups.ts';

/** What an operator sees of the service, from outside. */
export interface Operator {
  /** Queues with waiting or running jobs, and how many there are. */
  busy(): Promise<readonly string[]>;
  /** Delayed jobs: what they are, how often they were tried, and why they wait. */
  later(): Promise<readonly string[]>;
  /** Number of jobs that are recorded but not queued yet. */
  outbox(): Promise<number>;
  close(): Promise<void>;
}

const names = Object.keys(jobDefinitions) as readonly QueueName[];

export async function openOperator({ redis, postgres }: SetUp): Promise<Operator> {
  if (redis === undefined || postgres === undefined) throw new Error('This is for servers.');
  // Redis is killed under these queues too, so connection errors are ignored.
  const opened = await openQueues({ kind: 'redis', url: redis.url }, { report: () => undefined });
  if (!opened.ok) throw new Error(opened.error.message);
  const queues = opened.value;
  // A client that ends when it is told to, even if the server has just been killed.
  const connection = new RedisClient(redis.url);
  connection.on('error', () => undefined);
  const bull = new Map<QueueName, Queue>();
  const bullQueue = (name: QueueName): Queue => {
    const known = bull.get(name);
    if (known !== undefined) return known;
    const queue = new Queue(`parley-${name}`, { connection, prefix: 'parley' });
    queue.on('error', () => undefined);
    bull.set(name, queue);
    return queue;
  };
  return {
    async busy() {
      const found: string[] = [];
      for (const name of names) {
        const { waiting, running } = await queues.queue(name).stats();
        if (waiting + running === 0) continue;
        const active = await bullQueue(name).getActive();
        const since = active.map(
          ({ data, processedOn, attemptsMade, attemptsStarted, stalledCounter }) =>
            `${JSON.stringify(data)} for ${Math.round((Date.now() - (processedOn ?? 0)) / 1000)} s, ${attemptsMade}/${attemptsStarted}/${stalledCounter}`,
        );
        found.push(`${name}: ${waiting} wait, ${running} run ${since.join('; ')}`);
      }
      return found;
    },
    async later() {
      const found: string[] = [];
      // Collections are always delayed, because they run on a schedule.
      for (const name of names.filter((one) => one !== 'collect')) {
        for (const job of await bullQueue(name).getDelayed()) {
          const { data, attemptsMade, timestamp, delay, failedReason = 'held back' } = job;
          const due = Math.round((timestamp + delay - Date.now()) / 1000);
          found.push(
            `${name} ${JSON.stringify(data)} after ${attemptsMade} attempts, due in ${due} s: ${failedReason}`,
          );
        }
      }
      return found;
    },
    async outbox() {
      const [row] = await query<{ n: string }>(postgres, 'select count(*) as n from outbox');
      return Number(row?.n);
    },
    async close() {
      connection.disconnect();
      await queues.close();
    },
  };
}
