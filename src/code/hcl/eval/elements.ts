import type { Value } from './value.ts';

/** The members of a list, set or tuple, known or not; undefined for anything else. */
export function elementsOfValue(value: Value): readonly Value[] | undefined {
  return value.kind === 'list' || value.kind === 'set' || value.kind === 'tuple'
    ? value.elements
    : undefined;
}

/** The entries of a map or object; undefined for anything else. */
export function entriesIn(value: Value): ReadonlyMap<string, Value> | undefined {
  return value.kind === 'map' || value.kind === 'object' ? value.entries : undefined;
}
