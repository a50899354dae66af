import type { Actor } from './actor.ts';
import type { DriftValue } from './drift.ts';
import type { Json } from './json.ts';
import type { Reading } from './reading.ts';

/** The value that someone wants for a field. */
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

/** What the actor was trying to achieve. Any text is allowed; these are the ones that rules use. */
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

/** What one sentence of an intent covers. */
export interface IntentPart {
  /** The ids of the drifts, sorted. */
  readonly drifts: readonly string[];
  readonly summary: string;
  /**
   * The one resource that the sentence is about, as it names it: what is said of several is said
   * once.
   */
  readonly subject?: { readonly noun: string; readonly name: string };
  readonly purpose: Purpose;
  readonly confidence: number;
  readonly rule: string;
  /**
   * They must be accepted or rejected together: the two halves of a moved rule, the sizes of one
   * group.
   */
  readonly together: boolean;
}

/** An earlier change to the same value by someone else, which this intent overwrote. */
export interface Superseded {
  readonly drift: string;
  readonly actor: Actor;
  /** The ids of that actor's events, in fold order. */
  readonly events: readonly string[];
}

/**
 * A drift of an intent that someone else has set since, although the intent still wants its value.
 */
export interface Overtaken {
  readonly drift: string;
  /** The value that the intent had set. */
  readonly value: DriftValue;
}

/** Drifts that one actor made for the same purpose. */
export interface Intent {
  /**
   * `i-` and 12 hex digits, derived from actor, drifts and session: the same evidence results in
   * the same id.
   */
  readonly id: string;
  readonly actor: Actor;
  /** One sentence a person would write: `Opened SSH on web to 203.0.113.9/32`. */
  readonly summary: string;
  readonly purpose: Purpose;
  /** From 0 to 1, with the rule that assigned it. */
  readonly confidence: number;
  readonly rule: string;
  /** The ids of the drifts, sorted. */
  readonly drifts: readonly string[];
  readonly wants: readonly { readonly drift: string; readonly want: Want }[];
  /** The times of the first and the last event, in ISO 8601 UTC. */
  readonly window: { readonly from: string; readonly to: string };
  /**
   * The ticket that the actor named. It is only a claim, since the caller chooses the session name.
   */
  readonly ticket?: string;
  /**
   * The sentences that form the summary, most important first; together they cover every drift
   * once.
   */
  readonly parts?: readonly IntentPart[];
  readonly supersedes?: readonly Superseded[];
  readonly overtaken?: readonly Overtaken[];
  /** Declared in advance, so that what it wants may differ from what it did. */
  readonly declared?: boolean;
  /**
   * What the actor would also accept, if that is more than the want, so that it can be negotiated.
   */
  readonly relaxations?: readonly { readonly drift: string; readonly want: Want }[];
  /** Id of the intent declared beforehand that announced this one. */
  readonly announced?: string;
  /** Until when the actor wants it, in ISO 8601 UTC. Without it, the intent does not expire. */
  readonly expires?: string;
  /** A language model's interpretation, which is shown but decides nothing. */
  readonly reading?: Reading;
}
