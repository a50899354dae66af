import type { Actor } from './actor.ts';
import type { DriftValue } from './drift.ts';
import type { Json } from './json.ts';
import type { Reading } from './reading.ts';

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
export const purposes = [
  'access',
  'hotfix',
  'scaling',
  'hardening',
  'weakening',
  'cost-saving',
  'tagging',
  'maintenance',
  'deployment',
  'clean-up',
  'change',
] as const;

export type Purpose = (typeof purposes)[number];

/** What one sentence of an intent speaks of. */
export interface IntentPart {
  /** Ids of the drifts, sorted. */
  readonly drifts: readonly string[];
  readonly summary: string;
  readonly purpose: Purpose;
  readonly confidence: number;
  readonly rule: string;
  /** They stand or fall together: the two halves of a moved rule, the sizes of one group. */
  readonly together: boolean;
}

/** An earlier change to the same value by somebody else, which this intent overwrote. */
export interface Superseded {
  readonly drift: string;
  readonly actor: Actor;
  /** Ids of that actor's events, in fold order. */
  readonly events: readonly string[];
}

/** A drift of an intent that somebody else has set since: the intent wants it all the same. */
export interface Overtaken {
  readonly drift: string;
  /** What the intent had left it at. */
  readonly value: DriftValue;
}

/** Drifts that one actor meant together. */
export interface Intent {
  /** `i-` and 12 hex digits, from actor, drifts and session: the same evidence gives the same id. */
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
  /** Ticket that the actor named: a claim, since the caller chooses the session name. */
  readonly ticket?: string;
  /** The sentences the summary is made of, the weightiest first; together they cover every drift once. */
  readonly parts?: readonly IntentPart[];
  readonly supersedes?: readonly Superseded[];
  readonly overtaken?: readonly Overtaken[];
  /** Said beforehand: what it wants is not what it did. */
  readonly declared?: boolean;
  /** What the actor would still accept, where there is more than the want: it may be negotiated. */
  readonly relaxations?: readonly { readonly drift: string; readonly want: Want }[];
  /** Id of the intent declared beforehand that announced this one. */
  readonly announced?: string;
  /** ISO 8601 UTC: until when the actor wants it; without it, for good. */
  readonly expires?: string;
  /** What a language model made of it: shown, never decided by. */
  readonly reading?: Reading;
}
