import type { DriftValue } from '../../model/drift.ts';
import { groupBy } from '../../model/group.ts';
import type { Json } from '../../model/json.ts';
import { type AttributePath, pathKey, startsWith } from '../../model/path.ts';
import { compareKeys, compareText } from '../../model/text.ts';
import { compareEntries, type LedgerEntry } from './entry.ts';
import { compareFieldPaths, emptySet, fieldSet } from './field-set.ts';
import type { FieldType } from './field-type.ts';
import { fitPath, fittedValueAt, fitValue, typeAt, withValueAt } from './fit.ts';
import { apply, applyFree, type FieldConflict, handOver, unmanaged, update } from './manage.ts';
import { findDelegation, type OwnerState, settleOwners } from './settle.ts';
import type { FieldContest, ResourceLedger } from './types.ts';

/**
 * The ledger of every resource in the entries, by address. Pure: entries may come in any order and
 * more than once.
 */
export function foldLedger(
  entries: Iterable<LedgerEntry>,
  typeOf: (type: string) => FieldType,
): ReadonlyMap<string, ResourceLedger> {
  const unique = [...new Map([...entries].map((entry) => [entry.id, entry])).values()];
  const byAddress = [...groupBy(unique, ({ address }) => address)].sort(compareKeys);
  return new Map(
    byAddress.map(([address, own]) => [address, foldResource(address, own, typeOf)] as const),
  );
}

function foldResource(
  address: string,
  entries: readonly LedgerEntry[],
  typeOf: (type: string) => FieldType,
): ResourceLedger {
  const sorted = [...entries].sort(compareEntries);
  const type = sorted.at(-1)?.type ?? '';
  const state: OwnerState = {
    managed: unmanaged,
    names: new Map(),
    claims: new Map(),
    delegations: new Map(),
    hidden: new Map(),
    contests: [],
    breaches: [],
    history: [],
    problems: [],
  };
  const fieldType = typeOf(type);
  for (const entry of sorted) step(state, fieldType, entry);
  const claims = [...state.claims.values()].sort(
    (a, b) => compareFieldPaths(a.path, b.path) || compareText(a.manager.id, b.manager.id),
  );
  const { contests, breaches, history, problems } = state;
  return { address, type, claims, contests, breaches, history, problems };
}

function step(state: OwnerState, type: FieldType, entry: LedgerEntry): void {
  state.names.set(entry.manager.id, entry.manager);
  switch (entry.kind) {
    case 'update':
      stepUpdate(state, type, entry);
      break;
    case 'apply':
      stepApply(state, type, entry);
      break;
    case 'handover':
      stepHandover(state, type, entry);
      break;
  }
}

type EntryOf<K extends LedgerEntry['kind']> = Extract<LedgerEntry, { kind: K }>;

function stepUpdate(state: OwnerState, type: FieldType, entry: EntryOf<'update'>): void {
  const before = { ...state.managed, live: withNamed(type, state.managed.live, entry) };
  let next = before.live;
  const touched: AttributePath[] = [];
  for (const write of entry.writes) {
    const { path, cut } = fitPath(type, write.path);
    const { value } = write;
    const isShown = value.kind === 'value' && !cut;
    if (!isShown && (value.kind !== 'absent' || cut)) {
      touched.push(path);
      state.hidden.set(pathKey(path), value.kind === 'value' ? wholeList : value);
    } else state.hidden.delete(pathKey(path));
    if (path.length > 0) next = withValueAt(type, next, path, fitWrite(type, path, value, cut));
    else next = value.kind === 'value' ? fitValue(type, value.value) : {};
  }
  const result = update(type, before, next, entry.manager.id, fieldSet(touched));
  if (result.ok) settleOwners(state, type, entry, result.value, fieldSet(touched));
  else state.problems.push(result.error);
}

/**
 * Adds the members inside which a value was written, so that naming a member does not count as
 * creating it.
 */
