import { describe, expect, it } from 'vitest';
import { createLabelBound } from '../../../src/adapters/telemetry/label-bound.ts';
import { createPrometheusMetrics } from '../../../src/adapters/telemetry/prometheus.ts';

const shop = { tenant: 'default', stack: 'shop' };

describe('metrics', () => {
  it('count jobs by queue and outcome, and depth by state', async () => {
    const metrics = createPrometheusMetrics();

    metrics.job('collect', 'done', 0.1);
    metrics.job('collect', 'done', 3);
    metrics.job('collect', 'failed', 3);
    metrics.queueDepth('collect', { waiting: 4, running: 1, delayed: 0, dead: 2 });
    const text = await metrics.text();

    expect(text).toContain('parley_jobs_total{queue="collect",outcome="done"} 2');
    expect(text).toContain('parley_jobs_total{queue="collect",outcome="failed"} 1');
    expect(text).toContain('parley_job_seconds_bucket{le="1",queue="collect"} 1');
    expect(text).toContain('parley_queue_jobs{queue="collect",state="waiting"} 4');
    expect(text).toContain('parley_queue_jobs{queue="collect",state="dead"} 2');
  });

  it('are zero for what there is none of any more', async () => {
    const metrics = createPrometheusMetrics();

    metrics.openDrifts(shop, new Map([['accept', 3]]));
    metrics.openDrifts(shop, new Map([['escalate', 1]]));
    metrics.openDrifts({ ...shop, stack: 'blog' }, new Map([['accept', 2]]));
    metrics.openQuestions(shop, 2);
    metrics.openQuestions(shop, 0);
    const text = await metrics.text();

    expect(text).toContain('parley_drifts{tenant="default",stack="shop",outcome="accept"} 0');
    expect(text).toContain('parley_drifts{tenant="default",stack="shop",outcome="escalate"} 1');
    expect(text).toContain('parley_drifts{tenant="default",stack="blog",outcome="accept"} 2');
    expect(text).toContain('parley_open_questions{tenant="default",stack="shop"} 0');
  });

  it('report unexplained calls of each stack, and zero when there are none any more', async () => {
    const metrics = createPrometheusMetrics();

    metrics.unknown(shop, { operations: 2, calls: 40 });
    metrics.unknown({ ...shop, stack: 'blog' }, { operations: 1, calls: 1 });
    metrics.unknown({ ...shop, stack: 'blog' }, { operations: 0, calls: 0 });
    const text = await metrics.text();

    expect(text).toContain('parley_unknown_operations{tenant="default",stack="shop"} 2');
    expect(text).toContain('parley_unknown_calls{tenant="default",stack="shop"} 40');
    expect(text).toContain('parley_unknown_calls{tenant="default",stack="blog"} 0');
  });

  it('of two services are separate', async () => {
    const [one, two] = [createPrometheusMetrics(), createPrometheusMetrics()];

    one.call('forge', 'failed');

    expect(await one.text()).toContain('parley_calls_total{to="forge",outcome="failed"} 1');
    expect(await two.text()).not.toContain('to="forge"');
  });

  it('of the process are there on request', async () => {
    const has = async (process: boolean) =>
      (await createPrometheusMetrics({ process }).text()).includes('parley_process_cpu');

    expect([await has(true), await has(false)]).toEqual([true, false]);
  });

  it('do not grow without end when a scanner probes routes', async () => {
    const metrics = createPrometheusMetrics();

    for (let i = 0; i < 500; i += 1) metrics.request(`/route/${i}`, `METHOD${i}`, 404, 0.01);
    const text = await metrics.text();

    expect(text.match(/^parley_http_requests_total/gm)?.length).toBeLessThanOrEqual(201);
    expect(text).toContain('parley_http_requests_total{route="other",method="other",status="404"}');
  });
});

describe('a limit on label values', () => {
  it('keeps the first values and merges the others', () => {
    const bound = createLabelBound(2);

    expect(['a', 'b', 'c', 'a', 'd', 'b'].map(bound)).toEqual([
      'a',
      'b',
      'other',
      'a',
      'other',
      'b',
    ]);
  });
});
