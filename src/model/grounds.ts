import type { Outcome } from './decision.ts';

/**
 * The kinds of conflict between parties. `value`: no value satisfies both. `range`: their ranges do
 * not overlap. `ownership`: written by someone other than the field's owner. `presence`: one wants
 * it removed. `stale`: the code was changed since. `temporal`: outside the period that it was
 * intended for. `dependency`: possible alone, but not together with another field. `contention`:
 * two automations undo each other's changes. `atomicity`: only a part of one action would remain.
 */
export type ConflictKind =
  | 'value'
  | 'range'
  | 'ownership'
  | 'presence'
  | 'stale'
  | 'temporal'
  | 'dependency'
  | 'contention'
  | 'atomicity';

export const conflictKinds: readonly ConflictKind[] = [
  'value',
  'range',
  'ownership',
  'presence',
  'stale',
  'temporal',
  'dependency',
  'contention',
  'atomicity',
];

/** The weight of a party, most important component first: the first one that differs decides. */
export interface Weight {
  readonly tier: string;
  readonly priority: number;
  readonly authority: number;
  readonly specificity: number;
  readonly confidence: number;
  /** The time of the newest evidence, in ISO 8601 UTC; empty for the code. */
  readonly time: string;
  readonly id: string;
}

export type WeightComponent = keyof Weight;

export const weightComponents: readonly WeightComponent[] = [
  'tier',
  'priority',
  'authority',
  'specificity',
  'confidence',
  'time',
  'id',
];

/** A rule that matched, with the values that its guard used. */
export interface MatchedRule {
  readonly rule: string;
  /** The file and line of the rule, if it is in a policy file. */
  readonly place?: string;
  readonly outcome: Outcome;
  readonly weight: Weight;
  readonly seen: readonly {
    readonly name: string;
    readonly value: string | number | boolean | null;
  }[];
}

/** A party that lost, with the smallest set of stronger parties that rule out what it wants. */
export interface Contest {
  /** `code`, `invariant`, `rule ...`, or the id of an intent. */
  readonly loser: string;
  readonly weight: Weight;
  /** Strongest first; empty if the loser wants something impossible. */
  readonly blame: readonly { readonly party: string; readonly weight: Weight }[];
  /** The first component in which the loser differs from the weakest of `blame`. */
  readonly decidedBy?: WeightComponent;
}

/** A condition that would have led to another verdict. */
export interface Counterfactual {
  /** The end of a sentence: `after 2026-04-01T08:00:00Z, when the freeze ends`. */
  readonly condition: string;
  readonly outcome: Outcome;
  readonly rule: string;
}

/** Everything that a decision is based on; `explanation` has the same in words. */
export interface Grounds {
  /** The rules that matched, strongest first; none if the policy's fallback decided. */
  readonly rules: readonly MatchedRule[];
  readonly untested: readonly { readonly rule: string; readonly why: string }[];
  readonly contests: readonly Contest[];
  readonly conflicts: readonly { readonly kind: ConflictKind; readonly because: string }[];
  /** Offers and concessions in order, if the parties declared what else they would accept. */
  readonly concessions: readonly string[];
  readonly counterfactuals: readonly Counterfactual[];
}
