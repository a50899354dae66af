import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createLabelBound } from './label-bound.ts';
import type { Metrics, SourceLabels, StackLabels } from './metrics.ts';

export interface PrometheusOptions {
  /** Adds metrics of memory, CPU and event loop of this process. */
  readonly process?: boolean;
}

/** Most stacks, and most sources, that settings may name. */
const maxNames = 1000;

const jobSeconds = [0.05, 0.2, 1, 5, 15, 60, 300, 900];
const requestSeconds = [0.005, 0.02, 0.1, 0.5, 2, 10];

/** What metrics say, followed by their labels, by their names without `parley_`. */
type MetricTable = Readonly<Record<string, readonly [help: string, ...labels: string[]]>>;

const counters = {
  jobs_total: ['Jobs that ended', 'queue', 'outcome'],
  runs_total: ['Runs of stacks that ended', 'tenant', 'stack', 'outcome'],
  collected_records_total: ['Audit records stored', 'tenant', 'source'],
  calls_total: ['Calls to forges, Slack, webhooks and the model', 'to', 'outcome'],
  model_rejected_total: ['Answers of the model that the evidence does not support'],
  model_tokens_total: ['Tokens that the model used', 'part'],
  model_money_total: ['Cost of the tokens of the model, by the configured price'],
  model_seconds_total: ['Time that runs waited for the model'],
  model_unasked_total: ['Questions not answered: no budget left, or the endpoint unavailable'],
  undelivered_notifications_total: [
    'Notifications that were not delivered, and will not be',
    'to',
    'outcome',
  ],
  http_requests_total: ['HTTP requests answered', 'route', 'method', 'status'],
} as const satisfies MetricTable;

const gauges = {
  queue_jobs: ['Jobs in a queue', 'queue', 'state'],
  strange_jobs: ['Jobs that wait for a process with the settings for them', 'queue'],
  drifts: ['Open drifts, by the last decision', 'tenant', 'stack', 'outcome'],
  stack_set_aside: ['Whether a stack is set aside: 1 or 0', 'tenant', 'stack'],
  open_questions: [
    'Resources and operations on which calls had an unknown effect',
    'tenant',
    'stack',
  ],
  proposals: ['Proposals, by state', 'tenant', 'stack', 'state'],
  unknown_operations: [
    'Operations of the latest run that the catalog does not know',
    'tenant',
    'stack',
  ],
  unknown_calls: ['Calls of operations that the catalog does not know', 'tenant', 'stack'],
  cursor_age_seconds: ['Time since the source was last read', 'tenant', 'source'],
} as const satisfies MetricTable;

/** Metrics in a registry of their own, so that two services in one process do not mix. */
export function createPrometheusMetrics({ process = false }: PrometheusOptions = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (process) collectDefaultMetrics({ register: registry, prefix: 'parley_' });
  const counts = metricsOf(counters, (form) => new Counter({ ...form, registers }));
  const values = metricsOf(gauges, (form) => new Gauge({ ...form, registers }));
  const histogram = (name: string, help: string, label: string, buckets: readonly number[]) =>
    new Histogram({ name, help, labelNames: [label], buckets: [...buckets], registers });
  const jobTime = histogram('parley_job_seconds', 'How long jobs took', 'queue', jobSeconds);
  const runTime = histogram('parley_run_seconds', 'How long runs took', 'tenant', jobSeconds);
  const requestTime = histogram(
    'parley_http_request_seconds',
    'How long HTTP requests took',
    'route',
    requestSeconds,
  );

  const tenantOf = createLabelBound(maxNames);
  const stackOf = createLabelBound(maxNames);
  const sourceOf = createLabelBound(maxNames);
  const routeOf = createLabelBound(200);
  const methodOf = createLabelBound(10);
  const stackLabels = (key: StackLabels) => ({
    tenant: tenantOf(key.tenant),
    stack: stackOf(key.stack),
  });
  const sourceLabels = (key: SourceLabels) => ({
    tenant: tenantOf(key.tenant),
    source: sourceOf(key.source),
  });
  const setDrifts = createCounts(values.drifts, 'outcome');
  const setProposals = createCounts(values.proposals, 'state');

  return {
    job(queue, outcome, seconds) {
      counts.jobs_total.inc({ queue, outcome });
      jobTime.observe({ queue }, seconds);
    },
    queueDepth(queue, { waiting, running, delayed, dead }) {
      for (const [state, count] of Object.entries({ waiting, running, delayed, dead })) {
        values.queue_jobs.set({ queue, state }, count);
      }
    },
    unclaimedJobs: (queue, count) => values.strange_jobs.set({ queue }, count),
    run(key, outcome, seconds) {
      counts.runs_total.inc({ ...stackLabels(key), outcome });
      if (seconds !== undefined) runTime.observe({ tenant: tenantOf(key.tenant) }, seconds);
    },
    openDrifts: (key, byOutcome) => setDrifts(stackLabels(key), byOutcome),
    setAside: (key, isSetAside) => values.stack_set_aside.set(stackLabels(key), isSetAside ? 1 : 0),
    openQuestions: (key, count) => values.open_questions.set(stackLabels(key), count),
    unknown(key, { operations, calls }) {
      values.unknown_operations.set(stackLabels(key), operations);
      values.unknown_calls.set(stackLabels(key), calls);
    },
    proposals: (key, byState) => setProposals(stackLabels(key), byState),
    collected: (key, records) => counts.collected_records_total.inc(sourceLabels(key), records),
    cursorAge: (key, seconds) => values.cursor_age_seconds.set(sourceLabels(key), seconds),
    call: (to, outcome) => counts.calls_total.inc({ to, outcome }),
    model({ tokens, money = 0, seconds, rejected, unasked }) {
      for (const part of ['prompt', 'completion'] as const) {
        counts.model_tokens_total.inc({ part }, tokens[part]);
      }
      counts.model_money_total.inc(money);
      counts.model_seconds_total.inc(seconds);
      counts.model_rejected_total.inc(rejected);
      counts.model_unasked_total.inc(unasked);
    },
    undelivered: (to, outcome) => counts.undelivered_notifications_total.inc({ to, outcome }),
    request(path, method, status, seconds) {
      const route = routeOf(path);
      counts.http_requests_total.inc({ route, method: methodOf(method), status: String(status) });
      requestTime.observe({ route }, seconds);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

interface MetricForm {
  readonly name: string;
  readonly help: string;
  readonly labelNames: string[];
}

function metricsOf<Table extends MetricTable, Metric>(
  table: Table,
  make: (form: MetricForm) => Metric,
): Readonly<Record<keyof Table, Metric>> {
  const made = Object.entries(table).map(([name, [help, ...labelNames]]) => [
    name,
    make({ name: `parley_${name}`, help, labelNames }),
  ]);
  return Object.fromEntries(made);
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
