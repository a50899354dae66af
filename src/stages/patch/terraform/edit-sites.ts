import { sourceLineAt } from '../place.ts';
import type { EditSite } from '../site.ts';
import type { Project, Site, SiteKind } from './types.ts';

/** Kinds that give way to any other place that would do, and why. */
const blunt: Partial<Record<SiteKind, string>> = {
  'literal at the use': 'It would work, but cuts the value off from its source.',
  'instance override': 'It would work, but makes an exception where none is needed.',
};

/**
 * Sites of a project, with those in copies of published modules behind all others: whoever takes a
 * new version of such a module loses what was edited in it.
 */
export function* toEditSites(project: Project, sites: Iterable<Site>): Generator<EditSite> {
  const last: Site[] = [];
  for (const site of sites) {
    if (site.file.vendored === true) last.push(site);
    else yield toEditSite(project, site);
  }
  for (const site of last) yield toEditSite(project, { ...site, note: noteOn(site) });
}

function toEditSite({ tree }: Project, site: Site): EditSite {
  const { file, offset, ...rest } = site;
  const why = blunt[site.kind];
  return {
    ...rest,
    ...(why === undefined ? {} : { blunt: why }),
    at: () => sourceLineAt(tree, file, offset),
  };
}

function noteOn({ file, note }: Site): string {
  const folder = file.path.replace(/\/[^/]*$/, '');
  const warning = `${folder} is a copy of a published module; taking another version of it would undo this edit.`;
  return note === undefined ? warning : `${note} ${warning}`;
}
