import type { Site } from '../types.ts';

/** Locals that use each other twice, again and again, lead to a place in countless ways. */
const maxSites = 400;

/** Each edit once, by the first way that leads to it. */
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
