import { createPrometheusMetrics } from '../../src/adapters/telemetry/prometheus.ts';

/** Labels of a metric, with the values that are known to occur. */
export type Labels = ReadonlyMap<string, ReadonlySet<string>>;

/** All metrics of Parley with their labels, from a registry in which everything has happened. */
export async function registry(): Promise<ReadonlyMap<string, Labels>> {
  const metrics = createPrometheusMetrics({ process: true });
  const stack = { tenant: 'default', stack: 'shop' };
  const source = { tenant: 'default', source: 'trail' };
  for (const outcome of ['done', 'failed', 'threw'] as const) metrics.job('reconcile', outcome, 1);
  metrics.queueDepth('reconcile', { waiting: 1, running: 1, delayed: 1, dead: 1 });
  for (const outcome of ['done', 'failed'] as const) {
    metrics.run(stack, outcome, 1);
    for (const to of ['forge', 'slack', 'webhook', 'model'] as const) metrics.call(to, outcome);
  }
  metrics.unclaimedJobs('reconcile', 1);
  metrics.setAside(stack, true);
  metrics.openDrifts(stack, new Map([['accept', 1]]));
  metrics.openQuestions(stack, 1);
  metrics.unknown(stack, { operations: 1, calls: 1 });
  metrics.proposals(
    stack,
    new Map(['open', 'merged', 'declined', 'withdrawn'].map((state) => [state, 1])),
  );
  metrics.collected(source, 1);
  metrics.cursorAge(source, 1);
  metrics.model({
    tokens: { prompt: 1, completion: 1 },
    money: 1,
    seconds: 1,
    rejected: 1,
    unasked: 1,
  });
  for (const outcome of ['failed', 'unknown'] as const) metrics.undelivered('slack', outcome);
  metrics.request('/api/v1/stacks', 'GET', 401, 1);
  return labelsIn(await metrics.text());
}

/** Names with their labels and values, from the text format of Prometheus. */
function labelsIn(text: string): ReadonlyMap<string, Labels> {
  const found = new Map<string, Map<string, Set<string>>>();
  for (const [, name = '', written = ''] of text.matchAll(/^([a-z_]+)(?:\{(.*)\})? \S+$/gm)) {
    const labels = found.get(name) ?? new Map<string, Set<string>>();
    found.set(name, labels);
    for (const [, label = '', value = ''] of written.matchAll(/([a-z_]+)="([^"]*)"/g)) {
      labels.set(label, (labels.get(label) ?? new Set()).add(value));
    }
  }
  return found;
}

/**
 * What an expression of PromQL asks for: metrics with their matchers, and the labels it groups by.
 */
export function asked(expression: string) {
  const metrics = [...expression.matchAll(/\b(parley_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', matchers = '']) => ({
      name,
      matchers: [...matchers.matchAll(/(\w+)(=~?|!=|!~)"([^"]*)"/g)].map(
        ([, label = '', how = '', value = '']) => ({ label, how, value }),
      ),
    }),
  );
  const groups = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
  return { metrics, groups };
}

/** Names, labels and label values of an expression that no metric has. */
export function missing(expression: string, known: ReadonlyMap<string, Labels>): readonly string[] {
  const { metrics, groups } = asked(expression);
  const wrong = metrics.flatMap(({ name, matchers }) => {
    const labels = known.get(name);
    if (labels === undefined) return [name];
    return matchers.flatMap(({ label, how, value }) => {
      const values = labels.get(label);
      if (values === undefined) return [`${name}{${label}}`];
      // Other labels, such as queue and stack, hold names from the settings.
      const isWord = label === 'state' || label === 'outcome';
      return how === '=' && isWord && !values.has(value) ? [`${name}{${label}="${value}"}`] : [];
    });
  });
  const lost = groups.filter((label) => !metrics.some(({ name }) => known.get(name)?.has(label)));
  return [...wrong, ...lost];
}
