import { canonicalJson, isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import {
  type AttributePath,
  overlaps,
  parsePath,
  pathKey,
  valueAtPath,
} from '../../../model/path.ts';
import { atomsOf } from '../../../providers/catalog/elements.ts';
import { collectionKind } from '../../../providers/schema/query.ts';
import type { ProviderSchema } from '../../../providers/schema/types.ts';
import { isBlankValue, type PlanDifference } from './difference.ts';
import type { PlannedChange } from './plan.ts';

/** One effect of a planned change: on a value, or on one member of a set. */
export interface PlanPart extends PlanDifference {
  /** The member that is added or removed; `path` is then that of the set. */
  readonly member?: Json;
}

export interface Parts {
  readonly parts: readonly PlanPart[];
  /** Sets with the same members on both sides, but in other blocks or another order. */
  readonly regrouped: readonly AttributePath[];
}

/**
 * The differences of a change. Those of sets are listed by member, since members have no position.
 */
export function planParts(change: PlannedChange, schema: ProviderSchema): Parts {
  const parts: PlanPart[] = [];
  const regrouped: AttributePath[] = [];
  const seen = new Set<string>();
  for (const difference of change.differences) {
    const home = setAround(change.type, difference.path, schema);
    if (home === undefined || hides(change, home)) {
      parts.push(difference);
      continue;
    }
    if (seen.has(pathKey(home))) continue;
    seen.add(pathKey(home));
    const members = memberParts(change, home);
    if (members.length === 0) regrouped.push(home);
    parts.push(...members);
  }
  return { parts, regrouped };
}

/** Paths of values that are known only after apply. */
function openPaths({ unknown }: PlannedChange): readonly AttributePath[] {
  return unknown.map((text) => parsePath(text) ?? []);
}

/** The same as parts of the change, without values. */
export function openParts(change: PlannedChange): readonly PlanPart[] {
  return openPaths(change).map((path) => ({ path, before: undefined, after: undefined }));
}

function setAround(
  type: string,
  path: AttributePath,
  schema: ProviderSchema,
): AttributePath | undefined {
  return path
    .map((_, at) => path.slice(0, at + 1))
    .find((prefix) => collectionKind(schema, type, prefix) === 'set');
}

/** True for a set with a value that is hidden or not known yet, which is compared as one value. */
function hides(change: PlannedChange, home: AttributePath): boolean {
  const hidden = [...change.secrets.map(({ path }) => path), ...openPaths(change)];
  return hidden.some((path) => overlaps(path, home));
}

function memberParts(change: PlannedChange, home: AttributePath): readonly PlanPart[] {
  const before = membersAt(change.type, home, valueAtPath(change.before ?? undefined, home));
  const after = membersAt(change.type, home, valueAtPath(change.after ?? undefined, home));
  const gone = [...before].filter(([key]) => !after.has(key));
  const come = [...after].filter(([key]) => !before.has(key));
  return [
    ...gone.map(([, member]) => ({ path: home, member, before: member, after: undefined })),
    ...come.map(([, member]) => ({ path: home, member, before: undefined, after: member })),
  ];
}

function membersAt(
  type: string,
  home: AttributePath,
  value: Json | undefined,
): ReadonlyMap<string, Json> {
  const block = home.at(-1);
  const items = isJsonArray(value) ? value : [];
  const atoms =
    typeof block === 'string' ? items.flatMap((item) => atomsOf(type, block, item)) : items;
  return new Map(atoms.map((atom) => [planMemberText(atom), atom]));
}

/**
 * Text by which members are compared: equal members have equal texts. Blank values do not count.
 */
export function planMemberText(member: Json): string {
  return canonicalJson(plain(member));
}

function plain(value: Json): Json {
  if (isJsonArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => !isBlankValue(inner))
      .map(([name, inner]) => [name, plain(inner)]),
  );
}
