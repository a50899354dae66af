import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createLabelBound } from './label-bound.ts';
import type { Metrics } from './metrics.ts';

export interface PrometheusOptions {
  /** Adds metrics of memory, CPU and event loop of this process. */
  readonly process?: boolean;
}

/** Most stacks, and most sources, that settings may name. */
const maxNames = 1000;

const jobSeconds = [0.05, 0.2, 1, 5, 15, 60, 300, 900];
const requestSeconds = [0.005, 0.02, 0.1, 0.5, 2, 10];

/** Metrics in a registry of their own, so that two services in one process do not mix. */
export function createPrometheusMetrics({ process = false }: PrometheusOptions = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (process) collectDefaultMetrics({ register: registry, prefix: 'parley_' });
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name, help, labelNames: [...labelNames], registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Gauge({ name, help, labelNames: [...labelNames], registers });
  const histogram = <L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    buckets: number[],
  ) => new Histogram({ name, help, labelNames: [...labelNames], buckets, registers });

  const jobs = counter('parley_jobs_total', 'Jobs that ended', ['queue', 'outcome']);
  const jobTime = histogram('parley_job_seconds', 'How long jobs took', ['queue'], jobSeconds);
  const depth = gauge('parley_queue_jobs', 'Jobs in a queue', ['queue', 'state']);
  const unclaimedJobs = gauge(
    'parley_strange_jobs',
    'Jobs that wait for a process with the settings for them',
    ['queue'],
  );
  const runs = counter('parley_runs_total', 'Runs of stacks that ended', [
    'tenant',
    'stack',
    'outcome',
  ]);
  const runTime = histogram('parley_run_seconds', 'How long runs took', ['tenant'], jobSeconds);
  const drifts = gauge('parley_drifts', 'Open drifts, by the last decision', [
    'tenant',
    'stack',
    'outcome',
  ]);
  const aside = gauge('parley_stack_set_aside', 'Whether a stack is set aside: 1 or 0', [
    'tenant',
    'stack',
  ]);
  const questions = gauge(
    'parley_open_questions',
    'Resources and operations on which calls had an unknown effect',
    ['tenant', 'stack'],
  );
  const proposals = gauge('parley_proposals', 'Proposals, by state', ['tenant', 'stack', 'state']);
  const unknownOperations = gauge(
    'parley_unknown_operations',
    'Operations of the latest run that the catalog does not know',
    ['tenant', 'stack'],
  );
  const unknownCalls = gauge(
    'parley_unknown_calls',
    'Calls of operations that the catalog does not know',
    ['tenant', 'stack'],
  );
  const records = counter('parley_collected_records_total', 'Audit records stored', [
    'tenant',
    'source',
  ]);
  const ages = gauge('parley_cursor_age_seconds', 'Time since the source was last read', [
    'tenant',
    'source',
  ]);
  const calls = counter('parley_calls_total', 'Calls to forges, Slack, webhooks and the model', [
    'to',
    'outcome',
  ]);
  const rejected = counter(
    'parley_model_rejected_total',
    'Answers of the model that the evidence does not support',
    [],
  );
  const tokens = counter('parley_model_tokens_total', 'Tokens that the model used', ['part']);
  const money = counter(
    'parley_model_money_total',
    'Cost of the tokens of the model, by the configured price',
    [],
  );
  const waited = counter('parley_model_seconds_total', 'Time that runs waited for the model', []);
  const unasked = counter(
    'parley_model_unasked_total',
    'Questions not answered: no budget left, or the endpoint unavailable',
    [],
  );
  const undelivered = counter(
    'parley_undelivered_notifications_total',
    'Notifications that were not delivered, and will not be',
    ['to', 'outcome'],
  );
  const requests = counter('parley_http_requests_total', 'HTTP requests answered', [
    'route',
    'method',
    'status',
  ]);
  const requestTime = histogram(
    'parley_http_request_seconds',
    'How long HTTP requests took',
    ['route'],
    [...requestSeconds],
  );

  const tenantOf = createLabelBound(maxNames);
  const stackOf = createLabelBound(maxNames);
  const sourceOf = createLabelBound(maxNames);
  const routeOf = createLabelBound(200);
  const methodOf = createLabelBound(10);
  const stackLabels = (key: { readonly tenant: string; readonly stack: string }) => ({
    tenant: tenantOf(key.tenant),
    stack: stackOf(key.stack),
  });
  const sourceLabels = (key: { readonly tenant: string; readonly source: string }) => ({
    tenant: tenantOf(key.tenant),
    source: sourceOf(key.source),
  });

  const setDrifts = createCounts(drifts, 'outcome');
  const setProposals = createCounts(proposals, 'state');

  return {
    job(queue, outcome, seconds) {
      jobs.inc({ queue, outcome });
      jobTime.observe({ queue }, seconds);
    },
    queueDepth(queue, { waiting, running, delayed, dead }) {
      for (const [state, count] of Object.entries({ waiting, running, delayed, dead })) {
        depth.set({ queue, state }, count);
      }
    },
    unclaimedJobs: (queue, count) => unclaimedJobs.set({ queue }, count),
    run(key, outcome, seconds) {
      runs.inc({ ...stackLabels(key), outcome });
      if (seconds !== undefined) runTime.observe({ tenant: tenantOf(key.tenant) }, seconds);
    },
    openDrifts: (key, byOutcome) => setDrifts(stackLabels(key), byOutcome),
    setAside: (key, isSetAside) => aside.set(stackLabels(key), isSetAside ? 1 : 0),
    openQuestions: (key, count) => questions.set(stackLabels(key), count),
    unknown(key, { operations, calls: made }) {
      unknownOperations.set(stackLabels(key), operations);
      unknownCalls.set(stackLabels(key), made);
    },
    proposals: (key, byState) => setProposals(stackLabels(key), byState),
    collected: (key, count) => records.inc(sourceLabels(key), count),
    cursorAge: (key, seconds) => ages.set(sourceLabels(key), seconds),
    call: (to, outcome) => calls.inc({ to, outcome }),
    model(use) {
      for (const part of ['prompt', 'completion'] as const) tokens.inc({ part }, use.tokens[part]);
      if (use.money !== undefined) money.inc(use.money);
      waited.inc(use.seconds);
      rejected.inc(use.rejected);
      unasked.inc(use.unasked);
    },
    undelivered: (to, outcome) => undelivered.inc({ to, outcome }),
    request(route, method, status, seconds) {
      const known = routeOf(route);
      requests.inc({ route: known, method: methodOf(method), status: String(status) });
      requestTime.observe({ route: known }, seconds);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** Sets the counts of a stack. Those that it no longer has become 0. */
function createCounts(
  gauge: Gauge<string>,
  label: string,
): (labels: Readonly<Record<string, string>>, counts: ReadonlyMap<string, number>) => void {
  const bound = createLabelBound(50);
  const seen = new Map<string, Set<string>>();
  return (labels, counts) => {
    const key = JSON.stringify(labels);
    const names = seen.get(key) ?? new Set();
    seen.set(key, names);
    for (const name of names) gauge.set({ ...labels, [label]: name }, 0);
    for (const [name, count] of counts) {
      names.add(bound(name));
      gauge.inc({ ...labels, [label]: bound(name) }, count);
    }
  };
}
