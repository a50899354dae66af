import { type Attributes, type Span, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { Problem, Result } from '../../model/result.ts';
import { scrubText } from '../../model/scrub.ts';

/**
 * Runs `body` within a span, which ends with it. A failure marks the span with the problem's code,
 * an exception with its name; neither message is recorded, since messages may quote anything.
 */
export function withSpan<T>(
  tracer: Tracer,
  name: string,
  attributes: Attributes,
  body: (span: Span) => Promise<Result<T>>,
): Promise<Result<T>> {
  return tracer.startActiveSpan(name, { attributes: scrubAttributes(attributes) }, async (span) => {
    try {
      const result = await body(span);
      if (!result.ok) markFailed(span, result.error);
      return result;
    } catch (error) {
      const type = error instanceof Error ? error.name : typeof error;
      span.setAttribute('error.type', type);
      span.setStatus({ code: SpanStatusCode.ERROR, message: type });
      throw error;
    } finally {
      span.end();
    }
  });
}

function markFailed(span: Span, { code }: Problem): void {
  span.setAttribute('error.type', code);
  span.setStatus({ code: SpanStatusCode.ERROR, message: code });
}

function scrubAttributes(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [
      key,
      typeof value === 'string' ? scrubText(value) : value,
    ]),
  );
}
