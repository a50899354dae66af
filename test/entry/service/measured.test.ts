import { describe, expect, it } from 'vitest';
import { createPrometheusMetrics } from '../../../src/adapters/telemetry/prometheus.ts';
import { measured } from '../../../src/entry/service/measured.ts';
import type { Report } from '../../../src/model/report.ts';
import { fail, ok } from '../../../src/model/result.ts';
import type { RunStack } from '../../../src/ports/stack-run.ts';
import { sampleReport } from '../../adapters/notify/sample.ts';

type Input = Parameters<RunStack>[0];

const input = { stack: { tenant: 'default', name: 'shop' } } as unknown as Input;
const price = { prompt: 2, completion: 10 };
const advice = { model: 'm', notes: [], proposed: [] };

/** The metrics page after runs with these reports. */
async function pageOf(reports: readonly Partial<Report>[]) {
  const metrics = createPrometheusMetrics();
  for (const report of reports) {
    const run = (async () => ok({ record: { report: sampleReport(report) } })) as unknown;
    await measured(run as RunStack, { metrics, elapsed: () => 0, price })(input);
  }
  return metrics.text();
}

describe('usage of the model by scans', () => {
  const spent: Partial<Report> = {
    advice: { ...advice, notes: ['The budget of 50000 tokens for this run is spent.'], unasked: 4 },
    tokens: { prompt: 40_000, completion: 9_000 },
    timings: { decide: 900, advice: 12_500 },
  };

  it('is counted in tokens, money and seconds, with the questions not asked', async () => {
    const more: Partial<Report> = {
      advice: { ...advice, rejected: 2 },
      tokens: { prompt: 10_000, completion: 1_000 },
      timings: { advice: 500 },
    };
    const page = await pageOf([spent, more]);

    expect(page).toContain('parley_model_tokens_total{part="prompt"} 50000');
    expect(page).toContain('parley_model_tokens_total{part="completion"} 10000');
    expect(page).toMatch(/^parley_model_money_total 0\.2(?:0{9,}\d+)?$/m);
    expect(page).toContain('parley_model_seconds_total 13');
    expect(page).toContain('parley_model_unasked_total 4');
    expect(page).toContain('parley_model_rejected_total 2');
    expect(page).toContain('parley_calls_total{to="model",outcome="failed"} 1');
    expect(page).toContain('parley_calls_total{to="model",outcome="done"} 1');
  });

  it('has no cost without a price', async () => {
    const metrics = createPrometheusMetrics();
    const run = (async () => ok({ record: { report: sampleReport(spent) } })) as unknown;
    await measured(run as RunStack, { metrics, elapsed: () => 0, price: undefined })(input);
    const page = await metrics.text();

    expect(page).toContain('parley_model_tokens_total{part="prompt"} 40000');
    expect(page).toMatch(/^parley_model_money_total 0$/m);
  });

  it('is not counted for a scan without a model, nor for one that failed', async () => {
    const { advice: _, ...without } = spent;
    expect(await pageOf([without])).not.toContain('parley_model_tokens_total{');

    const metrics = createPrometheusMetrics();
    const run: RunStack = async () => fail({ code: 'c', message: 'm', hint: 'h' });
    await measured(run, { metrics, elapsed: () => 0, price })(input);
    expect(await metrics.text()).not.toContain('parley_model_tokens_total{');
  });
});
