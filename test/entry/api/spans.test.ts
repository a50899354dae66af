import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bearer, post, type TestApi, testApis, tokens } from './api.ts';

const open = testApis();
let api: TestApi;
let exporter: InMemorySpanExporter;

beforeEach(() => {
  exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  api = open({ tracer: provider.getTracer('test') });
});
afterEach(() => propagation.disable());

/** Everything that the spans of the requests contain. */
const reported = () =>
  exporter.getFinishedSpans().map(({ name, kind, attributes, status, events }) => ({
    name,
    kind,
    attributes,
    status,
    events,
  }));

describe('the span of a request', () => {
  it('has the path pattern, and no content of the request', async () => {
    await api.call('/api/v1/stacks/shop%2Fprod?planted=query', { headers: bearer('read') });
    await api.call('/nowhere/planted', post('planted', bearer('write')));

    expect(reported()).toEqual([
      {
        name: 'GET /api/v1/stacks/{stack}',
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': 'GET',
          'http.route': '/api/v1/stacks/{stack}',
          'http.response.status_code': 400,
        },
        status: { code: SpanStatusCode.UNSET },
        events: [],
      },
      expect.objectContaining({ name: 'POST (none)' }),
    ]);
    expect(JSON.stringify(reported())).not.toMatch(new RegExp(`planted|shop|${tokens.read}`));
  });

  it('reports an error of our own by status, not by message', async () => {
    const { store } = api;
    const runs = { ...store.runs, latest: () => Promise.reject(new Error('planted')) };
    const provider = new BasicTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(exporter)],
    });
    api = open({ store: { ...store, runs }, tracer: provider.getTracer('test') });

    const answer = await api.call('/api/v1/drifts', { headers: bearer('read') });

    expect(answer.status).toBe(500);
    expect(reported()).toMatchObject([
      { attributes: { 'error.type': '500' }, status: { code: SpanStatusCode.ERROR } },
    ]);
    expect(JSON.stringify(reported())).not.toContain('planted');
  });

  it('belongs to the trace of the caller', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    // As the propagator of an SDK does, it reads `traceparent` (W3C Trace Context).
    propagation.setGlobalPropagator({
      inject: () => undefined,
      fields: () => ['traceparent'],
      extract(from, carrier, getter) {
        const [, trace32 = '', span16 = ''] =
          String(getter.get(carrier, 'traceparent')).split('-') ?? [];
        const parent = { traceId: trace32, spanId: span16, traceFlags: TraceFlags.SAMPLED };
        return trace.setSpanContext(from, { ...parent, isRemote: true });
      },
    });

    await api.call('/healthz', { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } });

    expect(exporter.getFinishedSpans().map((span) => span.spanContext().traceId)).toEqual([
      traceId,
    ]);
    expect(context.active()).toBe(ROOT_CONTEXT);
  });
});
