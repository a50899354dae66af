import type { AttributePath } from '../../model/path.ts';
import type { ValueLeaf } from './leaves.ts';
import { treeMask, type ValueTree } from './tree.ts';
import type { NetDriftInput } from './types.ts';

/** A declared value, and where it is from. */
export interface DeclaredTree {
  readonly tree: ValueTree | undefined;
  readonly from: 'code' | 'state';
  readonly unknown: boolean;
}

/** The value in the code, or the one in the state if the code cannot be evaluated. */
export function declaredTreeAt(
  input: NetDriftInput,
  address: string,
  path: AttributePath,
  base: ValueTree | undefined,
): DeclaredTree {
  const { value, from } = input.declared(address, path);
  switch (value.kind) {
    case 'value':
      return { tree: value.value, from, unknown: false };
    case 'absent':
      return { tree: undefined, from, unknown: false };
    case 'redacted':
      return { tree: treeMask(value), from, unknown: false };
    case 'unknown':
      return { tree: base, from: 'state', unknown: true };
  }
}

/**
 * The declared value of a part, which may be known although that of the entire value is not.
 * Members cannot be looked up individually.
 */
export function declaredTreeOf(
  input: NetDriftInput,
  address: string,
  leaf: ValueLeaf,
): DeclaredTree {
  const base = leaf.versions.base;
  const isMember = leaf.path.some((step) => typeof step === 'object');
  return isMember
    ? { tree: base, from: 'state', unknown: true }
    : declaredTreeAt(input, address, leaf.path, base);
}
