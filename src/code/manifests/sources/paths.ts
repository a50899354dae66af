/** A path below a folder, with `..` and `.` resolved; undefined if it leads outside the root. */
export function joinManifestPath(folder: string, path: string): string | undefined {
  if (path.startsWith('/')) return undefined;
  const parts: string[] = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** The folder of a file; empty for the root. */
export function manifestFolder(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** True for a file in a folder or below; every file is below the root, the empty path. */
export function isBelowFolder(file: string, folder: string): boolean {
  return folder === '' || file === folder || file.startsWith(`${folder}/`);
}

/** Normalizes a path from the settings: removes a leading `./` and a trailing slash. */
export function cleanPath(path: string): string {
  return joinManifestPath('', path) ?? path;
}

export function isYaml(path: string): boolean {
  return /\.(?:ya?ml|json)$/.test(path);
}

const kustomizations = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** The kustomization file of a folder, or undefined if it has none. */
export function kustomizationIn(
  files: ReadonlyMap<string, string>,
  folder: string,
): string | undefined {
  const prefix = folder === '' ? '' : `${folder}/`;
  return kustomizations.map((name) => prefix + name).find((path) => files.has(path));
}

export function isKustomization(path: string): boolean {
  return kustomizations.includes(path.slice(path.lastIndexOf('/') + 1));
}
