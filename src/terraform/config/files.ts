import { followLinks, type Links } from '../project/links.ts';
import { translateConfiguration, translateValues } from './json.ts';
import type { ConfigFile, ParseCache, SourceTree } from './types.ts';

const configSuffix = /\.(?:tf|tofu)(?:\.json)?$/;
const overrideName = /(?:^|_)override\.(?:tf|tofu)(?:\.json)?$/;

/** File names by folder, those of linked files too. */
export type Folders = ReadonlyMap<string, readonly string[]>;

export function indexFolders(tree: SourceTree, links: Links): Folders {
  const folders = new Map<string, string[]>();
  const linked = [...links.keys()].filter((path) => tree.has(followLinks(links, path)));
  for (const path of [...new Set([...tree.keys(), ...linked])].sort()) {
    const slash = path.lastIndexOf('/');
    const dir = slash < 0 ? '' : path.slice(0, slash);
    const names = folders.get(dir);
    if (names === undefined) folders.set(dir, [path.slice(slash + 1)]);
    else names.push(path.slice(slash + 1));
  }
  return folders;
}

/**
 * The configuration files of one folder in the order Terraform reads them, overrides last. A linked
 * file has the path at which it really is.
 */
export function configurationPaths(
  folders: Folders,
  dir: string,
  links: Links,
): readonly { readonly path: string; readonly override: boolean }[] {
  const all = new Set(folders.get(dir));
  const names = [...all].filter((name) => configSuffix.test(name) && !isIgnored(name));
  // A .tofu file stands in for the .tf file of the same name.
  const used = names.filter((name) => {
    const twin = name.replace(/\.tf(\.json)?$/, '.tofu$1');
    return twin === name || !all.has(twin);
  });
  return used
    .map((name) => ({ path: joinPath(dir, name), override: overrideName.test(name) }))
    .sort((a, b) => Number(a.override) - Number(b.override) || (a.path < b.path ? -1 : 1))
    .map(({ path, override }) => ({ path: followLinks(links, path), override }));
}

/** Variable files that Terraform reads without being told, lowest precedence first. */
export function automaticVariableFiles(
  folders: Folders,
  dir: string,
  links: Links,
): readonly string[] {
  const names = folders.get(dir) ?? [];
  const main = ['terraform.tfvars', 'terraform.tfvars.json'].filter((name) => names.includes(name));
  const auto = names.filter((name) => /\.auto\.tfvars(?:\.json)?$/.test(name));
  return [...main, ...auto].map((name) => followLinks(links, joinPath(dir, name)));
}

function isIgnored(name: string): boolean {
  return name.startsWith('.') || name.endsWith('~') || /^#.*#$/.test(name);
}

export function joinPath(dir: string, name: string): string {
  return dir === '' ? name : `${dir}/${name}`;
}

/** `base/relative` without `.` and `..`; what lies outside of the tree begins with `..`. */
export function resolvePath(base: string, relative: string): string {
  const parts: string[] = base === '' ? [] : base.split('/');
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}

export interface ReadOptions {
  readonly role: ConfigFile['role'];
  readonly editable: boolean;
  readonly cache: ParseCache;
}

/** Parses a file of the tree; JSON is translated to native syntax first. */
export function readConfigFile(path: string, text: string, options: ReadOptions): ConfigFile {
  const { role, editable, cache } = options;
  return cache.reuse(`${role} ${path}`, [text, editable], () => {
    if (!path.endsWith('.json')) {
      const hcl = cache.parse(path, text);
      return { path, text, hcl, format: 'native', role, editable };
    }
    const translated = role === 'tfvars' ? translateValues(text) : translateConfiguration(text);
    const hcl = cache.parse(path, translated);
    return {
      path,
      text: translated,
      source: text,
      hcl,
      format: 'json',
      role,
      editable: editable && role === 'tfvars',
    };
  });
}
