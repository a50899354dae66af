import type { JsonObject } from '../../model/json.ts';
import type { CatalogParent } from './creation.ts';
import { creationEntry } from './creation.ts';
import { unknownChange } from './effects.ts';
import type { Finding, Keys } from './identity.ts';
import { catalogName } from './identity.ts';
import { putEffects, replaceEffects } from './replace.ts';
import { items, scalar } from './request.ts';
import type { ResourceSpec, TableReader } from './resource.ts';
import type { CatalogAttributes, CatalogMember, CatalogSource } from './sources.ts';
import { setMembers, valueAtSource } from './sources.ts';
import type { DraftEffect } from './types.ts';
import { updateEffects } from './update.ts';

interface RequestForms {
  /** Alternatives of one or more attributes each. Those whose values a call lacks are left out. */
  readonly identity: Keys | Finding;
  readonly fields: CatalogAttributes;
  readonly source: CatalogSource;
  readonly list: CatalogSource | CatalogMember;
  readonly parent: CatalogParent;
  readonly importId: CatalogSource;
  readonly details: object;
}

/** A type whose calls have their changes in the request, at dotted paths. */
export interface RequestType extends ResourceSpec<RequestForms> {
  /**
   * The identity in the call that creates it, if it differs from other calls: from the response.
   */
  readonly created?: Keys | Finding;
  /** The provider's id of a new resource, if `importId` has another form. */
  readonly newId?: CatalogSource;
  /** The source of the tags in a call that creates it. */
  readonly tags?: CatalogSource;
  /** Attribute values of a new resource that follow from the operation itself. */
  readonly constants?: JsonObject;
  /**
   * Attributes of which a resource has one: a call that replaces it and sets one unsets the others,
   * unless the log hides the value, which alone would not be a resource.
   */
  readonly oneOf?: readonly string[];
  /** Every call that writes it changes something: a record without any change was cut off. */
  readonly neverEmpty?: true;
}

/** Reads tables whose sources are dotted paths in the request or the response. */
export const requestReader: TableReader<RequestForms, RequestType> = {
  refOf: ({ type, aliases, identity, created }, event, estate, verb, by) => {
    const own = verb === 'create' ? (created ?? identity) : identity;
    const keys = by ?? own;
    if (typeof keys === 'function') return keys(event, estate);
    return catalogName(event, estate, {
      type,
      keys,
      ...(aliases === undefined ? {} : { aliases }),
    });
  },
  write: (spec, { verb, resource, by, fields, event, estate }) => {
    const { identity, fixed } = spec;
    const isCut =
      event.omitted.includes('request') || setMembers(event, resource, fields).length === 0;
    if (spec.neverEmpty === true && isCut) return [unknownChange(resource)];
    if (verb === 'patch') {
      return updateEffects(event, resource, { keys: by ?? identity, attributes: fields });
    }
    if (verb === 'replace') {
      const resets = { ...spec.resets, ...othersUnset(spec, setMembers(event, resource, fields)) };
      return replaceEffects(event, estate, { ...spec, resets, attributes: fields }, resource);
    }
    const attributes = { ...fixed, ...fields };
    const whole = { ...spec, attributes };
    return verb === 'create'
      ? creationEntry(event, estate, whole, resource)
      : putEffects(event, estate, whole, resource);
  },
  valueAt: valueAtSource,
  elementsAt: (event, list) => {
    const isConverted = typeof list === 'object' && 'as' in list;
    const raw = valueAtSource(event, isConverted ? list.from : list);
    if (raw === undefined) return undefined;
    if (isConverted) return items(list.as(raw));
    return items(raw).flatMap((one) => scalar(one) ?? []);
  },
  pathsOf: ({ fixed, tags }, verb, fields) => {
    const isMade = verb === 'create' || verb === 'put';
    const all = isMade ? { ...fixed, ...fields } : fields;
    if (verb === 'delete' || verb === 'touch') return [];
    return [...Object.keys(all), ...(isMade && tags !== undefined ? ['tags'] : [])];
  },
};

/** Null for each attribute of which a resource has one, where the log shows the one that it has. */
function othersUnset({ oneOf = [] }: RequestType, sets: readonly DraftEffect[]): JsonObject {
  const isShown = sets.some(
    ({ change }) =>
      change.kind === 'set' &&
      change.value.kind === 'known' &&
      oneOf.includes(String(change.path[0])),
  );
  return isShown ? Object.fromEntries(oneOf.map((name) => [name, null])) : {};
}
