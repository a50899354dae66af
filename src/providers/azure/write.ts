import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { dottedPath, pathKey } from '../../model/path.ts';
import { attributesFrom } from '../catalog/attributes.ts';
import { toTextMap } from '../catalog/convert.ts';
import { withoutDefaults } from '../catalog/creation.ts';
import { createEffect, effect, setEffect, setLogged } from '../catalog/effects.ts';
import { requestAt } from '../catalog/request.ts';
import { setMembers } from '../catalog/sources.ts';
import type { DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';
import type { ArmId } from './arm-id.ts';
import { withState } from './merge.ts';
import type { AzureType } from './spec.ts';
import type { AzureTable } from './table.ts';
import { azureRefById, azureRefTo } from './table.ts';

/** A resource as a call writes it. */
export interface AzureWrite {
  readonly event: AuditEvent;
  readonly estate: Estate;
  readonly table: AzureTable;
  readonly id: ArmId;
  readonly body: JsonObject;
  /** True if the body is the entire resource, so that the call may have created it. */
  readonly replaces: boolean;
  /** The response, if it shows the entire resource: what it lacks does not exist. */
  readonly after: JsonObject | undefined;
}

/** The effects of a write on the resource itself. */
export function ownEffects(
  write: AzureWrite,
  spec: AzureType,
  managed: ManagedResource | undefined,
): readonly DraftEffect[] {
  const { event, id, body, replaces } = write;
  const ref = azureRefTo(spec, id);
  const read = { ...event, request: body };
  const requested = setMembers(read, ref, spec.fields);
  const all = [
    ...requested,
    ...resets(spec, ref, requested, replaces),
    ...tagSets(write, spec, ref),
  ];
  const sets = withState(all, managed).map((one) => setApart(one, write, spec, managed));
  if (!replaces) return sets;
  const importId = spec.importId === undefined ? id.text : spec.importId(id);
  const details = { importId, parent: parentOf(write, spec) };
  // A write shows that the resource exists, even if it was deleted before. For an existing one the
  // empty creation changes nothing.
  if (managed !== undefined) return [createEffect(ref, {}, details), ...sets];
  const made = [...setMembers(read, ref, spec.fixed ?? {}), ...sets];
  const hidden = made.filter(
    ({ change }) => change.kind === 'set' && change.value.kind !== 'known',
  );
  const attributes = {
    ...namedAttributes(spec, id),
    ...withoutDefaults(attributesFrom(made), spec.defaults ?? {}),
  };
  return [createEffect(ref, attributes, details), ...hidden];
}

/** Moves the change to the separate resource, if the code has one for the part. */
function setApart(
  draft: DraftEffect,
  { estate, id }: AzureWrite,
  { apart }: AzureType,
  managed: ManagedResource | undefined,
): DraftEffect {
  const { change } = draft;
  if (apart === undefined || change.kind !== 'set' || change.path[0] !== apart.part) return draft;
  if (managed?.declares(apart.part) === true) return draft;
  const [other] = estate.where(apart.type, apart.own, id.text);
  if (other === undefined) return draft;
  const ref = { type: other.type, keys: [{ [apart.own]: id.key }] };
  const isBlock = change.path.length > 2;
  return effect(ref, isBlock ? { ...change, path: change.path.slice(2) } : change);
}

function resets(
  spec: AzureType,
  ref: ResourceRef,
  requested: readonly DraftEffect[],
  replaces: boolean,
): readonly DraftEffect[] {
  if (!replaces) return [];
  const known = new Set(
    requested.map(({ change }) => (change.kind === 'set' ? pathKey(change.path) : '')),
  );
  return Object.entries(spec.resets ?? {})
    .map(([path, value]) => [dottedPath(path), value] as const)
    .filter(([path]) => !known.has(pathKey(path)))
    .map(([path, value]) => setEffect(ref, path, value));
}

/** Attributes whose values the id contains. */
function namedAttributes({ identity: { named } }: AzureType, id: ArmId): JsonObject {
  const entries = Object.entries(named).map(([name, of]) => [name, of(id)] as const);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** A write that has tags replaces all of them. A response without any shows that there are none. */
function tagSets(
  { body, replaces, after }: AzureWrite,
  spec: AzureType,
  ref: ResourceRef,
): readonly DraftEffect[] {
  if (spec.tagged !== true) return [];
  const gone = replaces && after !== undefined && !isJsonObject(requestAt(after, 'tags') ?? null);
  const tags: Json | undefined = requestAt(body, 'tags') ?? (gone ? {} : undefined);
  return tags === undefined ? [] : [setLogged(ref, ['tags'], tags, toTextMap)];
}

/** The resource that contains a new one, if its type is known. */
function parentOf({ table, estate, id }: AzureWrite, spec: AzureType): ResourceRef | undefined {
  const parent = spec.parent?.(id);
  return parent === undefined ? undefined : azureRefById(table, estate, parent);
}
