import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  consistencyProof,
  inclusionProof,
  isBeginning,
  isIncluded,
  leafHash,
  merkleTree,
  treeRoot,
} from '../../../src/stages/receipt/merkle.ts';
import { cases } from '../../cases.ts';

const hash = (...parts: readonly Uint8Array[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest();

/** MTH as RFC 6962 defines it in section 2.1. */
function definition(leaves: readonly Uint8Array[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return hash();
  if (leaves.length === 1) return hash(Buffer.of(0), only);
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return hash(Buffer.of(1), definition(left), definition(right));
}

const texts = (count: number, salt = ''): readonly Buffer[] =>
  Array.from({ length: count }, (_, at) => Buffer.from(`${salt}${at}`));
const hashes = (leaves: readonly Uint8Array[]): readonly Buffer[] =>
  leaves.map((leaf) => leafHash(leaf));
const root = (leaves: readonly Uint8Array[]): Uint8Array => treeRoot(merkleTree(hashes(leaves)));
const flipped = (bytes: Uint8Array, at: number): Buffer => {
  const other = Buffer.from(bytes);
  other[at % other.length] = (other[at % other.length] ?? 0) ^ (1 << (at % 8));
  return other;
};

describe('Merkle trees', () => {
  // From the test vectors of Certificate Transparency's reference implementation.
  it('have the roots of the known trees', () => {
    const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657'];
    const leaves = [...inputs, '606162636465666768696a6b6c6d6e6f'].map((hex) =>
      Buffer.from(hex, 'hex'),
    );
    expect(Buffer.from(root([])).toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    expect(Buffer.from(root(leaves.slice(0, 1))).toString('hex')).toBe(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    );
    expect(Buffer.from(root(leaves)).toString('hex')).toBe(
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    );
  });

  it('are what the RFC defines, and prove each leaf and each beginning, up to 64 leaves', () => {
    for (let size = 0; size <= 64; size += 1) {
      const leaves = texts(size);
      const tree = merkleTree(hashes(leaves));
      const whole = definition(leaves);
      expect(Buffer.from(treeRoot(tree))).toEqual(whole);
      leaves.forEach((leaf, index) => {
        const proof = inclusionProof(tree, index);
        expect(isIncluded({ index, size, root: whole }, leafHash(leaf), proof)).toBe(true);
        const elsewhere = { index: (index + 1) % size, size, root: whole };
        if (size > 1) expect(isIncluded(elsewhere, leafHash(leaf), proof)).toBe(false);
      });
      for (let first = 0; first <= size; first += 1) {
        const older = { size: first, root: definition(leaves.slice(0, first)) };
        const proof = consistencyProof(hashes(leaves), first);
        expect(isBeginning(older, { size, root: whole }, proof)).toBe(true);
      }
    }
  });

  it('are right at any size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 65, max: 600 }), fc.nat(), fc.nat(), (size, a, b) => {
        const leaves = texts(size);
        const tree = merkleTree(hashes(leaves));
        const whole = definition(leaves);
        const [index, first] = [a % size, b % (size + 1)];
        const leaf = hashes(leaves)[index] ?? Buffer.of();
        const older = { size: first, root: definition(leaves.slice(0, first)) };
        expect(Buffer.from(treeRoot(tree))).toEqual(whole);
        expect(isIncluded({ index, size, root: whole }, leaf, inclusionProof(tree, index))).toBe(
          true,
        );
        const proof = consistencyProof(hashes(leaves), first);
        expect(isBeginning(older, { size, root: whole }, proof)).toBe(true);
      }),
      { numRuns: cases(300, 60) },
    );
  });

  it('prove nothing false: a changed leaf, node, root, place or history', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 130 }), fc.nat(), fc.nat(), (size, a, bit) => {
        const leaves = texts(size);
        const tree = merkleTree(hashes(leaves));
        const place = { index: a % size, size, root: treeRoot(tree) };
        const leaf = hashes(leaves)[place.index] ?? Buffer.of();
        const proof = inclusionProof(tree, place.index);
        const changed = proof.map((node, at) =>
          at === bit % proof.length ? flipped(node, bit) : node,
        );
        expect(isIncluded(place, flipped(leaf, bit), proof)).toBe(false);
        expect(isIncluded(place, leaf, changed)).toBe(false);
        expect(isIncluded({ ...place, root: flipped(place.root, bit) }, leaf, proof)).toBe(false);
        expect(isIncluded(place, leaf, proof.slice(1))).toBe(false);
        expect(isIncluded(place, leaf, [...proof, leaf])).toBe(false);
        expect(isIncluded({ ...place, index: size }, leaf, proof)).toBe(false);

        const first = (a % (size - 1)) + 1;
        const rewritten = { size: first, root: root(texts(first, 'other ')) };
        const [older, newer] = [
          { size: first, root: root(leaves.slice(0, first)) },
          { size, root: treeRoot(tree) },
        ];
        const history = consistencyProof(hashes(leaves), first);
        const bent = history.map((node, at) =>
          at === bit % history.length ? flipped(node, bit) : node,
        );
        expect(isBeginning(rewritten, newer, history)).toBe(false);
        expect(isBeginning(older, newer, bent)).toBe(false);
        expect(isBeginning(older, newer, history.slice(1))).toBe(false);
        expect(isBeginning(newer, older, history)).toBe(false);
      }),
      { numRuns: cases(300, 100) },
    );
  });
});
