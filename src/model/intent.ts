import type { Actor } from './actor.ts';
import type { Json } from './json.ts';

/** What somebody wants a field to be. */
export type Want =
  | { readonly kind: 'eq'; readonly value: Json }
  | {
      readonly kind: 'range';
      readonly min?: number;
      readonly max?: number;
      readonly prefer?: number;
    }
  | { readonly kind: 'oneOf'; readonly values: readonly Json[]; readonly prefer?: Json }
  | { readonly kind: 'contains'; readonly elements: readonly Json[] }
  | { readonly kind: 'excludes'; readonly elements: readonly Json[] }
  | { readonly kind: 'present' }
  | { readonly kind: 'absent' };

/** What the actor was after. The wording is open; these are the ones the rules know. */
export type Purpose =
  | 'access'
  | 'hotfix'
  | 'scaling'
  | 'hardening'
  | 'weakening'
  | 'cost-saving'
  | 'tagging'
  | 'maintenance'
  | 'deployment'
  | 'clean-up'
  | 'change';

/** Drifts that one actor meant together. */
export interface Intent {
  /** `i-` and 12 hex digits, from actor and drifts: the same evidence gives the same id. */
  readonly id: string;
  readonly actor: Actor;
  /** One sentence a person would write: `Opened SSH on web to 203.0.113.9/32`. */
  readonly summary: string;
  readonly purpose: Purpose;
  /** 0 to 1, and the rule that gave it. */
  readonly confidence: number;
  readonly rule: string;
  /** Ids of the drifts, sorted. */
  readonly drifts: readonly string[];
  readonly wants: readonly { readonly drift: string; readonly want: Want }[];
  /** ISO 8601 UTC of the first and the last event. */
  readonly window: { readonly from: string; readonly to: string };
  readonly ticket?: string;
}
