import type { SourceTree } from '../../../../model/source-tree.ts';
import type { FileRead } from './references.ts';

export interface ChangedFiles {
  /** Paths whose text differs, new and deleted ones too. */
  readonly paths: readonly string[];
  /** Some files came or went. */
  readonly listing: boolean;
}

export function changedFiles(before: SourceTree, after: SourceTree): ChangedFiles {
  const paths = [...after.keys()].filter((path) => before.get(path) !== after.get(path));
  const gone = [...before.keys()].filter((path) => !after.has(path));
  const listing = gone.length > 0 || paths.some((path) => !before.has(path));
  return { paths: [...paths, ...gone], listing };
}

/** True when an expression that reads files may see another text now. */
export function readsChanged(
  { kind, tail }: FileRead,
  changed: ChangedFiles,
  tree: SourceTree,
): boolean {
  if (kind === 'listing') return changed.listing;
  if (changed.paths.some((path) => path.endsWith(tail))) return true;
  // A template may read files itself.
  return (
    kind === 'template' &&
    [...tree].some(([path, text]) => path.endsWith(tail) && text.includes('file'))
  );
}
