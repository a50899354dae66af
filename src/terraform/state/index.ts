import type { ProviderSchema } from '../../catalog/schema/types.ts';
import { foldArmId } from '../../model/arm-id.ts';
import type { InstanceKey } from '../address.ts';
import { findResource } from './find.ts';
import { CleanResource } from './resource.ts';
import { schemaSecrets } from './sensitive.ts';
import { AttributeTables, attributeText } from './tables.ts';
import type { IndexedResource, State, StateIndex } from './types.ts';

/** Makes a state searchable. Tables are built when a type or attribute is first asked for. */
export function createStateIndex(state: State, schema: ProviderSchema): StateIndex {
  const secrets = schemaSecrets(schema);
  const all = state.resources.map((resource) => new CleanResource(resource, secrets));
  const managed = groupBy(
    all.filter(({ mode }) => mode === 'managed'),
    ({ type }) => type,
  );
  const byInstance = lazily(() => new Map(all.map((resource) => [resource.address, resource])));
  const byResource = lazily(() => groupBy(all, (resource) => resource.resourceAddress));
  const tables = new AttributeTables(managed);
  return {
    size: all.length,
    find: (ref) => findResource(tables, ref),
    where: (type, attribute, value) =>
      tables
        .withValue(type, attribute, value)
        .filter(
          (resource) => foldArmId(attributeText(resource, attribute) ?? '') === foldArmId(value),
        ),
    ofType: (type) => tables.ofType(type),
    types: () => [...managed.keys()].sort(),
    get: (address) => byInstance().get(address),
    scope: (address) => byInstance().get(address)?.scope,
    keys: (address) => keysOf(byResource().get(address) ?? []),
  };
}

function keysOf(instances: readonly IndexedResource[]): readonly InstanceKey[] {
  return instances.map(({ key }) => key).sort(byKey);
}

/** Numbers by value, then texts by code unit. */
function byKey(a: InstanceKey, b: InstanceKey): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return String(a) < String(b) ? -1 : 1;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
