import { deleteEffect } from './effects.ts';
import type { ResourceParts } from './resource.ts';
import type { DraftEffect, Estate } from './types.ts';

interface Whole {
  readonly type: string;
  readonly parts?: ResourceParts;
}

/**
 * The types of parts that a call may change: those of its attributes, or all if it has no table.
 */
export function partTypes(
  parts: ResourceParts | undefined,
  paths: readonly string[],
  call: object,
): readonly string[] {
  const names = new Set(paths.map((path) => path.split('.')[0]));
  const isSpecial = 'special' in call;
  return Object.entries(parts ?? {}).flatMap(([attribute, { type }]) =>
    isSpecial || names.has(attribute) ? [type] : [],
  );
}

/**
 * Turns the change of an attribute that is managed as a separate resource into a change of that
 * resource. Unsetting the attribute deletes the resource.
 */
export function toPart(
  draft: DraftEffect,
  { type, parts = {} }: Whole,
  estate: Estate,
): DraftEffect {
  const { resource, change } = draft;
  if (resource.type !== type || change.kind !== 'set') return draft;
  const [attribute] = change.path;
  if (typeof attribute !== 'string' || !Object.hasOwn(parts, attribute)) return draft;
  const part = parts[attribute];
  if (part === undefined) return draft;
  const { by, holds = by } = part;
  const managed = estate.find(resource)?.attributes[holds];
  const named = resource.keys.flatMap((key) => key[holds] ?? []);
  const values = new Set([...named, ...(typeof managed === 'string' ? [managed] : [])]);
  if (values.size === 0) return draft;
  const ref = { type: part.type, keys: [...values].map((value) => ({ [by]: value })) };
  if (estate.find(ref) === undefined) return draft;
  const isGone =
    change.path.length === 1 && change.value.kind === 'known' && change.value.value === null;
  return isGone ? deleteEffect(ref) : { ...draft, resource: ref };
}
