import { isAtOrBelow } from '../../model/address.ts';
import type { Json } from '../../model/json.ts';
import type { OpenDrift } from '../../model/open-drift.ts';
import { overlaps } from '../../model/path.ts';
import { compareText } from '../../model/text.ts';
import type { ValueNode } from '../../providers/harm/value/node.ts';
import { against } from './declared.ts';
import { takenBackByCode } from './delegations.ts';
import { undoing } from './drifts.ts';
import type { KnownDeclaration, KnownDelegation, KnownDrift, KnownValues } from './known.ts';
import type { FoundChange } from './types.ts';
import { isValue, nodeAt } from './value.ts';

/** What the code has at a place. */
export type CodeSide =
  | { readonly kind: 'value'; readonly value: Json; readonly secret?: boolean }
  /** The resource exists, but the code sets nothing. */
  | { readonly kind: 'absent' }
  /** The code leaves the field to others. */
  | { readonly kind: 'left' }
  /** The code does not declare the resource. */
  | { readonly kind: 'gone' }
  /** Cannot be determined without the state, or not at all. */
  | { readonly kind: 'unknown' };

export interface CodeSides {
  readonly base: CodeSide;
  readonly head: CodeSide;
}

/** A field, or a resource if the path is empty. */
export type CodePlace = Pick<OpenDrift, 'address' | 'path'>;

/** The code of two branches. */
export interface BranchCode {
  /** Addresses of the resources that either branch declares. */
  readonly addresses: readonly string[];
  readonly sidesOf: (place: CodePlace) => CodeSides;
}

/**
 * The open drifts, delegated fields and declared intents that merging and applying a branch would
 * contradict, judged by the code alone. What the code does not show is left out. `base` is the
 * target branch, `now` is ISO 8601 UTC.
 */
export function judgeCode(
  { drifts, delegations, declarations }: Omit<KnownValues, 'store' | 'approvals'>,
  { addresses, sidesOf }: BranchCode,
  now: string,
): readonly FoundChange[] {
  const undone = drifts.flatMap((one) => judgeSide(one, sidesOf(one.drift)) ?? []);
  const isUndone = ({ address, path }: KnownDelegation) =>
    undone.some((one) => one.address === address && overlaps(one.steps, path));
  const taken = delegations
    .filter((each) => !isUndone(each))
    .flatMap((each) => takenFrom(each, sidesOf(each)) ?? []);
  const wished = declarations.flatMap((each) => {
    const { address: top, path } = each.declaration;
    return addresses
      .filter((address) => isAtOrBelow(address, top))
      .flatMap((address) => wishedAt(each, address, sidesOf({ address, path }), now) ?? []);
  });
  return [...undone, ...taken, ...wished].sort(
    (a, b) => compareText(a.address, b.address) || compareText(a.path, b.path),
  );
}

/**
 * A delegation that the branch removes while the base still has it; the field's value is not
 * compared.
 */
function takenFrom(delegation: KnownDelegation, { base, head }: CodeSides) {
  if (base.kind !== 'left' || head.kind === 'left' || head.kind === 'unknown') return undefined;
  return takenBackByCode(delegation, head.kind === 'gone');
}

function wishedAt(
  known: KnownDeclaration,
  address: string,
  { base, head }: CodeSides,
  now: string,
): FoundChange | undefined {
  if (base.kind === 'unknown' || head.kind === 'unknown' || head.kind === 'left') return undefined;
  if (base.kind === 'gone' && head.kind === 'gone') return undefined;
  const kind = head.kind === 'gone' ? 'delete' : base.kind === 'gone' ? 'create' : 'update';
  const field = { address, before: nodeOf(base), after: nodeOf(head), kind } as const;
  return against(known, field, now);
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
  // The live value is hidden or unknown.
  if (live.kind !== 'value' && live.kind !== 'absent') return undefined;
  const after = nodeOf(head);
  // The branch is older than the merge that adopted the change, and does not undo it.
  const isInBase = base.kind !== 'gone' && isValue(nodeOf(base), live) === true;
  if (isInBase && isValue(after, declared) === true) return undefined;
  return undoing(known, { before, after, kind: 'update' });
}

const none: ValueNode = { value: undefined, unknown: undefined, secret: undefined };

function nodeOf(side: { readonly kind: string; readonly value?: Json; readonly secret?: boolean }) {
  if (side.kind !== 'value' || side.value === undefined) return none;
  return { value: side.value, unknown: undefined, secret: side.secret === true ? true : undefined };
}

/** The member of a list that the code declares, or a part of it; see `nodeAt`. */
export function memberIn(
  { type, path }: Pick<OpenDrift, 'type' | 'path'>,
  index: number,
  list: Json,
): Json | undefined {
  const [block = '', ...rest] = path.slice(index - 1);
  const side = { values: { [String(block)]: list }, unknown: false, sensitive: false };
  return nodeAt(side, [block, ...rest], type).value;
}
