import type { JsonObject } from '../../../../src/model/json.ts';

/** Operation and request, with the response where it names something. */
export type Call = readonly [operation: string, request: JsonObject, response?: JsonObject];

/**
 * A pair of operations of one type: one makes a resource, or replaces the existing one, and the
 * other deletes it. Code and state have the first variant.
 */
export interface Pair {
  readonly service: string;
  readonly type: string;
  /** The key by which the resource is found. */
  readonly key: JsonObject;
  readonly variants: readonly Variant[];
  readonly drop: Call;
  /** False for calls that fail if the resource exists. */
  readonly replaces: boolean;
  readonly tag?: (key: string, value: string) => Call;
  readonly untag?: (key: string) => Call;
  /** Whether a call that replaces the resource keeps its tags. */
  readonly keepsTags?: boolean;
  /** Additional details of the record. */
  readonly details?: JsonObject;
}

export interface Variant {
  readonly make: Call;
  /** In the shape of Terraform's type, as a provider reads it. */
  readonly attributes: JsonObject;
}
