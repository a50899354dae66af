import type { JsonObject } from '../../model/json.ts';
import type { CatalogParent } from './creation.ts';
import { creationEntry } from './creation.ts';
import type { Keys, Naming } from './identity.ts';
import { catalogName } from './identity.ts';
import { putEffects, replaceEffects } from './replace.ts';
import type { ResourceSpec, TableReader } from './resource.ts';
import type { CatalogAttributes, CatalogSource } from './sources.ts';
import { valueAtSource } from './sources.ts';
import { updateEffects } from './update.ts';

interface RequestForms {
  /** Alternatives, each of one or more attributes. Those a call does not carry are left out. */
  readonly identity: Keys | Naming;
  readonly fields: CatalogAttributes;
  readonly source: CatalogSource;
  readonly parent: CatalogParent;
  readonly importId: CatalogSource;
  readonly details: object;
}

/** A type whose calls carry what they change in the request, by dotted paths. */
export interface RequestType extends ResourceSpec<RequestForms> {
  /** How the call that makes it names it, where that is not as other calls do: by the response. */
  readonly created?: Keys | Naming;
  /** Where a call that makes it has its tags. */
  readonly tags?: CatalogSource;
  /** Attributes of a new one that follow from the operation itself. */
  readonly constants?: JsonObject;
}

/** Reads tables whose sources are dotted paths in the request or the response. */
export const requestReader: TableReader<RequestForms, RequestType> = {
  refOf: ({ type, aliases, identity, created }, event, estate, verb, by) => {
    const own = verb === 'create' ? (created ?? identity) : identity;
    const keys = by ?? own;
    return catalogName(event, estate, {
      type,
      keys,
      ...(aliases === undefined ? {} : { aliases }),
    });
  },
  write: (spec, { verb, resource, by, fields, event, estate }) => {
    const { identity, fixed, calls: _, ...rest } = spec;
    const keys = by ?? identity;
    const whole = { ...rest, keys, attributes: { ...fixed, ...fields } };
    if (verb === 'create') return creationEntry(event, estate, whole, resource);
    if (verb === 'put') return putEffects(event, estate, whole, resource);
    const attributes = fields;
    if (verb === 'patch') return updateEffects(event, resource, { keys, attributes });
    return replaceEffects(event, estate, { ...spec, attributes }, resource);
  },
  valueAt: valueAtSource,
  pathsOf: ({ fixed, tags }, verb, fields) => {
    const isMade = verb === 'create' || verb === 'put';
    const all = isMade ? { ...fixed, ...fields } : fields;
    if (verb === 'delete' || verb === 'touch') return [];
    return [...Object.keys(all), ...(isMade && tags !== undefined ? ['tags'] : [])];
  },
};
