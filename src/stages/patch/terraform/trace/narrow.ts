import type { Site } from '../types.ts';

/** Marks sites that affect one use only. A shared site that fixes more is preferred to them. */
export function* narrowed(sites: Iterable<Site>): Generator<Site> {
  for (const site of sites) yield { ...site, narrow: true };
}

/** Leaves out those that replace a use by a literal, which cuts it off from its source. */
export function* structural(sites: Iterable<Site>): Generator<Site> {
  for (const site of sites) if (site.kind !== 'literal at the use') yield site;
}