function withNamed(type: FieldType, live: Json, { writes }: EntryOf<'update'>): Json {
  let known = live;
  for (const write of writes) {
    const { path } = fitPath(type, write.path);
    for (const [index, step] of path.slice(0, -1).entries()) {
      const at = path.slice(0, index + 1);
      if (typeof step !== 'object' || fittedValueAt(type, known, at) !== undefined) continue;
      known = withValueAt(type, known, at, step.element);
    }
  }
  return known;
}

/** Stands for a list that is owned entirely but only partly known. */
const wholeList: DriftValue = { kind: 'unknown', why: 'only a part of the list is known' };

function fitWrite(
  type: FieldType,
  path: AttributePath,
  value: DriftValue,
  cut: boolean,
): Json | undefined {
  if (value.kind === 'absent' && !cut) return undefined;
  const last = path.at(-1);
  if (typeof last === 'object') {
    const list = typeAt(type, path.slice(0, -1)).list;
    if (list?.kind !== 'keyed') return last.element;
    const member = value.kind === 'value' && !cut ? fitValue(list.member, value.value) : {};
    return { ...(member as object), ...(last.element as object) };
  }
  return value.kind === 'value' && !cut ? fitValue(typeAt(type, path), value.value) : null;
}

function stepApply(state: OwnerState, type: FieldType, entry: EntryOf<'apply'>): void {
  const config = fitValue(type, entry.config);
  for (const path of entry.hidden) {
    const key = pathKey(fitPath(type, path).path);
    if (!state.hidden.has(key)) state.hidden.set(key, { kind: 'redacted' });
  }
  const who = entry.manager.id;
  if (entry.mode === 'force') {
    const result = apply(type, state.managed, config, who, true);
    if (result.ok) settleOwners(state, type, entry, result.value, emptySet);
    else if (result.error.kind === 'invalid') state.problems.push(result.error.problem);
    state.contests = state.contests.filter(({ manager }) => manager.id !== who);
    return;
  }
  const result = applyFree(type, state.managed, config, who);
  if (!result.ok) {
    state.problems.push(result.error);
    return;
  }
  settleOwners(state, type, entry, result.value, emptySet);
  const kept = state.contests.filter(({ manager }) => manager.id !== who);
  const found = result.value.conflicts.flatMap((conflict) =>
    contest(state, type, entry, config, conflict),
  );
  state.contests = [...kept, ...found];
}

function contest(
  state: OwnerState,
  type: FieldType,
  entry: EntryOf<'apply'>,
  config: Json,
  { manager, path }: FieldConflict,
): readonly FieldContest[] {
  const owner = state.names.get(manager);
  if (owner === undefined) return [];
  const key = pathKey(path);
  const known = state.contests.find(
    (each) => each.owner.id === manager && pathKey(each.path) === key,
  );
  const value = fittedValueAt(type, config, path);
  const wanted: DriftValue = value === undefined ? { kind: 'absent' } : { kind: 'value', value };
  return [{ path, manager: entry.manager, owner, wanted, since: known?.since ?? entry.time }];
}

function stepHandover(state: OwnerState, type: FieldType, entry: EntryOf<'handover'>): void {
  const { to, manager: from, time, reason, bounds, expires } = entry;
  state.names.set(to.id, to);
  const paths = entry.paths.map((path) => fitPath(type, path).path);
  for (const path of paths) {
    state.delegations.set(pathKey(path), {
      owner: to.id,
      path,
      since: time,
      from,
      reason,
      ...(bounds === undefined ? {} : { bounds }),
      ...(expires === undefined ? {} : { expires }),
    });
  }
  const before = state.managed.managers;
  const managed = handOver(type, state.managed, paths, from.id, to.id);
  settleOwners(state, type, entry, { managed, changed: noChange }, emptySet, before);
  for (const [key, claim] of state.claims) {
    const delegation = findDelegation(state, claim.path, claim.manager.id);
    if (delegation !== undefined) state.claims.set(key, { ...claim, delegation });
  }
  state.contests = state.contests.filter(
    ({ path }) => !paths.some((given) => startsWith(path, given)),
  );
}

const noChange = { added: emptySet, modified: emptySet, removed: emptySet };
