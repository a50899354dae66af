import { isJsonArray, isJsonObject, type Json, jsonAt } from '../../../../model/json.ts';
import type { GivenArguments } from './functions.ts';

export function notFollowed(why: string): GivenArguments {
  return { value: null, unknown: why };
}

const unseen: ReadonlySet<string> = new Set(['Capabilities', 'Files', 'Subcharts']);

export function memberOfGiven(given: GivenArguments, name: string): GivenArguments {
  if (given.unknown !== undefined) return given;
  const { value, path } = given;
  const isRoot = path === undefined && isJsonObject(value) && Object.hasOwn(value, 'Release');
  if (isRoot && unseen.has(name)) return notFollowed(`.${name} depends on the cluster`);
  const found = jsonAt(value, name) ?? null;
  if (isRoot) return name === 'Values' ? { value: found, path: [] } : { value: found };
  return path === undefined ? { value: found } : { value: found, path: [...path, name] };
}

/** The entries of a list or map. Maps are in key order, in which Go iterates over them. */
export function givenEntries({
  value,
  path,
}: GivenArguments): readonly (readonly [Json, GivenArguments])[] {
  const at = (key: string, one: Json): GivenArguments => ({
    value: one,
    ...(path === undefined ? {} : { path: [...path, key] }),
  });
  if (isJsonArray(value))
    return value.map((one, index) => [index, at(String(index), one)] as const);
  if (!isJsonObject(value)) return [];
  return Object.keys(value)
    .sort()
    .map((key) => [key, at(key, value[key] ?? null)] as const);
}
