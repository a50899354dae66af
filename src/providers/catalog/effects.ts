import type { Change, ResourceRef } from '../../model/effect.ts';
import type { LogValue } from '../../model/event.ts';
import { known } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { readLogValue } from '../../model/masked.ts';
import type { AttributePath } from '../../model/path.ts';
import type { Converter } from './convert.ts';
import { RequestError } from './request.ts';
import type { DraftEffect } from './types.ts';

/** A ref with one key per identity; keys with an undefined attribute are left out. */
export function refTo(
  type: string,
  ...keys: readonly Readonly<Record<string, string | undefined>>[]
): ResourceRef {
  const complete = keys.filter((key): key is Readonly<Record<string, string>> =>
    Object.values(key).every((value) => value !== undefined && value !== ''),
  );
  if (complete.length === 0) throw new RequestError(`nothing in it names the ${type}.`);
  return { type, keys: complete };
}

export function effect(resource: ResourceRef, change: Change): DraftEffect {
  return { resource, change };
}

export function setEffect(resource: ResourceRef, path: AttributePath, value: Json): DraftEffect {
  return effect(resource, { kind: 'set', path, value: known(value) });
}

/** A `set` of a value from the log; masked and omitted values stay so. */
export function setLogged(
  resource: ResourceRef,
  path: AttributePath,
  raw: Json,
  as: Converter,
): DraftEffect {
  return effect(resource, { kind: 'set', path, value: logged(raw, as, path) });
}

/** The value in the log, converted to Terraform's type. */
export function logged(raw: Json, as: Converter, path: AttributePath): LogValue {
  const value = readLogValue(raw);
  if (value.kind !== 'known') return value;
  const converted = as(value.value);
  if (converted !== undefined) return known(converted);
  throw new RequestError(`its value for ${path.join('.')} has an unexpected shape.`);
}

export function addEffect(resource: ResourceRef, path: AttributePath, element: Json): DraftEffect {
  return effect(resource, { kind: 'add', path, element });
}

export function removeEffect(
  resource: ResourceRef,
  path: AttributePath,
  element: Json,
): DraftEffect {
  return effect(resource, { kind: 'remove', path, element });
}

export function deleteEffect(resource: ResourceRef): DraftEffect {
  return effect(resource, { kind: 'delete' });
}

/** Details of a `create` other than its attributes. */
export interface CreateDetails {
  readonly importId?: string | undefined;
  readonly id?: string | undefined;
  readonly parent?: ResourceRef | undefined;
}

export function createEffect(
  resource: ResourceRef,
  attributes: JsonObject,
  { importId, id, parent }: CreateDetails = {},
): DraftEffect {
  return effect(resource, {
    kind: 'create',
    attributes,
    ...(importId === undefined ? {} : { importId }),
    ...(id === undefined ? {} : { id }),
    ...(parent === undefined ? {} : { parent }),
  });
}

/** A `set` of a value that the log lacks. */
export function omittedEffect(resource: ResourceRef, path: AttributePath): DraftEffect {
  return effect(resource, { kind: 'set', path, value: { kind: 'omitted' } });
}

/** A `set` of a value that the log masks. */
export function redactedEffect(resource: ResourceRef, path: AttributePath): DraftEffect {
  return effect(resource, { kind: 'set', path, value: { kind: 'redacted' } });
}

/** A `set` without a path: something changed, but the log does not show what. */
export function unknownChange(resource: ResourceRef): DraftEffect {
  return omittedEffect(resource, []);
}
