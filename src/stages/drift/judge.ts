import type { DriftValue, Write } from '../../model/drift.ts';
import { compareInstants } from '../../model/instant.ts';
import { isJsonArray, isJsonObject, type Json } from '../../model/json.ts';
import { equivalent } from './equal.ts';
import type { HistorySnapshot } from './history.ts';
import type { ValueLeaf } from './leaves.ts';
import { looselyEqual } from './members.ts';
import { tied } from './ties.ts';
import { findMask, isMask, treeMask, treeOfSide, treeSide, type ValueTree } from './tree.ts';
import type { AttributeHint, FieldChange } from './types.ts';

export type DriftJudgment =
  | 'untouched'
  | 'computed'
  | 'ignored'
  | 'delegated'
  | 'reverted'
  | 'in-code'
  | 'redacted'
  | 'drift'
  /** The log has a change, but the provider reads the value from before it. */
  | 'refuted'
  /** The provider reads another value, but the log has no change. */
  | 'unexplained';

export interface Judged {
  readonly judgment: DriftJudgment;
  readonly writes: readonly Write[];
  /** The value before all writes. */
  readonly before: DriftValue;
  /** For each write, whether its value differs from the one before all writes. */
  readonly away: readonly boolean[];
  /** For each write, whether it changed the value only temporarily. */
  readonly passing: readonly boolean[];
  readonly live: DriftValue;
  /** The value that results from the log, if the provider reads another one. */
  readonly loggedValue?: DriftValue;
}

export interface JudgeContext {
  readonly hint: AttributeHint | undefined;
  readonly ignored: (change: FieldChange) => boolean | 'delegated';
  /** The value before all writes as an earlier run knew it. */
  readonly remembered?: DriftValue | undefined;
  /** What the provider read, as a write, if it cannot be the result of a logged call. */
  readonly reading?: ((value: DriftValue) => Write | undefined) | undefined;
}

/**
 * Judges what happened to a leaf from its versions. A step beyond the snapshots is what the
 * provider reads, and takes precedence.
 */
export function judgeDrift(
  leaf: ValueLeaf,
  snapshots: readonly HistorySnapshot[],
  { hint, ignored, remembered, reading }: JudgeContext,
): Judged {
  const { steps, declared } = leaf.versions;
  const base = remembered === undefined ? leaf.versions.base : treeOfSide(remembered);
  const earlier = snapshots.length === 0 ? base : steps[snapshots.length - 1];
  const isTied = leaf.versions.others.some((other) => !isSameSide(other, earlier, leaf, hint));
  const taken = stepsTaken(leaf, snapshots, base, hint, isTied);
  const logged = taken.map(({ event, time, logged: tree }) => ({
    event,
    time,
    value: shownSide(tree, hint),
  }));
  const isRead = steps.length > snapshots.length;
  const end = isTied ? treeMask({ kind: 'unknown', why: tied }) : earlier;
  const last = isRead ? steps.at(-1) : end;
  const live = shownSide(last, hint);
  const stays = isSameSide(last, base, leaf, hint);
  const isOther =
    isRead &&
    !isTied &&
    logged.length > 0 &&
    findMask(earlier ?? null) === undefined &&
    findMask(last ?? null) === undefined &&
    !isSameSide(last, earlier, leaf, hint);
  const unlogged = isOther && !stays ? reading?.(live) : undefined;
  const writes = unlogged === undefined ? logged : [...logged, unlogged];
  const call = taken.at(-1);
  const isCorrected =
    call !== undefined &&
    findMask(call.logged ?? null) === undefined &&
    !isSameSide(call.logged, call.tree, leaf, hint);
  const judgmentOf = (): DriftJudgment => {
    if (writes.length === 0 && stays) return 'untouched';
    if (hint?.computedOnly === true) return 'computed';
    const left = ignored({ writes, live });
    if (left !== false) return left === true ? 'ignored' : left;
    if (stays) {
      return isSameSide(earlier, base, leaf, hint) && !isCorrected ? 'reverted' : 'refuted';
    }
    if (coversPath(declared, last, leaf, hint)) return 'in-code';
    if (writes.length === 0) return 'unexplained';
    return findMask(last ?? null) === undefined ? 'drift' : 'redacted';
  };
  const judgment = judgmentOf();
  const values = [...taken, ...(unlogged === undefined ? [] : [{ tree: last, logged: last }])];
  const away = values.map((value) => !isSameSide(value.logged, base, leaf, hint));
  const ended = judgment === 'in-code' || unlogged !== undefined ? last : earlier;
  const isEnd = values.map((value) => isSameSide(value.tree, ended, leaf, hint));
  const loggedLast = isOther ? earlier : call?.logged;
  return {
    judgment,
    writes,
    before: shownSide(base, hint),
    away,
    passing: isTied && !isRead ? away.map(() => false) : passingWrites(judgment, away, isEnd),
    live,
    ...(unlogged === undefined &&
      (isOther || isCorrected) && { loggedValue: shownSide(loggedLast, hint) }),
  };
}

