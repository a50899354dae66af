import { SpanStatusCode } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { describe, expect, it } from 'vitest';
import { withSpan } from '../../../src/adapters/telemetry/span.ts';
import { fail, ok } from '../../../src/model/result.ts';

function record() {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  return { tracer: provider.getTracer('test'), spans: () => exporter.getFinishedSpans() };
}

describe('a span', () => {
  it('has the name, the attributes and the result of the work in it', async () => {
    const { tracer, spans } = record();

    const result = await withSpan(tracer, 'job collect', { tenant: 'a', tries: 2 }, async () =>
      ok(7),
    );

    expect(result).toEqual(ok(7));
    expect(spans()).toMatchObject([
      {
        name: 'job collect',
        attributes: { tenant: 'a', tries: 2 },
        status: { code: SpanStatusCode.UNSET },
      },
    ]);
  });

  it('reports a failure by its code, and nothing from its message', async () => {
    const { tracer, spans } = record();
    const problem = { code: 'forge-away', message: 'It said token=hunter22.' };

    await withSpan(tracer, 'call', { url: 'https://u:hunter22@host' }, async () => fail(problem));

    expect(spans()).toMatchObject([
      { attributes: { 'error.type': 'forge-away' }, status: { code: SpanStatusCode.ERROR } },
    ]);
    expect(JSON.stringify(spans().map((s) => [s.attributes, s.status, s.events]))).not.toContain(
      'hunter22',
    );
  });

  it('also ends with an exception, and rethrows it', async () => {
    const { tracer, spans } = record();

    const thrown = withSpan(tracer, 'call', {}, async () => {
      throw new TypeError('hunter22');
    });

    await expect(thrown).rejects.toThrow('hunter22');
    expect(spans()).toMatchObject([
      { status: { code: SpanStatusCode.ERROR, message: 'TypeError' } },
    ]);
  });
});
