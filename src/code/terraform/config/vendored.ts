import type { SourceTree } from '../../../model/source-tree.ts';
import type { Folders } from './files.ts';
import { joinPath } from './files.ts';

/**
 * True for a local folder that contains a copy of somebody else's module: it looks like a published
 * module and has its own license, or its main.tf is identical to that of an installed module.
 */
export function isVendored(
  tree: SourceTree,
  folders: Folders,
  installed: Iterable<string>,
  dir: string,
): boolean {
  const names = folders.get(dir) ?? [];
  const isPublished = names.some((name) => /^(?:versions\.tf|changelog|readme)/i.test(name));
  if (isPublished && names.some((name) => /^licen[cs]e/i.test(name))) return true;
  const text = tree.get(joinPath(dir, 'main.tf'));
  if (text === undefined || text.trim() === '') return false;
  return [...installed].some(
    (other) => /(?:^|\/)\.terraform\//.test(other) && tree.get(joinPath(other, 'main.tf')) === text,
  );
}
