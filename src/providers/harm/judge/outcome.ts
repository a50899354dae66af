import type { Harm } from '../../../model/harm.ts';
import type { Json } from '../../../model/json.ts';

/** The change of a place, as far as a rule concerns it. */
export interface HarmOutcome {
  readonly direction: Harm['direction'];
  readonly doubt?: NonNullable<Harm['doubt']>;
  readonly what: What;
}

/** The kind of change, for the sentence. */
export type What =
  | { readonly kind: 'value' | 'hidden' | 'unlisted' }
  /** A policy allows more or less than before. */
  | { readonly kind: 'reach' }
  /** A number, a size, or a value of an order became worse or better. */
  | { readonly kind: 'rank' }
  | { readonly kind: 'gains' | 'loses'; readonly elements: readonly Json[] }
  /**
   * What a document now does, or no longer does: the rest of a sentence, which may contain text
   * from the document.
   */
  | { readonly kind: 'says'; readonly sentence: string }
  | { readonly kind: 'created' | 'deleted' };

export function weakens(what: What, doubt?: NonNullable<Harm['doubt']>): HarmOutcome {
  return { direction: 'weakens', what, ...(doubt !== undefined && { doubt }) };
}

export function strengthens(what: What): HarmOutcome {
  return { direction: 'strengthens', what };
}

/** Adds a doubt, unless the outcome already has one. */
export function doubted(outcome: HarmOutcome, doubt: NonNullable<Harm['doubt']>): HarmOutcome {
  if (outcome.doubt !== undefined) return outcome;
  return { ...outcome, doubt };
}

/**
 * The outcome that counts: a certain harm before a possible one, and that before an improvement.
 */
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
