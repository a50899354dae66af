import type { JsonObject } from '../../../../src/model/json.ts';

/** Operation and request, with the response where that names something. */
export type Call = readonly [operation: string, request: JsonObject, response?: JsonObject];

/**
 * A pair of operations of one type: what makes a resource, or replaces the one that is there, and
 * what deletes it. The first variant is what code and state say.
 */
export interface Pair {
  readonly service: string;
  readonly type: string;
  /** What it is found by. */
  readonly key: JsonObject;
  readonly variants: readonly Variant[];
  readonly drop: Call;
  /** False for calls that fail where the resource is there. */
  readonly replaces: boolean;
  readonly tag?: (key: string, value: string) => Call;
  readonly untag?: (key: string) => Call;
  /** Whether a call that replaces what is there leaves its tags alone. */
  readonly keepsTags?: boolean;
  /** Details that a record has besides. */
  readonly details?: JsonObject;
}

export interface Variant {
  readonly make: Call;
  /** In the shape of Terraform's type, as a provider reads it. */
  readonly attributes: JsonObject;
}
