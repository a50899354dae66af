import type { Node } from '../harm/value/node.ts';
import type { Json } from '../model/json.ts';
import type { OpenDrift } from '../model/open-drift.ts';
import { undoing } from './drifts.ts';
import type { KnownDrift } from './known.ts';
import type { FoundChange } from './types.ts';
import { isValue, nodeAt } from './value.ts';

/** What code says of a place. */
export type CodeSide =
  | { readonly kind: 'value'; readonly value: Json; readonly secret?: boolean }
  /** The resource is there, and the code sets nothing. */
  | { readonly kind: 'absent' }
  /** The code leaves the field to others. */
  | { readonly kind: 'left' }
  /** The code does not declare the resource. */
  | { readonly kind: 'gone' }
  /** It cannot be told without the state, or at all. */
  | { readonly kind: 'unknown' };

export interface CodeSides {
  readonly base: CodeSide;
  readonly head: CodeSide;
}

/**
 * The open drifts that merging and applying a branch would undo, told from its code alone: what the
 * code cannot tell is left out. `base` is the branch that it goes into.
 */
export function judgeCode(
  known: readonly KnownDrift[],
  sidesOf: (drift: OpenDrift) => CodeSides,
): readonly FoundChange[] {
  return known
    .flatMap((one) => judgeSide(one, sidesOf(one.drift)) ?? [])
    .sort((a, b) => compare(a.address, b.address) || compare(a.path, b.path));
}

function judgeSide(known: KnownDrift, { base, head }: CodeSides): FoundChange | undefined {
  const { path, live, declared } = known.drift;
  if (head.kind === 'unknown' || head.kind === 'left') return undefined;
  if (path.length === 0) {
    if (live.kind !== 'absent' || head.kind === 'gone') return undefined;
    return undoing(known, { before: none, after: nodeOf({ kind: 'absent' }), kind: 'create' });
  }
  const before = live.kind === 'value' ? nodeOf(live) : none;
  if (head.kind === 'gone') return undoing(known, { before, after: none, kind: 'delete' });
  // Nobody may see what is live, or nobody knows.
  if (live.kind !== 'value' && live.kind !== 'absent') return undefined;
  const after = nodeOf(head);
  // A branch that is older than the merge that took the change over.
  const isInBase = base.kind !== 'gone' && isValue(nodeOf(base), live) === true;
  if (isInBase && isValue(after, declared) === true) return undefined;
  return undoing(known, { before, after, kind: 'update' });
}

const none: Node = { value: undefined, unknown: undefined, secret: undefined };

function nodeOf(side: { readonly kind: string; readonly value?: Json; readonly secret?: boolean }) {
  if (side.kind !== 'value' || side.value === undefined) return none;
  return { value: side.value, unknown: undefined, secret: side.secret === true ? true : undefined };
}

/** The member of a list that code declares, or a part of it; see `nodeAt`. */
export function memberIn(
  { type, path }: Pick<OpenDrift, 'type' | 'path'>,
  index: number,
  list: Json,
): Json | undefined {
  const [block = '', ...rest] = path.slice(index - 1);
  const side = { values: { [String(block)]: list }, unknown: false, sensitive: false };
  return nodeAt(side, [block, ...rest], type).value;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
