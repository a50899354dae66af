import { canonicalJson, type Json } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { compareText } from '../../model/text.ts';
import { compare, type FieldComparison, isSameField } from './compare.ts';
import {
  compareFieldPaths,
  difference,
  emptySet,
  type FieldSet,
  intersection,
  isEmptySet,
  memberPaths,
  union,
  within,
} from './field-set.ts';
import type { FieldType } from './field-type.ts';
import { merge } from './merge.ts';
import { withoutFields } from './remove.ts';
import { closed, underSchema } from './schema-change.ts';
import { invalid } from './validate.ts';
import { valueFields } from './value-set.ts';

/**
 * A resource and the owners of its fields, by the rules of Kubernetes' server-side apply
 * (structured-merge-diff): `update` never fails and takes what it changes, `apply` asks for exactly
 * the fields that it mentions.
 */
export interface ManagedFields {
  readonly live: Json;
  /** By name of the manager. Contains no empty sets. */
  readonly managers: ReadonlyMap<string, Manager>;
}

export interface Manager {
  readonly fields: FieldSet;
  /** Whether the last thing this manager did was an apply. */
  readonly applied: boolean;
}

/** A field that another manager owns and an apply would change. */
export interface FieldConflict {
  readonly manager: string;
  readonly path: AttributePath;
}

/** Why an apply was refused. A refused apply changes nothing. */
export type RefusedManage =
  | { readonly kind: 'conflicts'; readonly conflicts: readonly FieldConflict[] }
  | { readonly kind: 'invalid'; readonly problem: Problem };

/** The new state and the fields that changed. */
export interface ManageOutcome {
  readonly managed: ManagedFields;
  readonly changed: FieldComparison;
}

export const unmanaged: ManagedFields = { live: {}, managers: new Map() };

/**
 * Records that `who` wrote `next`, regardless of owners: the others lose the fields that it
 * changes. `touched` lists fields that were written although their values look the same, such as
 * hidden ones.
 */
export function update(
  type: FieldType,
  state: ManagedFields,
  next: Json,
  who: string,
  touched: FieldSet = emptySet,
): Result<ManageOutcome> {
  const problem = invalid(type, next);
  if (problem !== undefined) return fail(problem);
  const compared = compare(type, state.live, next);
  const changed = { ...compared, modified: union(compared.modified, touched) };
  const managers = reconciled(type, state.managers);
  const others = takeFrom(managers, who, changed);
  const own = managers.get(who)?.fields ?? emptySet;
  const written = union(changed.modified, changed.added);
  others.set(who, { fields: difference(union(own, written), changed.removed), applied: false });
  return ok({ managed: { live: next, managers: withOwners(others) }, changed });
}

/**
 * `who` asks for the fields of `config`. Fields that they asked for before and now omit are
 * removed, unless another manager owns them. Fields that others own and that would change are
 * conflicts; with `force`, the others lose them. Fields with the same value are owned jointly.
 */
export function apply(
  type: FieldType,
  state: ManagedFields,
  config: Json,
  who: string,
  force: boolean,
): Result<ManageOutcome, RefusedManage> {
  const problem = invalid(type, config);
  if (problem !== undefined) return fail({ kind: 'invalid', problem });
  const managers = reconciled(type, state.managers);
  const last = managers.get(who)?.fields ?? emptySet;
  managers.set(who, { fields: valueFields(type, config), applied: true });
  const merged = merge(type, state.live, config) ?? null;
  const next = isEmptySet(last) ? merged : prune(type, merged, last, managers);
  const changed = compare(type, state.live, next);
  const conflicts = force ? [] : conflictsOf(managers, who, changed);
  if (conflicts.length > 0) return fail({ kind: 'conflicts', conflicts });
  const live = isSameField(changed) ? state.live : next;
  const owners = withOwners(takeFrom(managers, who, changed));
  return ok({ managed: { live, managers: owners }, changed });
}

/**
 * Applies the fields that are free, leaves the rest to their owners, and returns those as
 * conflicts. Omitting a field that `who` does not own from the configuration gives nothing up.
 */
