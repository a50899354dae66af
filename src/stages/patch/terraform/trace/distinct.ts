import type { Site } from '../types.ts';

/**
 * Limits the search, since locals that use each other repeatedly lead to one place in countless
 * ways.
 */
const maxSites = 400;

/** Each edit once, from the first site that leads to it. */
export function* distinct(sites: Iterable<Site>): Generator<Site> {
  const seen = new Set<string>();
  let looked = 0;
  for (const site of sites) {
    looked += 1;
    if (looked > maxSites) return;
    const made = site.edit();
    const key = JSON.stringify(made.ok ? made.value : [site.file.path, site.offset, made.error]);
    if (seen.has(key)) continue;
    seen.add(key);
    yield { ...site, edit: () => made };
  }
}
