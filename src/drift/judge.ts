import type { DriftValue, Write } from '../model/drift.ts';
import type { Json } from '../model/json.ts';
import { isJsonArray, isJsonObject } from '../model/json.ts';
import { equivalent } from './equal.ts';
import type { Snapshot } from './history.ts';
import type { Leaf } from './leaves.ts';
import { looselyEqual } from './members.ts';
import type { Tree } from './tree.ts';
import { findMask, isMask, sideOf, treeOfSide } from './tree.ts';
import type { AttributeHint, FieldChange } from './types.ts';

/** What became of one leaf. */
export type Judgment =
  | 'untouched'
  | 'computed'
  | 'ignored'
  | 'delegated'
  | 'reverted'
  | 'in-code'
  | 'redacted'
  | 'drift'
  /** The log tells of a change, and the provider reads what was there before. */
  | 'refuted'
  /** The provider reads another value, and the log tells of no change. */
  | 'unexplained';

export interface Judged {
  readonly judgment: Judgment;
  readonly writes: readonly Write[];
  /** The value before all writes. */
  readonly before: DriftValue;
  /** For each write, whether the value is another than before all of them. */
  readonly away: readonly boolean[];
  /** For each write, whether it made a difference that did not last. */
  readonly passing: readonly boolean[];
  readonly live: DriftValue;
  /** What the log came to, where the provider reads another value. */
  readonly said?: DriftValue;
}

/**
 * Folds the versions of a leaf into what happened to it. Where there is one step more than
 * snapshots, it is what the provider reads, and that counts.
 */
export function judge(
  leaf: Leaf,
  snapshots: readonly Snapshot[],
  hint: AttributeHint | undefined,
  ignored: (change: FieldChange) => boolean | 'delegated',
  remembered?: DriftValue,
): Judged {
  const { steps, declared } = leaf.versions;
  const base = remembered === undefined ? leaf.versions.base : treeOfSide(remembered);
  const writes: Write[] = [];
  const values: (Tree | undefined)[] = [];
  let earlier = base;
  for (const [index, { event, time }] of snapshots.entries()) {
    const after = steps[index];
    if (!same(earlier, after, leaf, hint)) {
      writes.push({ event, time, value: shownSide(after, hint) });
      values.push(after);
    }
    earlier = after;
  }
  const isRead = steps.length > snapshots.length;
  const last = isRead ? steps.at(-1) : earlier;
  const live = shownSide(last, hint);
  const judgmentOf = (): Judgment => {
    const stays = same(last, base, leaf, hint);
    if (writes.length === 0 && stays) return 'untouched';
    if (hint?.computedOnly === true) return 'computed';
    const left = ignored({ writes, live });
    if (left !== false) return left === true ? 'ignored' : left;
    if (stays) return same(earlier, base, leaf, hint) ? 'reverted' : 'refuted';
    if (covers(declared, last, leaf, hint)) return 'in-code';
    if (writes.length === 0) return 'unexplained';
    return findMask(last ?? null) === undefined ? 'drift' : 'redacted';
  };
  const isOther =
    isRead &&
    writes.length > 0 &&
    findMask(earlier ?? null) === undefined &&
    !same(last, earlier, leaf, hint);
  const judgment = judgmentOf();
  const away = values.map((value) => !same(value, base, leaf, hint));
  const end = judgment === 'in-code' ? last : earlier;
  const isEnd = values.map((value) => same(value, end, leaf, hint));
  return {
    judgment,
    writes,
    before: shownSide(base, hint),
    away,
    passing: passingOf(judgment, away, isEnd),
    live,
    ...(isOther && findMask(last ?? null) === undefined && { said: shownSide(earlier, hint) }),
  };
}

/**
 * The writes that did not last. What is in the code counts from when it is there: going back from it
 * to what was before is a change, too.
 */
function passingOf(
  judgment: Judgment,
  away: readonly boolean[],
  isEnd: readonly boolean[],
): readonly boolean[] {
  switch (judgment) {
    case 'in-code': {
      const first = isEnd.indexOf(true);
      return away.map((isAway, i) => isEnd[i] !== true && (isAway || (first !== -1 && i > first)));
    }
    case 'drift':
    case 'redacted':
      return away.map((isAway, i) => isAway && isEnd[i] !== true);
    default:
      return away;
  }
}

/** Whether the code, as it stands, means this value. */
export function covers(
  declared: Tree | undefined,
  value: Tree | undefined,
  leaf: Pick<Leaf, 'compares'>,
  hint: AttributeHint | undefined,
): boolean {
  if (same(declared, value, leaf, hint)) return true;
  if (hint?.versionPrefix !== true || typeof declared !== 'string') return false;
  return typeof value === 'string' && declared !== '' && value.startsWith(`${declared}.`);
}

/** Two hidden values are never known to be equal; one that nobody touched is. */
export function same(
  a: Tree | undefined,
  b: Tree | undefined,
  leaf: Pick<Leaf, 'compares'>,
  hint: AttributeHint | undefined,
): boolean {
  if (a === b) return true;
  if (leaf.compares === 'presence' && !isMask(a) && !isMask(b)) {
    return (a === undefined) === (b === undefined);
  }
  if (findMask(a ?? null) !== undefined || findMask(b ?? null) !== undefined) return false;
  const [left, right] = [a as Json | undefined, b as Json | undefined];
  return leaf.compares === 'member' ? looselyEqual(left, right) : equivalent(left, right, hint);
}

/** The value as a side of the drift; hidden where the provider calls it sensitive. */
export function shownSide(tree: Tree | undefined, hint: AttributeHint | undefined): DriftValue {
  const side = sideOf(tree);
  return side.kind === 'value' && isSensitive(side.value, hint) ? { kind: 'redacted' } : side;
}

function isSensitive(value: Json, hint: AttributeHint | undefined): boolean {
  if (hint === undefined || equivalent(value, null)) return false;
  if (hint.sensitive === true) return true;
  if (isJsonArray(value)) return value.some((item) => isSensitive(item, hint.within?.(0)));
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([name, child]) => isSensitive(child, hint.within?.(name)));
}
