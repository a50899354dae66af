import type { HarmDimension, Severity } from '../../../model/harm.ts';
import type { Json } from '../../../model/json.ts';

/** One of the ways in which a change can do the harm of a rule; docs/harm.md says when each holds. */
export type Alternative =
  /** `= v`, `in (a, b)`: these values are bad. */
  | { readonly kind: 'is'; readonly values: readonly string[] }
  /** `!= v`: every value but these is bad. */
  | { readonly kind: 'is-not'; readonly values: readonly string[] }
  | { readonly kind: 'matches'; readonly set: string }
  | { readonly kind: 'removed' }
  /** `unlimited` is the number that stands for no limit, above all others. */
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

/** A part of a guard: the value at `path` is one of `values`, or with `negated` none of them. */
export interface HarmCondition {
  readonly path: readonly string[];
  readonly negated: boolean;
  readonly values: readonly string[];
}

export interface RulePredicate {
  readonly alternatives: readonly Alternative[];
  /** All of these have to hold. */
  readonly when: readonly HarmCondition[];
}

/** One fact: what harm a change at one place of a type does. */
export interface HarmRule extends RulePredicate {
  /** Names from the resource down, without positions; empty for the resource itself. */
  readonly path: readonly string[];
  readonly dimension: HarmDimension;
  readonly severity: Severity;
  /** What is then the case: "older protocols accepted". */
  readonly meaning: string;
  /** Ids of Checkov's checks, or `own`. */
  readonly sources: readonly string[];
  /** The value is a secret, or may hold one: it is never shown. */
  readonly secret: boolean;
  /** What the provider takes where nothing is set; for steps and orders. */
  readonly fallback?: Json;
}
