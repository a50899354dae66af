import type { HarmDimension, Severity } from '../../../model/harm.ts';
import type { Json } from '../../../model/json.ts';

/** One of the changes that cause the harm of a rule; docs/harm.md describes when each applies. */
export type Alternative =
  /** `= v`, `in (a, b)`: these values are bad. */
  | { readonly kind: 'is'; readonly values: readonly string[] }
  /** `!= v`: all other values are bad. */
  | { readonly kind: 'is-not'; readonly values: readonly string[] }
  | { readonly kind: 'matches'; readonly set: string }
  | { readonly kind: 'removed' }
  /** `unlimited` is the number that means no limit, so it is above all others. */
  | {
      readonly kind: 'step';
      readonly worse: 'lower' | 'higher';
      readonly unlimited?: number;
    }
  | { readonly kind: 'order'; readonly worse: 'weaker' | 'stronger'; readonly order: string }
  | { readonly kind: 'changed' | 'added' }
  | { readonly kind: 'element-added' | 'element-removed'; readonly set?: string }
  | { readonly kind: 'created' | 'deleted' }
  | { readonly kind: 'wildcard-in-document' | 'deny-lost-in-document' };

/** A part of a guard: the value at `path` is one of `values` or, with `negated`, none of them. */
export interface HarmCondition {
  readonly path: readonly string[];
  readonly negated: boolean;
  readonly values: readonly string[];
}

export interface RulePredicate {
  readonly alternatives: readonly Alternative[];
  /** All of these must hold. */
  readonly when: readonly HarmCondition[];
}

/** One fact: the harm of a change at one place in a type. */
export interface HarmRule extends RulePredicate {
  /** Names from the resource down, without indexes; empty for the resource itself. */
  readonly path: readonly string[];
  readonly dimension: HarmDimension;
  readonly severity: Severity;
  /** What the harm means: "older protocols are accepted". */
  readonly meaning: string;
  /** Ids of Checkov's checks, or `own`. */
  readonly sources: readonly string[];
  /** The value is a secret, or may contain one: it is never shown. */
  readonly secret: boolean;
  /** The provider's default, for steps and orders. */
  readonly fallback?: Json;
}
