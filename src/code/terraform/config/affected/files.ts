import type { SourceTree } from '../../../../model/source-tree.ts';
import type { FileRead } from './references.ts';

export interface ChangedFiles {
  /** Paths whose text differs, including new and deleted files. */
  readonly paths: readonly string[];
  /** True if files were added or removed. */
  readonly listing: boolean;
}

export function changedFiles(before: SourceTree, after: SourceTree): ChangedFiles {
  const paths = [...after.keys()].filter((path) => before.get(path) !== after.get(path));
  const gone = [...before.keys()].filter((path) => !after.has(path));
  const listing = gone.length > 0 || paths.some((path) => !before.has(path));
  return { paths: [...paths, ...gone], listing };
}

/** True if an expression that reads files may now read different text. */
export function readsChanged(
  { kind, tail }: FileRead,
  changed: ChangedFiles,
  tree: SourceTree,
): boolean {
  if (kind === 'listing') return changed.listing;
  if (changed.paths.some((path) => path.endsWith(tail))) return true;
  // A template may in turn read files.
  return (
    kind === 'template' &&
    [...tree].some(([path, text]) => path.endsWith(tail) && text.includes('file'))
  );
}
