import type { Intent, IntentPart, Want } from '../../../model/intent.ts';

/**
 * What an intent contains about each of its drifts, indexed by drift id, since some intents have
 * thousands.
 */
export interface IntentIndex {
  readonly parts: ReadonlyMap<string, IntentPart>;
  readonly wants: ReadonlyMap<string, Want>;
  readonly relaxations: ReadonlyMap<string, Want>;
}

export function indexIntent({ parts = [], wants, relaxations = [] }: Intent): IntentIndex {
  return {
    parts: firsts(parts.flatMap((part) => part.drifts.map((drift) => [drift, part] as const))),
    wants: firsts(wants.map(({ drift, want }) => [drift, want] as const)),
    relaxations: firsts(relaxations.map(({ drift, want }) => [drift, want] as const)),
  };
}

/** Keeps the first of several entries for the same key. */
function firsts<T>(pairs: readonly (readonly [string, T])[]): ReadonlyMap<string, T> {
  return new Map(pairs.toReversed());
}
