import type { GivenSource } from '../../code/manifests/sources/discover.ts';
import { cleanPath, isBelowFolder, isYaml } from '../../code/manifests/sources/paths.ts';
import type { LoadOptions } from '../../code/terraform/config/configuration.ts';
import { noLinks } from '../../code/terraform/project/links.ts';
import {
  noneUnread,
  type UnreadReason,
  unreadFileProblem,
} from '../../code/terraform/project/unread.ts';
import type { Problem } from '../../model/result.ts';

/**
 * The problem that stops a run: a manifest of its sources that was not read, or that is outside of
 * them.
 */
export function unreadManifest(
  { unread = noneUnread, links = noLinks }: Pick<LoadOptions, 'unread' | 'links'>,
  sources: readonly GivenSource[],
): Problem | undefined {
  for (const { path, values = [] } of sources) {
    const folder = cleanPath(path);
    const named = values.map(cleanPath);
    const belongs = (file: string): boolean =>
      named.includes(file) || (isBelowFolder(file, folder) && isManifest(file, unread.get(file)));
    for (const [file, reason] of unread) if (belongs(file)) return unreadFileProblem(file, reason);
    for (const [link, target] of links) {
      if (isBelowFolder(link, folder) && !isBelowFolder(target, folder))
        return linkedAway(link, target);
    }
  }
  return undefined;
}

/** A name without an extension may be a folder with unknown content. */
function isManifest(file: string, reason: UnreadReason | undefined): boolean {
  if (isYaml(file) || file.endsWith('.tpl')) return true;
  return reason !== 'not-text' && reason !== 'too-large' && !/\.\w+$/.test(file);
}

function linkedAway(link: string, target: string): Problem {
  return {
    code: 'linked-manifests',
    message: `There may be manifests behind this link to ${target}, and links to manifests are not followed.`,
    place: { file: link },
    hint: 'Add its target to the manifests instead of the link.',
  };
}
