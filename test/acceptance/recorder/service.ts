import type { NormalizedSchema } from '@smithy/core/schema';
import type { Json, JsonObject } from '../../../src/model/json.ts';

/** One call through the SDK, before it becomes a record. */
export interface Call {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly inputSchema: NormalizedSchema;
  readonly output?: Readonly<Record<string, unknown>>;
  readonly outputSchema: NormalizedSchema;
  /** Path and query of the operation, in REST services. */
  readonly route?: string;
}

/** How one service appears in CloudTrail. */
export interface ServiceLog {
  readonly eventSource: string;
  readonly apiVersion?: string;
  eventName(operation: string): string;
  request(call: Call): JsonObject | null;
  response(call: Call, requestId: string): Json;
  /** Fields besides the usual ones. */
  extra?(call: Call): JsonObject;
  /** True for calls that only a trail with data events logs. */
  isData?(call: Call): boolean;
  /** S3 prints the user agent in brackets. */
  readonly bracketsUserAgent?: boolean;
  errorCode?(name: string): string;
}
