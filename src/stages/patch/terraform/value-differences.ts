import { identical } from '../../../code/hcl/eval/compare.ts';
import { valueToJson } from '../../../code/hcl/eval/json.ts';
import type { Value } from '../../../code/hcl/eval/value.ts';
import type { Json } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import { elementRule } from '../../../providers/catalog/elements.ts';
import { memberId, memberName, membersByIdentity, namingAttributes } from './member.ts';

/** Whether the order of the collection at a path has no meaning, as in a set. */
export type IsUnordered = (type: string, path: AttributePath) => boolean;

export interface Differ {
  readonly type: string;
  readonly isUnordered: IsUnordered;
}

/**
 * The paths below `path` at which two values of an attribute differ; members of sets are identified
 * by their content.
 */
export function* differences(
  differ: Differ,
  path: AttributePath,
  old: Value | undefined,
  now: Value | undefined,
): Generator<AttributePath> {
  if (old !== undefined && now !== undefined && identical(old, now)) return;
  const entries = [entriesOf(old), entriesOf(now)] as const;
  if (entries[0] !== undefined && entries[1] !== undefined) {
    for (const key of new Set([...entries[0].keys(), ...entries[1].keys()])) {
      yield* differences(differ, [...path, key], entries[0].get(key), entries[1].get(key));
    }
    return;
  }
  const elements = [elementsOf(old), elementsOf(now)] as const;
  if (elements[0] !== undefined && elements[1] !== undefined) {
    yield* elementDifferences(differ, path, elements[0], elements[1]);
    return;
  }
  yield path;
}

const noEntries: ReadonlyMap<string, Value> = new Map();

function entriesOf(value: Value | undefined): ReadonlyMap<string, Value> | undefined {
  if (value === undefined || value.kind === 'null') return noEntries;
  return value.kind === 'map' || value.kind === 'object' ? value.entries : undefined;
}

function elementsOf(value: Value | undefined): readonly Value[] | undefined {
  if (value === undefined || value.kind === 'null') return [];
  const isSequence = value.kind === 'list' || value.kind === 'set' || value.kind === 'tuple';
  return isSequence ? value.elements : undefined;
}

function* elementDifferences(
  differ: Differ,
  path: AttributePath,
  old: readonly Value[],
  now: readonly Value[],
): Generator<AttributePath> {
  const naming = namingAttributes(differ.type, path);
  if (naming !== undefined) {
    yield* namedDifferences(differ, path, naming, old, now);
    return;
  }
  const single = old.length <= 1 && now.length <= 1 && !isMergeable(differ.type, path);
  const ordered = !differ.isUnordered(differ.type, path);
  if (single || (ordered && old.length === now.length)) {
    for (let index = 0; index < Math.max(old.length, now.length); index += 1) {
      yield* differences(differ, [...path, index], old[index], now[index]);
    }
    return;
  }
  const before = old.map(valueToJson);
  const after = now.map(valueToJson);
  if (before.includes(undefined) || after.includes(undefined)) {
    yield path;
    return;
  }
  const was = membersByIdentity(differ.type, path, before.filter(isKnown));
  const is = membersByIdentity(differ.type, path, after.filter(isKnown));
  for (const [key, element] of was) if (!is.has(key)) yield [...path, { element }];
  for (const [key, element] of is) if (!was.has(key)) yield [...path, { element }];
}

/** Members with an identity are compared individually, regardless of their order. */
function* namedDifferences(
  differ: Differ,
  path: AttributePath,
  naming: readonly string[],
  old: readonly Value[],
  now: readonly Value[],
): Generator<AttributePath> {
  const before = named(differ.type, path, naming, old);
  const after = named(differ.type, path, naming, now);
  if (before === undefined || after === undefined) {
    yield path;
    return;
  }
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(id), after.get(id)];
    const element = (was ?? is)?.name ?? null;
    if (was === undefined || is === undefined) yield [...path, { element }];
    else yield* differences(differ, [...path, { element }], was.value, is.value);
  }
}

interface Named {
  readonly name: Json;
  readonly value: Value;
}

/** Members by id; undefined if the identity of one is unknown. */
function named(
  type: string,
  path: AttributePath,
  naming: readonly string[],
  members: readonly Value[],
): ReadonlyMap<string, Named> | undefined {
  const byId = new Map<string, Named>();
  for (const value of members) {
    const attributes: Record<string, Json> = {};
    for (const [key, inner] of entriesOf(value) ?? noEntries) {
      const json = naming.includes(key) ? valueToJson(inner) : null;
      if (json === undefined) return undefined;
      attributes[key] = json;
    }
    const name = memberName(type, path, attributes);
    byId.set(memberId(type, path, name), { name, value });
  }
  return byId;
}

function isMergeable(type: string, path: AttributePath): boolean {
  const block = path.at(-1);
  return typeof block === 'string' && elementRule(type, block)?.mergeable !== undefined;
}

function isKnown<T>(value: T | undefined): value is T {
  return value !== undefined;
}
