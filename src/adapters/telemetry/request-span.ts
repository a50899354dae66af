import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
} from '@opentelemetry/api';

/** What is known about a request once it is answered. */
export interface ServedRequest {
  /** A pattern, never a path. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
}

/**
 * Runs `body` within the span of a request, named according to the semantic conventions for HTTP.
 * The headers may name the trace that it belongs to; nothing else of the request is recorded.
 */
export function withRequestSpan(
  tracer: Tracer,
  headers: Readonly<Record<string, string>>,
  body: () => Promise<ServedRequest>,
): Promise<void> {
  const parent = propagation.extract(context.active(), headers);
  return tracer.startActiveSpan('request', { kind: SpanKind.SERVER }, parent, async (span) => {
    try {
      describe(span, await body());
    } finally {
      span.end();
    }
  });
}

function describe(span: Span, { route, method, status }: ServedRequest): void {
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
  });
  if (status < 500) return;
  span.setAttribute('error.type', String(status));
  span.setStatus({ code: SpanStatusCode.ERROR });
}
