/** Symbolic links: path of the link to path of its target, both as in the tree. */
export type Links = ReadonlyMap<string, string>;

export const noLinks: Links = new Map();

/** Limit on links that lead to links; more must be a cycle. */
const deepest = 40;

/** The path with links resolved: that of the actual file or folder. */
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

/** The path with its topmost link replaced. */
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