export function applyFree(
  type: FieldType,
  state: ManagedFields,
  config: Json,
  who: string,
): Result<ManageOutcome & { readonly conflicts: readonly FieldConflict[] }> {
  const found = new Map<string, FieldConflict>();
  let asked = config;
  for (;;) {
    const result = apply(type, state, asked, who, false);
    if (result.ok) return ok({ ...result.value, conflicts: [...found.values()] });
    if (result.error.kind === 'invalid') return fail(result.error.problem);
    const before = canonicalJson(asked);
    for (const conflict of result.error.conflicts) found.set(conflictKey(conflict), conflict);
    asked = withoutPaths(type, asked, result.error.conflicts);
    // A field that cannot be omitted individually makes the configuration impossible to apply.
    if (canonicalJson(asked) === before) asked = {};
  }
}

function conflictKey({ manager, path }: FieldConflict): string {
  return canonicalJson([manager, path as unknown as Json]);
}

function withoutPaths(type: FieldType, config: Json, conflicts: readonly FieldConflict[]): Json {
  const gone = conflicts.reduce(
    (set, { path }) => union(set, within(valueFields(type, config), path)),
    emptySet,
  );
  return withoutFields(type, config, gone) ?? {};
}

/**
 * `from` gives up the fields and `to` takes them in one step, without changing a value. Fields that
 * do not exist are left out.
 */
export function handOver(
  type: FieldType,
  state: ManagedFields,
  paths: readonly AttributePath[],
  from: string,
  to: string,
): ManagedFields {
  const managers = reconciled(type, state.managers);
  const existing = valueFields(type, state.live);
  const given = paths.reduce((set, path) => union(set, within(existing, path)), emptySet);
  const giver = managers.get(from) ?? { fields: emptySet, applied: false };
  const taker = managers.get(to) ?? { fields: emptySet, applied: false };
  managers.set(from, { ...giver, fields: difference(giver.fields, given) });
  managers.set(to, { ...taker, fields: union(managers.get(to)?.fields ?? emptySet, given) });
  return { live: state.live, managers: withOwners(managers) };
}

/**
 * Removes a field if `last` contains it and no manager, including the applier, still asks for it.
 */
function prune(
  type: FieldType,
  merged: Json,
  last: FieldSet,
  managers: ReadonlyMap<string, Manager>,
): Json {
  const lastClosed = closed(last, type);
  const all = closed(valueFields(type, merged), type);
  const pruned = withoutFields(type, merged, lastClosed);
  const owned = [...managers.values()].reduce((set, { fields }) => union(set, fields), emptySet);
  const kept = union(closed(valueFields(type, pruned), type), closed(owned, type));
  const withOwned = withoutFields(type, merged, difference(all, kept));
  const left = closed(valueFields(type, withOwned), type);
  return withoutFields(type, merged, intersection(difference(all, left), lastClosed));
}

function conflictsOf(
  managers: ReadonlyMap<string, Manager>,
  who: string,
  { added, modified }: FieldComparison,
): readonly FieldConflict[] {
  const written = union(modified, added);
  return [...managers]
    .filter(([name]) => name !== who)
    .flatMap(([manager, { fields }]) =>
      memberPaths(intersection(fields, written)).map((path) => ({ manager, path })),
    )
    .sort((a, b) => compareText(a.manager, b.manager) || compareFieldPaths(a.path, b.path));
}

/** Removes what was overwritten or deleted from the fields of the other managers. */
function takeFrom(
  managers: ReadonlyMap<string, Manager>,
  who: string,
  { added, modified, removed }: FieldComparison,
): Map<string, Manager> {
  const lost = union(union(modified, added), removed);
  return new Map(
    [...managers].map(([name, manager]) =>
      name === who
        ? [name, manager]
        : [name, { ...manager, fields: difference(manager.fields, lost) }],
    ),
  );
}

function reconciled(type: FieldType, managers: ReadonlyMap<string, Manager>): Map<string, Manager> {
  return new Map(
    [...managers].map(([name, manager]) => [
      name,
      { ...manager, fields: underSchema(manager.fields, type) },
    ]),
  );
}

function withOwners(managers: ReadonlyMap<string, Manager>): ReadonlyMap<string, Manager> {
  return new Map([...managers].filter(([, { fields }]) => !isEmptySet(fields)));
}
