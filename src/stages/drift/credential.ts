import { credentialAt } from '../../model/credential/find.ts';
import { openPath } from '../../model/credential/path.ts';
import type { Json } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import type { ValueLeaf } from './leaves.ts';
import { findMask, type ValueTree } from './tree.ts';
import type { AttributeHint } from './types.ts';

/** What credential any version of a leaf holds, or its path; undefined where none does. */
export function credentialOf({ path, versions }: ValueLeaf): string | undefined {
  const { base, steps, declared, others } = versions;
  for (const tree of new Set<ValueTree | undefined>([base, ...steps, declared, ...others])) {
    const found = tree === undefined ? credentialAt(path, null) : credentialInTree(path, tree);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What credential a value holds, or an earlier run knew it to hold. */
export function credentialInTree(path: AttributePath, tree: ValueTree): string | undefined {
  const mask = findMask(tree);
  if (mask !== undefined) return mask.credential ?? credentialAt(path, null);
  return credentialAt(path, tree as Json);
}

/** The hint that hides which sides of a leaf are credentials, all of them where its path has one. */
export function hidingCredentials(
  hint: AttributeHint | undefined,
  path: AttributePath,
): AttributeHint {
  if (openPath(path) !== path) return { ...hint, sensitive: true };
  return { ...hint, hides: (value) => credentialAt(path, value) !== undefined };
}
