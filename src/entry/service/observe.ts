import type { Tracer } from '@opentelemetry/api';
import type { Handler } from '../../adapters/queue/types.ts';
import type { Log, LogFields } from '../../adapters/telemetry/log.ts';
import type { JobOutcome, Metrics } from '../../adapters/telemetry/metrics.ts';
import { withSpan } from '../../adapters/telemetry/span.ts';
import type { Problem, Result } from '../../model/result.ts';
import type { Jobs, QueueName } from '../../ports/jobs.ts';

export interface ObserveDeps {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  /** Monotonic clock, in milliseconds. */
  readonly elapsed: () => number;
  /** Runs after each job, whatever its result. */
  readonly after: () => Promise<void>;
}

/** The handler with a log line, a span and metrics for each of its jobs. */
export function observedDeps<N extends QueueName>(
  queue: N,
  handler: Handler<Jobs[N]>,
  { log: all, metrics, tracer, elapsed, after }: ObserveDeps,
): Handler<Jobs[N]> {
  return async (job, signal, id) => {
    const fields = fieldsOf(job);
    const log = all.with({ queue, ...fields });
    const start = elapsed();
    log.debug('job starts', { job: id });
    const end = (outcome: JobOutcome): number => {
      const seconds = Math.round(elapsed() - start) / 1000;
      metrics.job(queue, outcome, seconds);
      return seconds;
    };
    try {
      const result = await withSpan(tracer, `job ${queue}`, attributesOf(queue, fields), () =>
        handler(job, signal, id),
      );
      logResult(log, result, end(result.ok ? 'done' : 'failed'));
      return result;
    } catch (error) {
      const seconds = end('threw');
      log.error('job threw', { seconds, reason: messageOf(error) });
      throw error;
    } finally {
      await after();
    }
  };
}

function logResult(log: Log, result: Result<void>, seconds: number): void {
  if (result.ok) log.info('job done', { seconds });
  else log.warn('job failed', { seconds, ...problemFields(result.error) });
}

/** A problem as fields of a log line. */
export function problemFields({ code, message, hint }: Problem): LogFields {
  return { code, reason: message, hint };
}

/** The message of an exception. The log removes secrets from it. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** The names in a job. The subject of a message also has a kind. */
function fieldsOf(job: Jobs[QueueName]): LogFields {
  return Object.fromEntries(
    Object.entries(job).flatMap(([name, value]) => {
      if (typeof value === 'string') return [[name, value]];
      return value === undefined ? [] : [[name, `${value.kind} ${value.id}`]];
    }),
  );
}

function attributesOf(queue: string, fields: LogFields) {
  const named = Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`parley.${name}`, value]] : [],
  );
  return { 'messaging.destination.name': queue, ...Object.fromEntries(named) };
}
