import { markedKind } from '../../model/credential/find.ts';
import type { DriftValue } from '../../model/drift.ts';
import type { LogValue } from '../../model/event.ts';
import { canonicalJson, isJsonArray, isJsonObject, type Json, own } from '../../model/json.ts';
import { readLogValue } from '../../model/masked.ts';
import type { PathStep } from '../../model/path.ts';

/** Marks a place whose value is hidden. A symbol is used because no log can contain one. */
const hidden = Symbol('hidden');

/** An unknown value, except for parts of it that were set later. */
export interface TreeMask {
  readonly [hidden]: Extract<DriftValue, { kind: 'redacted' | 'unknown' }>;
  readonly inside: ReadonlyMap<string, { readonly step: PathStep; readonly value: ValueTree }>;
  /** The kind of credential that it hides, if an earlier run recognized one. */
  readonly credential?: string;
}

/** The value of a resource while events are folded into it: JSON that may contain masks. */
export type ValueTree =
  | null
  | boolean
  | number
  | string
  | readonly ValueTree[]
  | TreeObject
  | TreeMask;
export interface TreeObject {
  readonly [key: string]: ValueTree;
}

/** Lists are padded by at most this many elements to reach an index that a log names. */
const longestPadding = 1000;

export function treeMask(value: TreeMask[typeof hidden]): TreeMask {
  return { [hidden]: value, inside: new Map() };
}

export function isMask(tree: ValueTree | undefined): tree is TreeMask {
  return typeof tree === 'object' && tree !== null && hidden in tree;
}

export function isTreeArray(tree: ValueTree | undefined): tree is readonly ValueTree[] {
  return Array.isArray(tree);
}

export function isTreeObject(tree: ValueTree | undefined): tree is TreeObject {
  return typeof tree === 'object' && tree !== null && !Array.isArray(tree) && !isMask(tree);
}

/** True for null, "", [] and {}, which all mean that nothing is there. */
export function isBlankTree(tree: ValueTree | undefined): tree is undefined | null | '' {
  if (tree === undefined || tree === null || tree === '') return true;
  return typeof tree === 'object' && !isMask(tree) && Object.keys(tree).length === 0;
}

/** A value from a log as a tree. Masked texts that the log reader missed become masks here. */
export function logValueTree(value: LogValue): ValueTree {
  if (value.kind === 'known' && hasMarker(value.value)) return markedTree(value.value);
  const read = value.kind === 'known' ? readLogValue(value.value) : value;
  if (read.kind === 'known') return read.value;
  return treeMask(
    read.kind === 'redacted'
      ? { kind: 'redacted' }
      : { kind: 'unknown', why: 'the log leaves the value out' },
  );
}

function hasMarker(value: Json): boolean {
  if (typeof value === 'string') return markedKind(value) !== undefined;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasMarker);
}

/** Converts a value in which Parley itself has masked some parts; the other parts are known. */
function markedTree(value: Json): ValueTree {
  if (typeof value === 'string') {
    const credential = markedKind(value);
    if (credential !== undefined) return { ...treeMask({ kind: 'redacted' }), credential };
    return logValueTree({ kind: 'known', value });
  }
  if (isJsonArray(value)) return value.map(markedTree);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, markedTree(child)]),
  );
}

/** The tree as a side of a drift; hidden entirely if any part of it is hidden. */
export function treeSide(tree: ValueTree | undefined): DriftValue {
  if (tree === undefined || tree === null) return { kind: 'absent' };
  const mask = findMask(tree);
  return mask === undefined ? { kind: 'value', value: tree as Json } : mask[hidden];
}

/** The tree from which a side of a drift was made. */
export function treeOfSide(side: DriftValue): ValueTree | undefined {
  if (side.kind === 'absent') return undefined;
  return side.kind === 'value' ? side.value : treeMask(side);
}

export function findMask(tree: ValueTree): TreeMask | undefined {
  if (isMask(tree)) return tree;
  if (typeof tree !== 'object' || tree === null) return undefined;
  for (const child of Object.values(tree) as ValueTree[]) {
    const mask = findMask(child);
    if (mask !== undefined) return mask;
  }
  return undefined;
}

function stepKey(step: PathStep): string {
  return canonicalJson(step as Json);
}

/**
 * The value one step inside. `element` steps are left to the caller, which knows how members are
 * compared.
 */
export function childTree(
  tree: ValueTree | undefined,
  step: string | number,
): ValueTree | undefined {
  if (isMask(tree)) return tree.inside.get(stepKey(step))?.value ?? tree;
  if (typeof step === 'number') return isTreeArray(tree) ? tree[step] : undefined;
  return isTreeObject(tree) ? own(tree, step) : undefined;
}

/** The tree with the value one step inside replaced. */
export function withChild(
  tree: ValueTree | undefined,
  step: string | number,
  value: ValueTree,
): ValueTree {
  if (isMask(tree)) {
    return { ...tree, inside: new Map(tree.inside).set(stepKey(step), { step, value }) };
  }
  if (typeof step === 'string') {
    // A computed key defines an own property, even for `__proto__`.
    return { ...(isTreeObject(tree) ? tree : {}), [step]: value };
  }
  const items = isTreeArray(tree) ? [...tree] : [];
  if (step > items.length + longestPadding || step < 0 || !Number.isInteger(step)) {
    return treeMask({
      kind: 'unknown',
      why: `the log names member ${step}, which cannot be resolved`,
    });
  }
  while (items.length < step) items.push(null);
  items[step] = value;
  return items;
}
