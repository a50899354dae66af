import { sourceLineAt } from '../place.ts';
import type { EditSite } from '../site.ts';
import type { Project, Site, SiteKind } from './types.ts';

/** Kinds of sites that yield to any other site that works, and why. */
const blunt: Partial<Record<SiteKind, string>> = {
  'literal at the use': 'It would work, but cuts the value off from its source.',
  'instance override': 'It would work, but makes an exception where none is needed.',
};

/**
 * The sites of a project. Sites in vendored copies of published modules come last, since their
 * edits are lost when the module is updated.
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
