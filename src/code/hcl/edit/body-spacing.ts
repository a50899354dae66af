import type { Body, BodyItem, HclFile } from '../syntax/ast.ts';
import { descendants } from '../syntax/walk.ts';
import { areApart, type Size, spacingSize } from './spacing.ts';

/** What spacing depends on for a body item: its name and whether it takes several lines. */
export interface Shape {
  /** Argument name or block type. */
  readonly name: string;
  readonly kind: 'attribute' | 'block' | 'broken';
  readonly size: Size;
}

export function bodyShape(file: HclFile, item: BodyItem): Shape {
  const name = item.kind === 'attribute' ? item.name : item.kind === 'block' ? item.type : '';
  return { name, kind: item.kind, size: spacingSize(file.text, item) };
}

/** The shape of an item that is yet to be written. */
export function shapeOfText(text: string): Shape {
  const name = /^[^\s={"]*/.exec(text)?.[0] ?? '';
  const isAttribute = /^\s*=/.test(text.slice(name.length));
  const kind = isAttribute ? 'attribute' : 'block';
  return { name, kind, size: text.includes('\n') ? 'lines' : 'line' };
}

/**
 * Arguments that decide how often or where a block applies. They come first and are often followed
 * by an empty line.
 */
const introducing = new Set(['count', 'for_each', 'provider', 'providers', 'source', 'version']);

/**
 * Whether an empty line belongs between two neighbors, one of which is new. Follows the habit of
 * this body, or else of the other blocks in the file.
 */
export function wantsBlankBetween(
  file: HclFile,
  body: Body,
  above: Shape,
  below: Shape,
  fresh: 'above' | 'below',
): boolean {
  const pairs = pairsOf(file, body);
  if (areAlike({ above, below })) {
    const alike = majority(pairs, (pair) => areAlike(pair) && pair.below.name === below.name);
    if (alike !== undefined) return alike;
  }
  // The spacing between the top-level blocks of a file says nothing about the spacing inside
  // blocks, and vice versa.
  const others = body === file.body ? [] : pairsInOtherBlocks(file, body);
  if (above.kind === 'block' || below.kind === 'block') {
    return isBlockApart({ above, below }, pairs, others);
  }
  const decided = areArgumentsApart({ above, below }, fresh, pairs, others);
  // Without any example, a value of several lines is set apart at the top level, but not in a
  // block.
  return decided ?? (introducing.has(above.name) || body === file.body);
}

type Neighbors = Pick<Pair, 'above' | 'below'>;

/**
 * Pairs of the same kind decide first, then all pairs with a block; pairs in this body come before
 * those in others.
 */
function isBlockApart(
  neighbors: Neighbors,
  own: readonly Pair[],
  others: readonly Pair[],
): boolean {
  const isAlike = (pair: Pair): boolean => pairingOf(pair) === pairingOf(neighbors);
  const hasBlock = (pair: Pair): boolean =>
    withBlock.has(pairingOf(pair)) && isLarge(pair) === isLarge(neighbors);
  return (
    majority(own, isAlike) ??
    majority(own, hasBlock) ??
    majority(others, isAlike) ??
    majority(others, hasBlock) ??
    !areDense([...own, ...others])
  );
}

function areArgumentsApart(
  neighbors: Neighbors,
  fresh: 'above' | 'below',
  own: readonly Pair[],
  others: readonly Pair[],
): boolean | undefined {
  const pairing = pairingOf(neighbors);
  const isAlike = (pair: Pair): boolean => pairingOf(pair) === pairing;
  // A one-line argument joins the lines around it, unless empty lines separate all lines of this
  // body.
  const alike = own.filter(isAlike);
  const isLine = pairing === 'lines alike';
  if (isLine && alike.length > 1 && alike.every((pair) => pair.apart)) return true;
  const named = majority(others, (pair) => isLike(pair[fresh], neighbors[fresh]));
  if (named !== undefined) return named;
  if (isLine) return false;
  return majority(own, isAlike) ?? majority(others, isAlike);
}

/** True if there are enough pairs of neighbors and none of them has an empty line in between. */
function areDense(pairs: readonly Pair[]): boolean {
  return pairs.length > 2 && pairs.every((pair) => !pair.apart);
}

/** Blocks of one type: a new one is spaced as the existing ones are. */
function areAlike({ above, below }: Neighbors): boolean {
  return above.kind === 'block' && below.kind === 'block' && above.name === below.name;
}

type Pairing =
  | 'introduction'
  | 'block below argument'
  | 'blocks'
  | 'one-line blocks'
  | 'argument below block'
  | 'large'
  | 'lines alike';

const withBlock: ReadonlySet<Pairing> = new Set([
  'block below argument',
  'blocks',
  'one-line blocks',
  'argument below block',
]);

/** Classifies a pair of neighbors by what usually decides whether an empty line separates them. */
function pairingOf({ above, below }: Neighbors): Pairing {
  if (introducing.has(above.name) && !introducing.has(below.name)) return 'introduction';
  const large = isLarge({ above, below });
  if (above.kind === 'block') {
    if (below.kind !== 'block') return 'argument below block';
    return large ? 'blocks' : 'one-line blocks';
  }
  if (below.kind === 'block') return 'block below argument';
  return large ? 'large' : 'lines alike';
}

function isLarge({ above, below }: Neighbors): boolean {
  return above.size === 'lines' || below.size === 'lines';
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
    pairs.push({ above: bodyShape(file, previous), below: bodyShape(file, item), apart });
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

/** What most of the matching pairs do; undefined if there are none or it is a tie. */
function majority(pairs: readonly Pair[], counts: (pair: Pair) => boolean): boolean | undefined {
  const counted = pairs.filter(counts);
  const apart = counted.filter((pair) => pair.apart).length;
  return apart * 2 === counted.length ? undefined : apart * 2 > counted.length;
}

function isLike(one: Shape, other: Shape): boolean {
  return one.name === other.name && one.kind === other.kind && one.size === other.size;
}
