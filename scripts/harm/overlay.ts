import type { Fact } from './read.ts';

/**
 * A correction of a fact that documentation contradicts: its replacement, or nothing, and the
 * reason.
 */
export interface Correction {
  readonly type: string;
  readonly path: string;
  readonly predicate: string;
  readonly becomes: Partial<Omit<Fact, 'provider' | 'type'>> | undefined;
  readonly because: string;
}

/** The same correction for several types, replacing the predicate. */
export function ofTypes(
  types: readonly string[],
  path: string,
  predicate: string,
  becomes: string,
  because: string,
): readonly Correction[] {
  return types.map((type) => ({ type, path, predicate, becomes: { predicate: becomes }, because }));
}

/** The same meaning for several facts, each a type and a path: `aws_sqs_queue delay_seconds`. */
export function withMeaning(
  places: readonly string[],
  predicate: string,
  meaning: string,
  because: string,
): readonly Correction[] {
  return places.map((place) => {
    const [type = '', path = ''] = place.split(' ');
    return { type, path, predicate, becomes: { meaning }, because };
  });
}

/** A fact of our own: type, path, predicate, dimension, severity, meaning. */
type Own = readonly [
  type: string,
  path: string,
  predicate: string,
  dimension: Fact['dimension'],
  severity: Fact['severity'],
  meaning: string,
];

export function ownFacts(provider: string, rows: readonly Own[]): readonly Fact[] {
  return rows.map(([type, path, predicate, dimension, severity, meaning]) => ({
    provider,
    type,
    path,
    predicate,
    dimension,
    severity,
    meaning,
    sources: 'own',
  }));
}
