import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import { dottedPath, pathKey, valueAtPath } from '../../model/path.ts';
import type { CreateSpec } from './creation.ts';
import { creationEntry } from './creation.ts';
import { setEffect, unknownChange } from './effects.ts';
import type { NamedEntry } from './identity.ts';
import type { CatalogAttributes } from './sources.ts';
import { setMembers } from './sources.ts';
import type { DraftEffect, Estate, ManagedResource } from './types.ts';

/** Dotted state path -> the value of an attribute that the request leaves out. */
export type Resets = Readonly<Record<string, Json>>;

export interface PutSpec extends CreateSpec {
  /**
   * For a call that replaces everything: the values of attributes that the request leaves out. A
   * removed block is `[]`, an attribute without a default null.
   */
  readonly resets?: Resets;
}

/** Creates the resource, or replaces an existing one. */
export function putEffects(
  event: AuditEvent,
  estate: Estate,
  spec: Omit<PutSpec, keyof NamedEntry>,
  resource: ResourceRef,
): readonly DraftEffect[] {
  const managed = estate.find(resource);
  if (managed === undefined) return creationEntry(event, estate, spec, resource);
  if (event.omitted.includes('request')) return [unknownChange(resource)];
  const attributes = withoutKeys(spec, resource);
  return replaceMembers(event, resource, { ...spec, attributes }, managed);
}

/** Replaces everything about a resource; never creates one. */
export function replaceEffects(
  event: AuditEvent,
  estate: Estate,
  spec: Pick<PutSpec, 'attributes' | 'resets'>,
  resource: ResourceRef,
): readonly DraftEffect[] {
  if (event.omitted.includes('request')) return [unknownChange(resource)];
  return replaceMembers(event, resource, spec, estate.find(resource));
}

/**
 * Leaves out the identifying attributes, which do not change, though a call may spell them
 * differently.
 */
function withoutKeys(
  { attributes }: Pick<PutSpec, 'attributes'>,
  { keys }: ResourceRef,
): CatalogAttributes {
  const names = new Set(keys.flatMap((key) => Object.keys(key)));
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.has(name)));
}

/**
 * A `set` for each attribute whose member the event has, and one to the reset value for the others.
 * A reset is emitted even if the state has no value, since an earlier event may have set one.
 */
export function replaceMembers(
  event: AuditEvent,
  resource: ResourceRef,
  { attributes, resets = {} }: { readonly attributes: CatalogAttributes; readonly resets?: Resets },
  managed: ManagedResource | undefined,
): readonly DraftEffect[] {
  const sets = setMembers(event, resource, attributes);
  const setPaths = new Set(
    sets.flatMap(({ change }) => (change.kind === 'set' ? prefixes(change.path) : [])),
  );
  const rest = Object.entries(resets)
    .map(([dotted, value]) => ({ path: dottedPath(dotted), value }))
    .filter(({ path }) => !setPaths.has(pathKey(path)));
  return [
    ...sets,
    ...rest.map(({ path, value }) =>
      setEffect(resource, path, blankLike(value, valueAtPath(managed?.attributes, path))),
    ),
  ];
}

/** An empty value in the state's spelling of it: null, false, 0, "" or an empty list. */
function blankLike(reset: Json, before: Json | undefined): Json {
  return isBlank(reset) && before !== undefined && isBlank(before) ? before : reset;
}

/** True for null, false, 0, "" and an empty list or object, which providers store for nothing. */
export function isBlank(value: Json): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === '' || value === false || value === 0;
}

function prefixes(path: AttributePath): readonly string[] {
  return path.map((_, index) => pathKey(path.slice(0, index + 1)));
}
