import type { DriftValue } from '../../model/drift.ts';
import { type AttributePath, pathKey, startsWith } from '../../model/path.ts';
import type { Problem } from '../../model/result.ts';
import type { LedgerEntry, ManagerRef } from './entry.ts';
import { emptySet, type FieldSet, fieldLeaves, hasPath } from './field-set.ts';
import type { FieldType } from './field-type.ts';
import { fittedValueAt } from './fit.ts';
import type { ManagedFields, ManageOutcome } from './manage.ts';
import type {
  Breach,
  ClaimChange,
  FieldClaim,
  FieldContest,
  HistoryLine,
  LedgerDelegation,
} from './types.ts';

/** The state of one resource while its entries are folded. */
export interface OwnerState {
  managed: ManagedFields;
  readonly names: Map<string, ManagerRef>;
  readonly claims: Map<string, FieldClaim>;
  readonly delegations: Map<
    string,
    LedgerDelegation & { readonly owner: string; readonly path: AttributePath }
  >;
  hidden: Map<string, DriftValue>;
  contests: readonly FieldContest[];
  readonly breaches: Breach[];
  readonly history: HistoryLine[];
  readonly problems: Problem[];
}

/** Adopts the new owners and records who gained and lost which fields. */
export function settleOwners(
  state: OwnerState,
  type: FieldType,
  entry: LedgerEntry,
  { managed, changed }: ManageOutcome,
  touched: FieldSet,
  before = state.managed.managers,
): void {
  state.managed = managed;
  const names = [...new Set([...before.keys(), ...managed.managers.keys()])].sort();
  for (const name of names) {
    const manager = state.names.get(name) ?? { id: name, name, class: 'unknown' };
    const now = managed.managers.get(name)?.fields ?? emptySet;
    const past = before.get(name)?.fields ?? emptySet;
    for (const path of fieldLeaves(past)) {
      if (!hasPath(now, path)) dropClaim(state, type, entry, manager, path);
    }
    for (const path of fieldLeaves(now)) {
      const isNew = !state.claims.has(claimKey(name, path));
      const isOwn = name === entry.manager.id || entry.kind === 'handover';
      const wrote = [changed.added, changed.modified, touched].some((set) => hasPath(set, path));
      if (isNew || (isOwn && wrote)) addClaim(state, type, entry, manager, path, isNew);
    }
  }
}

function claimKey(manager: string, path: AttributePath): string {
  return `${manager} ${pathKey(path)}`;
}

function shownValue(state: OwnerState, type: FieldType, path: AttributePath): DriftValue {
  const value = fittedValueAt(type, state.managed.live, path);
  if (value === undefined) return { kind: 'absent' };
  const hidden = [...path.keys()]
    .map((i) => state.hidden.get(pathKey(path.slice(0, i + 1))))
    .find((each) => each !== undefined);
  return hidden !== undefined && value === null ? hidden : { kind: 'value', value };
}

function addClaim(
  state: OwnerState,
  type: FieldType,
  entry: LedgerEntry,
  manager: ManagerRef,
  path: AttributePath,
  isNew: boolean,
): void {
  const { time, reason, evidence } = entry;
  const value = shownValue(state, type, path);
  const delegation = findDelegation(state, path, manager.id);
  state.claims.set(claimKey(manager.id, path), {
    manager,
    path,
    value,
    since: time,
    before: entry.kind === 'apply' && entry.before === true,
    by: entry.kind,
    reason,
    evidence,
    ...(delegation === undefined ? {} : { delegation }),
  });
  const isShared = [...state.managed.managers].some(
    ([name, { fields }]) => name !== manager.id && hasPath(fields, path),
  );
  const change: ClaimChange =
    entry.kind === 'handover' ? 'took-over' : isNew && isShared ? 'joined' : 'set';
  state.history.push({
    time,
    entry: entry.id,
    path,
    manager,
    change,
    value,
    ...(entry.kind === 'apply' && entry.before === true ? { before: true } : {}),
    reason,
    evidence,
  });
  if (entry.kind === 'update') noteBreach(state, entry, path, value);
}

function dropClaim(
  state: OwnerState,
  type: FieldType,
  entry: LedgerEntry,
  manager: ManagerRef,
  path: AttributePath,
): void {
  state.claims.delete(claimKey(manager.id, path));
  const { time, reason, evidence } = entry;
  const value = shownValue(state, type, path);
  const own = manager.id === entry.manager.id;
  const change: ClaimChange = value.kind === 'absent' ? 'removed' : own ? 'gave-up' : 'lost';
  const because = own ? {} : { because: entry.manager };
  state.history.push({
    time,
    entry: entry.id,
    path,
    manager,
    change,
    value,
    ...because,
    reason,
    evidence,
  });
}

/**
 * Records a write that the delegation of the field does not cover: by another manager, out of
 * bounds, or after it expired.
 */
function noteBreach(
  state: OwnerState,
  { time, manager }: LedgerEntry,
  path: AttributePath,
  value: DriftValue,
): void {
  const delegation = [...state.delegations.values()].find((each) => startsWith(path, each.path));
  if (delegation === undefined) return;
  const { owner, bounds = {}, expires } = delegation;
  const number = value.kind === 'value' ? Number(value.value) : Number.NaN;
  const isOutside =
    number < (bounds.min ?? Number.NEGATIVE_INFINITY) ||
    number > (bounds.max ?? Number.POSITIVE_INFINITY);
  const isLate = expires !== undefined && Date.parse(time) >= Date.parse(expires);
  const kind =
    owner !== manager.id
      ? 'other-manager'
      : isLate
        ? 'expired'
        : isOutside
          ? 'out-of-bounds'
          : undefined;
  if (kind !== undefined) state.breaches.push({ time, path, manager, kind, value });
}

export function findDelegation(
  state: OwnerState,
  path: AttributePath,
  owner: string,
): LedgerDelegation | undefined {
  const found = [...state.delegations.values()].find(
    (each) => each.owner === owner && startsWith(path, each.path),
  );
  if (found === undefined) return undefined;
  const { owner: _, path: __, ...delegation } = found;
  return delegation;
}
