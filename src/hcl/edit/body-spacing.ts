import type { Body, BodyItem, HclFile } from '../syntax/ast.ts';
import { descendants } from '../syntax/walk.ts';
import { areApart, type Size, sizeOf } from './spacing.ts';

/** A body item as far as spacing goes: what it is called, and how much room it takes. */
export interface Shape {
  /** Argument name or block type. */
  readonly name: string;
  readonly kind: 'attribute' | 'block' | 'broken';
  readonly size: Size;
}

export function shapeOf(file: HclFile, item: BodyItem): Shape {
  const name = item.kind === 'attribute' ? item.name : item.kind === 'block' ? item.type : '';
  return { name, kind: item.kind, size: sizeOf(file.text, item) };
}

/** Arguments that decide how often or where a block applies; they stand at the top, often apart. */
const introducing = new Set(['count', 'for_each', 'provider', 'providers', 'source', 'version']);

/**
 * Whether an empty line belongs between two neighbors of which one is new. Judged by what this
 * body does, else by what the file does, first for items of that name, then for like pairs.
 */
export function wantsBlankBetween(
  file: HclFile,
  body: Body,
  above: Shape,
  below: Shape,
  fresh: 'above' | 'below',
): boolean {
  const pairing = pairingOf(above, below);
  const pairs = pairsOf(file, body);
  const twins = majority(pairs, (pair) => areTwins(pair) && areTwins({ above: pair.above, below }));
  if (twins !== undefined && areTwins({ above, below })) return twins;
  const others = pairsInOtherBlocks(file, body);
  const own = majority(pairs, (pair) => pairing === pairingOf(pair.above, pair.below));
  if (pairing === 'lines alike' && own !== undefined) {
    // One line joins the lines around it, unless every line of this body stands alone.
    const alike = pairs.filter((pair) => pairing === pairingOf(pair.above, pair.below));
    if (alike.length > 1 && alike.every((pair) => pair.apart)) return true;
  }
  const named = majority(others, (pair) => isLike(pair[fresh], fresh === 'above' ? above : below));
  if (named !== undefined) return named;
  if (pairing === 'lines alike') return false;
  return own ?? majority(others, (pair) => pairing === pairingOf(pair.above, pair.below)) ?? true;
}

/** Blocks of one type: how they stand to one another is how one more does. */
function areTwins({ above, below }: Pick<Pair, 'above' | 'below'>): boolean {
  return above.kind === 'block' && below.kind === 'block' && above.name === below.name;
}

type Pairing = 'introduction' | 'block' | 'large' | 'lines alike';

/** Sorts pairs of neighbors by what usually decides on the empty line between them. */
function pairingOf(above: Shape, below: Shape): Pairing {
  if (introducing.has(above.name) && !introducing.has(below.name)) return 'introduction';
  if (above.kind === 'block' || below.kind === 'block') return 'block';
  return above.size === 'lines' || below.size === 'lines' ? 'large' : 'lines alike';
}

interface Pair {
  readonly above: Shape;
  readonly below: Shape;
  readonly apart: boolean;
}

function pairsOf(file: HclFile, body: Body): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const [index, item] of body.items.entries()) {
    const previous = body.items[index - 1];
    if (previous === undefined) continue;
    const apart = areApart(file.text, previous, item);
    pairs.push({ above: shapeOf(file, previous), below: shapeOf(file, item), apart });
  }
  return pairs;
}

function pairsInOtherBlocks(file: HclFile, body: Body): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const node of descendants(file.body)) {
    if (node.kind === 'block' && node.body !== body) pairs.push(...pairsOf(file, node.body));
  }
  return pairs;
}

/** What most of the pairs do; undefined when there are none or they are undecided. */
function majority(pairs: readonly Pair[], counts: (pair: Pair) => boolean): boolean | undefined {
  const counted = pairs.filter(counts);
  const apart = counted.filter((pair) => pair.apart).length;
  return apart * 2 === counted.length ? undefined : apart * 2 > counted.length;
}

function isLike(one: Shape, other: Shape): boolean {
  return one.name === other.name && one.kind === other.kind && one.size === other.size;
}
