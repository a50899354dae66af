import type { ResourceRef } from '../../model/effect.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { canonicalJson } from '../../model/json.ts';
import type { DraftEffect, Estate } from './types.ts';

type Created = Extract<DraftEffect['change'], { kind: 'create' }>;

/**
 * Adds to the drafts what a managed resource has if this call creates it. Many calls change a
 * resource if it exists and create it otherwise; the entry's result for the same call without the
 * managed resource shows which do. `settable` has each attribute of a type that calls set, with its
 * value if no call set it.
 */
export function withMakings(
  drafts: readonly DraftEffect[],
  estate: Estate,
  draftsIn: (estate: Estate) => readonly DraftEffect[],
  settable: (type: string) => JsonObject,
): readonly DraftEffect[] {
  const written = new Set<string>();
  return drafts.map((draft) => {
    const { resource, change } = draft;
    const key = canonicalJson(resource as unknown as Json);
    if (change.kind === 'delete' || change.kind === 'remove' || written.has(key)) return draft;
    written.add(key);
    const managed = estate.find(resource);
    if (managed === undefined) return draft;
    const created =
      change.kind === 'create' && hasAttributes(change)
        ? change
        : creationOf(resource, draftsIn(without(estate, managed.address)));
    // A resource that is restored instead of created keeps its values.
    if (created === undefined || !hasAttributes(created)) return draft;
    // The identifying attributes stay the same, though a call may spell them differently.
    const names = new Set(resource.keys.flatMap((one) => Object.keys(one)));
    const made = Object.entries({ ...settable(resource.type), ...created.attributes });
    return { ...draft, makes: Object.fromEntries(made.filter(([name]) => !names.has(name))) };
  });
}

function hasAttributes({ attributes }: Created): boolean {
  return Object.keys(attributes).length > 0;
}

function creationOf(ref: ResourceRef, drafts: readonly DraftEffect[]): Created | undefined {
  const births = drafts.flatMap(({ resource, change }) =>
    change.kind === 'create' && resource.type === ref.type ? [{ resource, change }] : [],
  );
  const names = new Set(ref.keys.map((key) => canonicalJson(key)));
  const named = births.find(({ resource }) =>
    resource.keys.some((key) => names.has(canonicalJson(key))),
  );
  return (named ?? (births.length === 1 ? births[0] : undefined))?.change;
}

/** The estate without one of its managed resources. */
function without(estate: Estate, address: string): Estate {
  return {
    ...estate,
    find: (ref) => {
      const found = estate.find(ref);
      return found?.address === address ? undefined : found;
    },
    where: (type, attribute, value) =>
      estate.where(type, attribute, value).filter((one) => one.address !== address),
    ofType: (type) => estate.ofType(type).filter((one) => one.address !== address),
  };
}
