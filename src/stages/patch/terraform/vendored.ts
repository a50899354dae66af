import type { Site } from './types.ts';

/**
 * The sites with those in copies of published modules behind all others: whoever takes a new
 * version of such a module loses what was edited in it.
 */
export function* vendoredLast(sites: Iterable<Site>): Generator<Site> {
  const last: Site[] = [];
  for (const site of sites) {
    if (site.file.vendored === true) last.push(site);
    else yield site;
  }
  for (const site of last) yield { ...site, note: noteOn(site) };
}

function noteOn({ file, note }: Site): string {
  const folder = file.path.replace(/\/[^/]*$/, '');
  const warning = `${folder} is a copy of a published module; taking another version of it would undo this edit.`;
  return note === undefined ? warning : `${note} ${warning}`;
}
