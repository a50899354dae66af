import { type Json, own } from '../../model/json.ts';
import { stepKey } from './field-set.ts';
import {
  asList,
  asMapType,
  type FieldType,
  fieldTypeAt,
  leafType,
  type MapShape,
  memberStep,
  memberType,
  narrow,
} from './field-type.ts';

/**
 * Merges both values, with `config` winning in every leaf. Nothing is removed. List members keep
 * the order of `live`, with new ones at the end.
 */
export function merge(
  type: FieldType,
  live: Json | undefined,
  config: Json | undefined,
): Json | undefined {
  const { map, scalar, list } = narrow(type, config);
  if (map !== undefined) return mergeMaps(map, live, config);
  if (scalar !== undefined || list === undefined) return config ?? rest(live, config);
  if (list.kind === 'atomic') return rest(live, config);
  const [left, right] = [asList(live) ?? [], asList(config) ?? []];
  if (left.length === 0 && right.length === 0) return rest(live, config);
  const keyOf = (member: Json): string => stepKey(memberStep(list, member) ?? { element: member });
  const theirs = new Map(right.map((member) => [keyOf(member), member]));
  const inner = memberType(list);
  const kept = left.map((member) => merge(inner, member, theirs.get(keyOf(member))) ?? null);
  const known = new Set(left.map(keyOf));
  const added = right.filter((member) => !known.has(keyOf(member)));
  return [...kept, ...added.map((member) => merge(inner, undefined, member) ?? null)];
}

function mergeMaps(
  map: MapShape,
  live: Json | undefined,
  config: Json | undefined,
): Json | undefined {
  if (map.kind === 'atomic') return rest(live, config);
  const [left, right] = [asMapType(live) ?? {}, asMapType(config) ?? {}];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  if (names.size === 0) return rest(live, config);
  const entries = [...names].map((name): [string, Json] => {
    const inner = fieldTypeAt(map, name) ?? leafType;
    return [name, merge(inner, own(left, name), own(right, name)) ?? null];
  });
  return Object.fromEntries(entries);
}

function rest(live: Json | undefined, config: Json | undefined): Json | undefined {
  return config === undefined ? live : config;
}
