import { sha256 } from './digest.ts';

/*
 * Merkle trees of RFC 6962, section 2.1. In a tree over n leaves, the left subtree covers the
 * largest power of two below n. Built level by level: nodes are paired, and an odd last node is
 * carried up unchanged.
 */

export function leafHash(leaf: Uint8Array | string): Buffer {
  return sha256(Uint8Array.of(0), leaf);
}

function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(Uint8Array.of(1), left, right);
}

/** All nodes, level by level from the leaf hashes to the root. */
export type MerkleTree = readonly (readonly Uint8Array[])[];

export function merkleTree(leaves: readonly Uint8Array[]): MerkleTree {
  const levels: (readonly Uint8Array[])[] = [leaves];
  for (let level = leaves; level.length > 1; ) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at], level[at + 1]];
      if (left !== undefined) above.push(right === undefined ? left : nodeHash(left, right));
    }
    levels.push(above);
    level = above;
  }
  return levels;
}

/** For a tree without leaves, the hash of the empty string. */
export function treeRoot(tree: MerkleTree): Uint8Array {
  return tree.at(-1)?.[0] ?? sha256();
}

/**
 * The root of the tree over the first `size` leaves, at least one. Complete subtrees have nodes in
 * `tree`.
 */
export function beginningRoot(tree: MerkleTree, size: number): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  let left = size;
  for (let level = tree.length - 1, from = 0; level >= 0; level -= 1) {
    const width = 2 ** level;
    if (left < width) continue;
    const node = tree[level]?.[from / width];
    if (node === undefined) return undefined;
    parts.push(node);
    from += width;
    left -= width;
  }
  if (left > 0) return undefined;
  const last = parts.pop();
  return last && parts.reduceRight((right, node) => nodeHash(node, right), last);
}

/** The nodes that lead from a leaf to the root, lowest first. */
export function inclusionProof(tree: MerkleTree, index: number): readonly Uint8Array[] {
  const path: Uint8Array[] = [];
  let at = index;
  for (const level of tree.slice(0, -1)) {
    const sibling = level[at % 2 === 0 ? at + 1 : at - 1];
    if (sibling !== undefined) path.push(sibling);
    at = Math.floor(at / 2);
  }
  return path;
}

/** Whether the leaf is at that index in the tree with that size and root (RFC 9162, 2.1.3.2). */
export function isIncluded(
  {
    index,
    size,
    root,
  }: { readonly index: number; readonly size: number; readonly root: Uint8Array },
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
): boolean {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return false;
  let at = index;
  let last = size - 1;
  let hash = leaf;
  for (const node of proof) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(node, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else hash = nodeHash(hash, node);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && Buffer.from(root).equals(hash);
}

/**
 * The nodes that prove the first `size` leaves to be the beginning of the tree (RFC 6962, 2.1.2).
 */
export function consistencyProof(
  leaves: readonly Uint8Array[],
  size: number,
): readonly Uint8Array[] {
  return size <= 0 || size >= leaves.length ? [] : subProof(leaves, size, true);
}

function subProof(
  leaves: readonly Uint8Array[],
  size: number,
  isWhole: boolean,
): readonly Uint8Array[] {
  if (size === leaves.length) return isWhole ? [] : [treeRoot(merkleTree(leaves))];
  const split = largestPowerBelow(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return size <= split
    ? [...subProof(left, size, isWhole), treeRoot(merkleTree(right))]
    : [...subProof(right, size - split, false), treeRoot(merkleTree(left))];
}

function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

export interface SizedRoot {
  readonly size: number;
  readonly root: Uint8Array;
}

/** Whether the first tree is the beginning of the second (RFC 9162, 2.1.4.2). */
export function isBeginning(
  first: SizedRoot,
  second: SizedRoot,
  proof: readonly Uint8Array[],
): boolean {
  if (first.size > second.size) return false;
  if (first.size === second.size) return proof.length === 0 && isSame(first.root, second.root);
  if (first.size === 0) return proof.length === 0 && isSame(first.root, sha256());
  const isPower = 2 ** Math.floor(Math.log2(first.size)) === first.size;
  const [start, ...rest] = isPower ? [first.root, ...proof] : proof;
  if (start === undefined) return false;
  let [at, last] = [first.size - 1, second.size - 1];
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  let [older, newer] = [start, start];
  for (const node of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      older = nodeHash(node, older);
      newer = nodeHash(node, newer);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else newer = nodeHash(newer, node);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && isSame(older, first.root) && isSame(newer, second.root);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(other);
}
