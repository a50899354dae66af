import { priceOf, type TokenPrice } from '../../adapters/llm/budget.ts';
import type { Metrics, ModelUse } from '../../adapters/telemetry/metrics.ts';
import type { Report } from '../../model/report.ts';
import type { RunStack } from '../../ports/stack-run.ts';

interface Measuring {
  readonly metrics: Pick<Metrics, 'run' | 'call' | 'model'>;
  /** Milliseconds since some moment. */
  readonly elapsed: () => number;
  /** Of a million tokens, where the settings name it. */
  readonly price: TokenPrice | undefined;
}

/** Runs that are counted, with the model that they asked and what of its budgets that used. */
export function measured(run: RunStack, { metrics, elapsed, price }: Measuring): RunStack {
  return async (input) => {
    const start = elapsed();
    const done = await run(input);
    if (!done.ok) return done;
    const { tenant, name: stack } = input.stack;
    metrics.run({ tenant, stack }, 'done', (elapsed() - start) / 1000);
    const { report } = done.value.record;
    const { advice } = report;
    if (advice !== undefined) {
      // Notes say what kept it from answering.
      metrics.call('model', advice.notes.length === 0 ? 'done' : 'failed');
      metrics.model(useOf(report, price));
    }
    return done;
  };
}

function useOf({ advice, tokens, timings }: Report, price: TokenPrice | undefined): ModelUse {
  return {
    tokens,
    ...(price === undefined ? {} : { money: priceOf(tokens, price) }),
    seconds: (timings['advice'] ?? 0) / 1000,
    rejected: advice?.rejected ?? 0,
    unasked: advice?.unasked ?? 0,
  };
}
