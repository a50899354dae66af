import { callPrice, type TokenPrice } from '../../adapters/llm/budget.ts';
import type { Metrics, ModelUse } from '../../adapters/telemetry/metrics.ts';
import type { Report } from '../../model/report.ts';
import type { RunStack } from '../../ports/stack-run.ts';

interface Measuring {
  readonly metrics: Pick<Metrics, 'run' | 'call' | 'model'>;
  /** Monotonic clock, in milliseconds. */
  readonly elapsed: () => number;
  /** Price of a million tokens, where the settings name it. */
  readonly price: TokenPrice | undefined;
}

/** Counts runs, with the use of the language model and of its budgets. */
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
      // Notes mean that something kept the model from answering.
      metrics.call('model', advice.notes.length === 0 ? 'done' : 'failed');
      metrics.model(useOf(report, price));
    }
    return done;
  };
}

function useOf({ advice, tokens, timings }: Report, price: TokenPrice | undefined): ModelUse {
  return {
    tokens,
    ...(price === undefined ? {} : { money: callPrice(tokens, price) }),
    seconds: (timings['advice'] ?? 0) / 1000,
    rejected: advice?.rejected ?? 0,
    unasked: advice?.unasked ?? 0,
  };
}
