import { credentialAt } from '../../model/credential/find.ts';
import { openPath } from '../../model/credential/path.ts';
import type { Json } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import type { ValueLeaf } from './leaves.ts';
import { findMask, type ValueTree } from './tree.ts';
import type { AttributeHint } from './types.ts';

/**
 * The kind of credential that the path or any version of a leaf indicates; undefined if none does.
 */
export function credentialWithin({ path, versions }: ValueLeaf): string | undefined {
  const { base, steps, declared, others } = versions;
  for (const tree of new Set<ValueTree | undefined>([base, ...steps, declared, ...others])) {
    const found = tree === undefined ? credentialAt(path, null) : credentialInTree(path, tree);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The kind of credential that a value is, or was found to be by an earlier run before it was
 * masked.
 */
export function credentialInTree(path: AttributePath, tree: ValueTree): string | undefined {
  const mask = findMask(tree);
  if (mask !== undefined) return mask.credential ?? credentialAt(path, null);
  return credentialAt(path, tree as Json);
}

/**
 * A hint that hides the sides of a leaf that are credentials, or all sides if its path names one.
 */
export function hidingCredentials(
  hint: AttributeHint | undefined,
  path: AttributePath,
): AttributeHint {
  if (openPath(path) !== path) return { ...hint, sensitive: true };
  return { ...hint, hides: (value) => credentialAt(path, value) !== undefined };
}
