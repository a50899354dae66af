import type { Site } from '../types.ts';

/** Sites that are right for one use; a place that others use, too, comes behind them. */
export function* narrowed(sites: Iterable<Site>): Generator<Site> {
  for (const site of sites) yield { ...site, narrow: true };
}
