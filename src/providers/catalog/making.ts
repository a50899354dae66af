import type { ResourceRef } from '../../model/effect.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { canonicalJson } from '../../model/json.ts';
import type { DraftEffect, Estate } from './types.ts';

type Created = Extract<DraftEffect['change'], { kind: 'create' }>;

/**
 * The drafts, with what a managed resource has when this call makes it: many calls change a
 * resource that is there and make one that is not. Which these are follows from what the entry says
 * of the same call where the resource is not managed. `settable` has the value of each attribute
 * of a type that calls set, as it is when none did.
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
      change.kind === 'create' && saysAny(change)
        ? change
        : creationOf(resource, draftsIn(without(estate, managed.address)));
    // What is given back, and not made, has what it had.
    if (created === undefined || !saysAny(created)) return draft;
    // What it is found by is the same, though a call may spell it in another way.
    const names = new Set(resource.keys.flatMap((one) => Object.keys(one)));
    const made = Object.entries({ ...settable(resource.type), ...created.attributes });
    return { ...draft, makes: Object.fromEntries(made.filter(([name]) => !names.has(name))) };
  });
}

function saysAny({ attributes }: Created): boolean {
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

/** The estate as if one resource were not managed. */
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
