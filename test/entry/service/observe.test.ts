import { trace } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { createJsonLog } from '../../../src/adapters/telemetry/json-log.ts';
import { createPrometheusMetrics } from '../../../src/adapters/telemetry/prometheus.ts';
import { createScrubber } from '../../../src/adapters/telemetry/scrubber.ts';
import { countCalls } from '../../../src/entry/service/count-calls.ts';
import { observedDeps } from '../../../src/entry/service/observe.ts';
import { fail, ok, type Result } from '../../../src/model/result.ts';

const secret = 'hidden-value-of-a-variable';
const job = { tenant: 'default', stack: 'shop', cause: 'schedule' } as const;

async function observe(handle: () => Promise<Result<void>>) {
  const lines: string[] = [];
  const metrics = createPrometheusMetrics();
  let clock = 0;
  let after = 0;
  const handler = observedDeps('reconcile', handle, {
    log: createJsonLog({
      write: (line) => void lines.push(line),
      now: () => '2026-03-15T09:00:00.000Z',
      scrub: createScrubber([secret]),
    }),
    metrics,
    tracer: trace.getTracer('test'),
    elapsed: () => {
      clock += 1500;
      return clock;
    },
    after: async () => {
      after += 1;
    },
  });
  const ended = await handler(job, new AbortController().signal, 'j').then(
    (result) => result,
    (error: unknown) => error,
  );
  const text = await metrics.text();
  return { ended, line: JSON.parse(lines.join('')), text, after };
}

describe('an observed job', () => {
  it.each<readonly [string, () => Promise<Result<void>>, string, object]>([
    ['done', async () => ok(undefined), 'done', { level: 'info', message: 'job done' }],
    [
      'failed',
      async () => fail({ code: 'forge-away', message: `It said ${secret}.` }),
      'failed',
      { level: 'warn', message: 'job failed', code: 'forge-away', reason: 'It said [secret].' },
    ],
    [
      'thrown out',
      async () => {
        throw new TypeError(`no ${secret}`);
      },
      'threw',
      { level: 'error', message: 'job threw', reason: 'TypeError: no [secret]' },
    ],
  ])(
    'that is %s has a log line and metrics, and the outbox is flushed',
    async (_, handle, outcome, says) => {
      const { ended, line, text, after } = await observe(handle);

      expect(line).toMatchObject({ queue: 'reconcile', ...job, seconds: 1.5, ...says });
      expect(text).toContain(`parley_jobs_total{queue="reconcile",outcome="${outcome}"} 1`);
      expect(text).toContain('parley_job_seconds_sum{queue="reconcile"} 1.5');
      expect(after).toBe(1);
      expect(ended instanceof Error).toBe(outcome === 'threw');
    },
  );
});

describe('counted calls', () => {
  const calls = {
    name: 'hub',
    works: async (value: number) => ok(value),
    fails: async () => fail({ code: 'a', message: 'b' }),
    throws: async (): Promise<Result<void>> => {
      throw new Error('away');
    },
  };

  it('return the same, and are observed', async () => {
    const reported: boolean[] = [];
    const counted = countCalls(calls, (isDone) => void reported.push(isDone));

    expect(await counted.works(7)).toEqual(ok(7));
    expect(await counted.fails()).toMatchObject({ ok: false });
    await expect(counted.throws()).rejects.toThrow('away');
    expect(counted.name).toBe('hub');
    expect(reported).toEqual([true, false, false]);
  });
});
