import type { DriftValue } from '../../model/drift.ts';
import { type AttributePath, pathKey, startsWith } from '../../model/path.ts';
import type { AddressMove } from './history.ts';
import { coversPath, type Judged } from './judge.ts';
import type { LeafContext, ValueLeaf } from './leaves.ts';
import type { ManagedResources } from './report.ts';
import { findMask, isBlankTree, type ValueTree } from './tree.ts';
import type { AttributeHint, NetDriftInput } from './types.ts';

/**
 * A value that a call set, that the state has as well, and that the code contradicts. Either the
 * state was refreshed after the call, which is then drift, or the code is not applied yet: log and
 * state do not tell which.
 */
export interface StateOnlyValue {
  readonly address: string;
  readonly path: AttributePath;
  readonly declared: DriftValue;
  readonly live: DriftValue;
  /** Id of the last event that set it. */
  readonly event: string;
}

export interface StateOnlyInput {
  readonly leaf: ValueLeaf;
  readonly judged: Judged;
  readonly hint: AttributeHint | undefined;
  readonly moves: readonly AddressMove[];
  readonly declared: DriftValue;
}

/** Undefined where the log did not set the value, or the code says the same or nothing. */
export function stateOnlyValue(
  input: NetDriftInput,
  { address }: ManagedResources,
  context: LeafContext,
  { leaf, judged, hint, moves, declared }: StateOnlyInput,
): StateOnlyValue | undefined {
  const { path, versions } = leaf;
  const { judgment, live } = judged;
  if (judgment !== 'untouched' && judgment !== 'reverted') return undefined;
  if (hint?.computedOnly === true) return undefined;
  const last = versions.steps.at(-1);
  if (!differsForSure(versions.declared, last, leaf, hint)) return undefined;
  const by = moves.findLast((move) => move.isLook !== true && sets(move, path, context));
  if (by === undefined) return undefined;
  const writes = [{ event: by.event, time: by.time, value: live }];
  const isLeft = input.ignored?.(address, path, { writes, live }) ?? false;
  return isLeft === false ? { address, path, declared, live, event: by.event } : undefined;
}

/**
 * Whether an apply would change the value. Providers keep many texts in a form of their own (an id
 * for a name), and fill in what the code leaves out.
 */
function differsForSure(
  declared: ValueTree | undefined,
  last: ValueTree | undefined,
  leaf: ValueLeaf,
  hint: AttributeHint | undefined,
): boolean {
  if (findMask(declared ?? null) !== undefined || findMask(last ?? null) !== undefined)
    return false;
  if (coversPath(declared, last, leaf, hint)) return false;
  const isWholeMember = typeof leaf.path.at(-1) === 'object';
  if (isWholeMember && (declared === undefined || last === undefined)) return true;
  if (isBlankTree(declared) || isBlankTree(last) || typeof declared !== typeof last) return false;
  if (typeof declared !== 'string' || typeof last !== 'string') return typeof last !== 'object';
  const [a, b] = [declared.toLowerCase(), last.toLowerCase()];
  return !a.includes(b) && !b.includes(a);
}

/** Whether a call sets the value at this path, to whatever it was before. */
function sets({ change }: AddressMove, path: AttributePath, { algebraAt }: LeafContext): boolean {
  // A call of which the log hides what it changed sets nothing that is known.
  if (change.path.length === 0) return false;
  if (change.kind === 'set') return startsWith(path, change.path) || startsWith(change.path, path);
  const step = path[change.path.length];
  if (!startsWith(path, change.path) || typeof step !== 'object') return false;
  const algebra = algebraAt(change.path);
  const named = algebra.add(new Map(), change.element);
  const own = pathKey([step]);
  return [...named.values()].some((member) => pathKey([{ element: algebra.step(member) }]) === own);
}
