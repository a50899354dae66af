import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { trace } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import type { Queues, QueueWorkOptions } from '../../../src/adapters/queue/types.ts';
import { createPrometheusMetrics } from '../../../src/adapters/telemetry/prometheus.ts';
import { LimitSettings } from '../../../src/config/service/limits.ts';
import type { Handlers } from '../../../src/entry/service/handlers.ts';
import { workerRates } from '../../../src/entry/service/rates.ts';
import { startWorkers } from '../../../src/entry/service/start-workers.ts';
import { ok } from '../../../src/model/result.ts';
import { queueNames } from '../../../src/ports/jobs.ts';
import { silentLog } from '../../adapters/telemetry/silent-log.ts';
import { root } from '../cli/parley.ts';

const done = async () => ok(undefined);
const handlers: Handlers = {
  collect: done,
  reconcile: done,
  propose: done,
  converge: done,
  notify: done,
  feedback: done,
};

/** The parts of a job that limits apply to. */
interface Job {
  readonly tenant: string;
  readonly forge: string;
}

/** By queue, a function that starts a job and returns the milliseconds it has to wait. */
function startedWith(limits: LimitSettings): ReadonlyMap<string, (job: Job) => number> {
  const waits = new Map<string, (job: Job) => number>();
  const queues = {
    work(name: string, _handler: unknown, options: QueueWorkOptions<Job>) {
      waits.set(name, (job) => {
        const all = (options.limits ?? []).map(({ group, rate }) => ({
          rate,
          of: group(job) ?? '',
        }));
        const wait = Math.max(...all.map(({ rate, of }) => rate.wait(of)));
        if (wait === 0) for (const { rate, of } of all) rate.take(of);
        return wait;
      });
      return { close: async () => undefined };
    },
  } as unknown as Pick<Queues, 'work'>;
  const observe = {
    log: silentLog,
    metrics: createPrometheusMetrics(),
    tracer: trace.getTracer('test'),
    elapsed: () => 0,
    after: async () => undefined,
  };
  const settings = { concurrency: 1, timeout: 0, clock: () => 0, rates: workerRates(limits) };
  startWorkers(queues, queueNames, handlers, observe, settings);
  return waits;
}

const tight = { per_minute: 6, burst: 2 };

describe('limits of the settings', () => {
  it.each(queueNames)('delay the %s jobs of one tenant, and of no other', (name) => {
    const start = startedWith(LimitSettings.parse({ tenant: { [name]: tight } })).get(name);
    const job = (tenant: string, forge = 'hub') => start?.({ tenant, forge });

    expect([job('a'), job('a'), job('a', 'lab'), job('b')]).toEqual([0, 0, 10_000, 0]);
  });

  it.each(['propose', 'feedback'])('delay the %s jobs on one forge of a tenant', (name) => {
    const start = startedWith(LimitSettings.parse({ forge: { [name]: tight } })).get(name);
    const job = (tenant: string, forge: string) => start?.({ tenant, forge });

    expect([job('a', 'hub'), job('a', 'hub'), job('a', 'hub')]).toEqual([0, 0, 10_000]);
    expect([job('a', 'lab'), job('b', 'hub')]).toEqual([0, 0]);
  });

  it('have the defaults that docs/configuration.md lists', () => {
    const page = readFileSync(join(root, 'docs', 'configuration.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `(tenant|forge)\.(\w+)` \|.*\| (\d+) \| (\d+) \|$/gm)].map(
      ([, of = '', name = '', rate, burst]) => [of, name, Number(rate), Number(burst)],
    );
    const { tenant, forge } = LimitSettings.parse({});
    const defaults = Object.entries({ tenant, forge }).flatMap(([of, queues]) =>
      Object.entries(queues).map(([name, { per_minute, burst }]) => [of, name, per_minute, burst]),
    );

    expect(rows).toEqual(defaults);
  });
});
