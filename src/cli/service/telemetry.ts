import { type Tracer, trace } from '@opentelemetry/api';
import { createJsonLog } from '../../telemetry/json-log.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { createPrometheusMetrics } from '../../telemetry/prometheus.ts';
import { createScrubber } from '../../telemetry/scrubber.ts';
import type { Io } from '../io.ts';
import { version } from '../version.ts';
import type { ServiceSettings } from './settings.ts';

/** What a process of the service tells of itself. */
export interface Telemetry {
  readonly log: Log;
  readonly metrics: Metrics;
  /** Does nothing unless the process was started with an SDK of OpenTelemetry. */
  readonly tracer: Tracer;
}

export function createTelemetry(
  io: Io,
  { secrets, logLevel }: Pick<ServiceSettings, 'secrets' | 'logLevel'>,
): Telemetry {
  return {
    log: createJsonLog({
      write: io.err,
      now: () => new Date(io.now()).toISOString(),
      scrub: createScrubber(secrets),
      level: logLevel,
    }),
    metrics: createPrometheusMetrics({ process: true }),
    tracer: trace.getTracer('parley', version()),
  };
}
