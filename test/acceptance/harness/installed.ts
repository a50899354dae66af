import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../../../src/model/json.ts';
import { isJsonArray, jsonAt } from '../../../src/model/json.ts';
import type { Tree } from './tree.ts';

const modules = join('.terraform', 'modules');

/**
 * Puts modules where `terraform init` would have put them after asking a registry. If the manifest
 * is in place and has the source and version that the code asks for, `init` downloads nothing.
 * Terraform reads the manifest in its data folder, Parley the one in the project.
 */
export function installModules(source: string, dir: string, dataDir: string): void {
  if (!existsSync(source)) return;
  cpSync(source, join(dir, modules), { recursive: true });
  mkdirSync(join(dataDir, 'modules'), { recursive: true });
  cpSync(join(source, 'modules.json'), join(dataDir, 'modules', 'modules.json'));
}

/** The folder of an installed module, by its chain of module calls. */
export function installedFolder(tree: Tree, calls: readonly string[]): string | undefined {
  const text = tree.get(join(modules, 'modules.json'));
  const manifest = text === undefined ? undefined : (JSON.parse(text) as Json);
  const entries = jsonAt(manifest, 'Modules');
  const found = isJsonArray(entries)
    ? entries.find((entry) => jsonAt(entry, 'Key') === calls.join('.'))
    : undefined;
  const folder = jsonAt(found, 'Dir');
  return typeof folder === 'string' ? folder : undefined;
}
