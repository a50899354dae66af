import { type Tracer, trace } from '@opentelemetry/api';
import { createJsonLog } from '../../adapters/telemetry/json-log.ts';
import type { Log } from '../../adapters/telemetry/log.ts';
import type { Metrics } from '../../adapters/telemetry/metrics.ts';
import { createPrometheusMetrics } from '../../adapters/telemetry/prometheus.ts';
import { createScrubber } from '../../adapters/telemetry/scrubber.ts';
import type { ServiceSettings } from '../../app/stack/settings.ts';
import { version } from '../../app/version.ts';
import type { Io } from '../../ports/io.ts';

/** What a process of the service reports about itself. */
export interface Telemetry {
  readonly log: Log;
  readonly metrics: Metrics;
  /** Does nothing unless the process was started with an OpenTelemetry SDK. */
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