interface TakenStep extends Pick<HistorySnapshot, 'event' | 'time' | 'tree'> {
  /** The value according to the log. */
  readonly logged: ValueTree | undefined;
}

/**
 * The snapshots that changed the leaf. If the order within the last moment is not known, all
 * snapshots of that moment count, since each may have changed it.
 */
function stepsTaken(
  leaf: ValueLeaf,
  snapshots: readonly HistorySnapshot[],
  base: ValueTree | undefined,
  hint: AttributeHint | undefined,
  isTied: boolean,
): readonly TakenStep[] {
  const { steps, logged = steps } = leaf.versions;
  const all = snapshots.map(({ event, time }, index) => ({
    event,
    time,
    tree: steps[index],
    logged: logged[index],
  }));
  const changed = all.map((one, index) => {
    const before = all[index - 1] ?? { tree: base, logged: base };
    if (!isSameSide(before.tree, one.tree, leaf, hint)) return true;
    const isLook = snapshots[index]?.isLook === true;
    return !isLook && !isSameSide(before.logged, one.logged, leaf, hint);
  });
  const last = isTied ? all[changed.lastIndexOf(true)]?.time : undefined;
  const isLast = ({ time }: TakenStep): boolean =>
    last !== undefined && compareInstants(time, last) === 0;
  return all.filter((one, index) => changed[index] === true || isLast(one));
}

/**
 * The writes that did not last. For a value that is in the code now, going back from it to the
 * earlier value also counts as a change.
 */
function passingWrites(
  judgment: DriftJudgment,
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

/** Whether the value is what the code says now. */
export function coversPath(
  declared: ValueTree | undefined,
  value: ValueTree | undefined,
  leaf: Pick<ValueLeaf, 'compares'>,
  hint: AttributeHint | undefined,
): boolean {
  if (isSameSide(declared, value, leaf, hint)) return true;
  if (hint?.versionPrefix !== true || typeof declared !== 'string') return false;
  return typeof value === 'string' && declared !== '' && value.startsWith(`${declared}.`);
}

/**
 * Two different hidden values are never known to be equal; a hidden value that was not touched is
 * equal to itself.
 */
export function isSameSide(
  a: ValueTree | undefined,
  b: ValueTree | undefined,
  leaf: Pick<ValueLeaf, 'compares'>,
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

/** The value as a side of the drift, hidden if the provider marks it as sensitive. */
export function shownSide(
  tree: ValueTree | undefined,
  hint: AttributeHint | undefined,
): DriftValue {
  const side = treeSide(tree);
  return side.kind === 'value' && isSensitive(side.value, hint) ? { kind: 'redacted' } : side;
}

function isSensitive(value: Json, hint: AttributeHint | undefined): boolean {
  if (hint === undefined || equivalent(value, null)) return false;
  if (hint.sensitive === true || hint.hides?.(value) === true) return true;
  if (isJsonArray(value)) return value.some((item) => isSensitive(item, hint.within?.(0)));
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([name, child]) => isSensitive(child, hint.within?.(name)));
}
