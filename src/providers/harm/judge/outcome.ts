import type { Harm } from '../../../model/harm.ts';
import type { Json } from '../../../model/json.ts';

/** What became of a place, as far as a rule is about it. */
export interface HarmOutcome {
  readonly direction: Harm['direction'];
  readonly doubt?: NonNullable<Harm['doubt']>;
  readonly what: What;
}

/** How it went, for the sentence. */
export type What =
  | { readonly kind: 'value' | 'hidden' | 'unlisted' }
  /** A policy lets more than it did, or less. */
  | { readonly kind: 'reach' }
  /** A number or a size, or a value of an order, whose new side is worse or better. */
  | { readonly kind: 'rank' }
  | { readonly kind: 'gains' | 'loses'; readonly elements: readonly Json[] }
  /** What a document now does, or no longer does: the rest of a sentence, whose text may come from it. */
  | { readonly kind: 'says'; readonly sentence: string }
  | { readonly kind: 'created' | 'deleted' };

export function weakens(what: What, doubt?: NonNullable<Harm['doubt']>): HarmOutcome {
  return { direction: 'weakens', what, ...(doubt !== undefined && { doubt }) };
}

export function strengthens(what: What): HarmOutcome {
  return { direction: 'strengthens', what };
}

/** The same with its doubt, where it has none yet. */
export function doubted(outcome: HarmOutcome, doubt: NonNullable<Harm['doubt']>): HarmOutcome {
  if (outcome.doubt !== undefined) return outcome;
  return { ...outcome, doubt };
}

/** The one of two that counts: a sure harm, then a possible one, then what got better. */
export function worseOutcome(
  a: HarmOutcome | undefined,
  b: HarmOutcome | undefined,
): HarmOutcome | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return rank(b) > rank(a) ? b : a;
}

function rank({ direction, doubt }: HarmOutcome): number {
  if (direction === 'strengthens') return doubt === undefined ? 2 : 0;
  return doubt === undefined ? 4 : doubt === 'either-way' ? 3 : 1;
}
