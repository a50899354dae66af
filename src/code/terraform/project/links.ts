/** Symbolic links by their paths, to the path of what is really there; both as in the tree. */
export type Links = ReadonlyMap<string, string>;

export const noLinks: Links = new Map();

/** Links that lead to links, and so on: more is a circle. */
const deepest = 40;

/** The path without links: that of the file or folder that is really there. */
export function followLinks(links: Links, path: string): string {
  if (links.size === 0) return path;
  let at = path;
  for (let step = 0; step < deepest; step += 1) {
    const next = followOne(links, at);
    if (next === at) return at;
    at = next;
  }
  return path;
}

/** With the link nearest to the top replaced. */
function followOne(links: Links, path: string): string {
  for (let end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
    const head = end < 0 ? path : path.slice(0, end);
    const target = links.get(head);
    if (target !== undefined) return end < 0 ? target : join(target, path.slice(end + 1));
    if (end < 0) return path;
  }
}

function join(folder: string, rest: string): string {
  return folder === '' ? rest : `${folder}/${rest}`;
}
