import { isJsonArray, jsonAt } from '../../../model/json.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import type { SourceTree } from '../../../model/source-tree.ts';
import { joinPath, resolvePath } from './files.ts';
import type { ProblemSink } from './problems.ts';

/**
 * Folders of the modules that `terraform init` has installed, by their call names joined with `.`.
 */
export function readManifest(
  tree: SourceTree,
  rootDir: string,
  report: ProblemSink,
): ReadonlyMap<string, string> {
  const path = joinPath(rootDir, '.terraform/modules/modules.json');
  const folders = new Map<string, string>();
  const text = tree.get(path);
  if (text === undefined) return folders;
  const modules = jsonAt(parsedJson(text), 'Modules');
  if (!isJsonArray(modules)) {
    const message = 'This module manifest cannot be read.';
    const hint = 'Run `terraform init` again.';
    report.add({ code: 'module-manifest', message, hint, place: { file: path } });
    return folders;
  }
  for (const module of modules) {
    const key = jsonAt(module, 'Key');
    const dir = jsonAt(module, 'Dir');
    if (typeof key !== 'string' || typeof dir !== 'string') continue;
    folders.set(key, resolvePath(rootDir, dir));
  }
  return folders;
}
