import type { HarmDimension, Severity } from '../../../model/harm.ts';
import type { Json } from '../../../model/json.ts';

/*
 * The files that `scripts/harm.ts` writes and `load.ts` reads: JSON with a line for each fact.
 * `data/PROVIDER.generated.json` has the facts of one provider by type (`*` is every type that has
 * the attribute), `data/orders.generated.json` the orders and sets that predicates name.
 */

/**
 * Path, predicate, dimension, severity, meaning, sources separated by commas, and further
 * properties.
 */
export type WireRule = readonly [
  path: string,
  predicate: string,
  dimension: HarmDimension,
  severity: Severity,
  meaning: string,
  sources: string,
  more?: WireMore,
];

export interface WireMore {
  /** The value is a secret, or may contain one. */
  readonly secret?: true;
  /** The provider's default. */
  readonly fallback?: Json;
}

export interface WireFacts {
  readonly format: 1;
  readonly types: Readonly<Record<string, readonly WireRule[]>>;
}

export interface WireOrders {
  readonly format: 1;
  /** Order -> value -> rank; 1 is the weakest. Values with the same rank are equally good. */
  readonly orders: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly sets: Readonly<Record<string, readonly string[]>>;
}
