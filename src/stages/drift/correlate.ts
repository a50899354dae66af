import type { Effect, ResourceRef } from '../../model/effect.ts';
import { canonicalJson, type Json } from '../../model/json.ts';
import { compareKeys, compareText } from '../../model/text.ts';
import type { ManagedResource } from '../../providers/catalog/types.ts';
import type { ManagedResources } from './report.ts';
import type { NetDriftInput } from './types.ts';

/** A resource that is not in the state, under all the names that the log uses for it. */
export interface UnmanagedResource {
  readonly resource: ResourceRef;
  readonly effects: readonly Effect[];
}

export interface Correlation {
  /** Sorted by address. */
  readonly managed: readonly (ManagedResources & { readonly effects: readonly Effect[] })[];
  /** In order of their first effect. */
  readonly unmanagedResources: readonly UnmanagedResource[];
}

/** Groups effects (in fold order) by the resource that they affect. */
export function correlate(
  effects: readonly Effect[],
  estate: NetDriftInput['estate'],
): Correlation {
  const managed = new Map<string, ManagedResources & { effects: Effect[] }>();
  const unknown: Effect[] = [];
  const found = new Map<string, ManagedResource | undefined>();
  /** The new ids of managed resources that were created again. */
  const again = new Map<string, ManagedResource>();
  for (const effect of effects) {
    const key = canonicalJson(effect.resource as unknown as Json);
    if (!found.has(key)) found.set(key, estate.find(effect.resource));
    const renamed = correlationKeys(effect.resource).find((one) => again.has(one));
    const resource = found.get(key) ?? (renamed === undefined ? undefined : again.get(renamed));
    if (resource !== undefined) {
      for (const one of newNames(effect, resource)) again.set(one, resource);
    }
    if (resource === undefined) {
      unknown.push(effect);
      continue;
    }
    const { address, type } = resource;
    const group = managed.get(address) ?? { address, type, effects: [] };
    group.effects.push(effect);
    managed.set(address, group);
  }
  return {
    managed: [...managed.values()].sort((a, b) => compareText(a.address, b.address)),
    unmanagedResources: groupUnmanaged(unknown),
  };
}

/** The keys with the new id that a managed resource got when it was created again. */
function newNames({ change }: Effect, { type, attributes }: ManagedResource): readonly string[] {
  if (change.kind !== 'create') return [];
  const id = change.id ?? change.importId;
  const isNew = id !== undefined && attributes['id'] !== id;
  return isNew ? correlationKeys({ type, keys: [{ id }] }) : [];
}

/**
 * Refs with a common key name the same resource: it may be created by name and later changed by id.
 */
function groupUnmanaged(effects: readonly Effect[]): readonly UnmanagedResource[] {
  const parents = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let up = parents.get(root); up !== undefined; up = parents.get(root)) root = up;
    return root;
  };
  for (const { resource } of effects) {
    const roots = new Set(correlationKeys(resource).map(rootOf));
    const [first, ...rest] = roots;
    if (first !== undefined) for (const root of rest) parents.set(root, first);
  }
  const groups = new Map<string, Effect[]>();
  for (const effect of effects) {
    const root = rootOf(correlationKeys(effect.resource)[0] ?? effect.resource.type);
    const group = groups.get(root) ?? [];
    group.push(effect);
    groups.set(root, group);
  }
  return [...groups.values()].map((own) => ({ resource: mergeRefs(own), effects: own }));
}

function mergeRefs(effects: readonly Effect[]): ResourceRef {
  const keys = new Map<string, ResourceRef['keys'][number]>();
  for (const { resource } of effects) {
    for (const key of resource.keys) keys.set(canonicalJson(key), key);
  }
  const sorted = [...keys].sort(compareKeys).map(([, key]) => key);
  return { type: effects[0]?.resource.type ?? '', keys: sorted };
}

/** One text for each identity in a ref. */
export function correlationKeys({ type, keys }: ResourceRef): readonly string[] {
  return keys.map((key) => `${type} ${canonicalJson(key)}`);
}
