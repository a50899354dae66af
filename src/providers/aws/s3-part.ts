import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import type { CreateSpec } from '../catalog/creation.ts';
import { creationEntry } from '../catalog/creation.ts';
import { deleteEffect, refTo, setEffect, unknownChange } from '../catalog/effects.ts';
import type { Resets } from '../catalog/replace.ts';
import { replaceMembers } from '../catalog/replace.ts';
import { items, member, RequestError, requestAt, requireText } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { setMembers } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';

export const s3Service = 's3.amazonaws.com';
export const bucket = 'aws_s3_bucket';

export function bucketRef({ request }: AuditEvent): ResourceRef {
  const name = requireText(request, 'bucketName');
  return refTo(bucket, { bucket: name }, { id: name });
}

/**
 * One side of a bucket, such as its versioning: a resource of its own, or, in older code, an
 * argument of the bucket. Every call replaces it whole.
 */
export interface BucketPart {
  readonly type: string;
  /** The names of the API and those that CloudTrail writes. */
  readonly put: readonly string[];
  readonly remove: readonly string[];
  readonly attributes: CatalogAttributes;
  readonly resets?: Resets;
  readonly constants?: Readonly<Record<string, Json>>;
  readonly defaults?: Readonly<Record<string, Json>>;
  /** Calls that have no counterpart to delete are made with an empty body instead. */
  readonly isRemoval?: (event: AuditEvent, isManaged: boolean) => boolean;
  /** For parts of which a bucket has several: the name of this one. */
  readonly name?: (event: AuditEvent) => string;
  readonly importId?: (event: AuditEvent) => string | undefined;
  readonly legacy?: LegacyArgument;
}

/** The argument or block of `aws_s3_bucket` that the part used to be. */
export interface LegacyArgument {
  readonly argument: string;
  readonly attributes: CatalogAttributes;
  readonly resets?: Resets;
  /** Its value when the part is taken away. */
  readonly gone: Json;
}

export function partEntries(part: BucketPart): readonly CatalogEntry[] {
  const types = part.legacy === undefined ? [part.type] : [part.type, bucket];
  const put: CatalogEntry = {
    service: s3Service,
    operations: part.put,
    types,
    paths: Object.keys(part.attributes),
    resets: Object.keys({ ...part.resets, ...part.legacy?.resets }),
    effects: (event, estate) => {
      const isManaged = estate.find(partRef(event, part)) !== undefined;
      const change = part.isRemoval?.(event, isManaged) === true ? remove : set;
      return change(event, estate, part);
    },
  };
  if (part.remove.length === 0) return [put];
  const removal: CatalogEntry = {
    service: s3Service,
    operations: part.remove,
    types,
    effects: (event, estate) => remove(event, estate, part),
  };
  return [put, removal];
}

function partRef(event: AuditEvent, { type, name }: BucketPart): ResourceRef {
  const key = { bucket: requireText(event.request, 'bucketName') };
  return refTo(type, name === undefined ? key : { ...key, name: name(event) });
}

function set(event: AuditEvent, estate: Estate, part: BucketPart): readonly DraftEffect[] {
  const ref = partRef(event, part);
  const owner = bucketRef(event);
  const managed = estate.find(ref);
  const legacy = managed === undefined ? declaredLegacy(estate, owner, part) : undefined;
  if (event.omitted.includes('request')) {
    return [unknownChange(legacy === undefined ? ref : owner)];
  }
  const drafts =
    managed !== undefined
      ? replaceMembers(event, ref, part, managed)
      : legacy !== undefined
        ? replaceMembers(event, owner, legacy, estate.find(owner))
        : creationEntry(event, estate, createSpec(event, part, owner), ref);
  // Every call has something to say: a record without any of it was cut.
  const said = setMembers(event, ref, legacy?.attributes ?? part.attributes);
  return said.length > 0 ? drafts : [unknownChange(legacy === undefined ? ref : owner)];
}

function createSpec(event: AuditEvent, part: BucketPart, owner: ResourceRef): CreateSpec {
  const name = requireText(event.request, 'bucketName');
  const own = part.name?.(event);
  return {
    type: part.type,
    keys: [],
    attributes: part.attributes,
    constants: { bucket: name, ...(own === undefined ? {} : { name: own }), ...part.constants },
    defaults: part.defaults ?? {},
    importId: part.importId ?? (() => (own === undefined ? name : `${name}:${own}`)),
    parent: () => owner,
  };
}

function remove(event: AuditEvent, estate: Estate, part: BucketPart): readonly DraftEffect[] {
  const ref = partRef(event, part);
  const owner = bucketRef(event);
  const legacy = estate.find(ref) === undefined ? declaredLegacy(estate, owner, part) : undefined;
  if (legacy === undefined) return [deleteEffect(ref)];
  return [setEffect(owner, [legacy.argument], legacy.gone)];
}

function declaredLegacy(
  estate: Estate,
  owner: ResourceRef,
  { legacy }: BucketPart,
): LegacyArgument | undefined {
  if (legacy === undefined) return undefined;
  return estate.find(owner)?.declares(legacy.argument) === true ? legacy : undefined;
}

/**
 * The elements of an XML list: a lone one or several under the element's name, as CloudTrail has
 * them, or a list under the plural of the API.
 */
export function xmlItems(value: Json | undefined, name: string): readonly JsonObject[] {
  const found = member(value, name) ?? member(value, `${name}s`);
  return items(found).map((item) => {
    if (isJsonObject(item)) return item;
    throw new RequestError(`${name} is not an object.`);
  });
}

/** The same as a value; undefined for a list that is not there, which S3 would not have taken. */
export function presentItems(
  value: Json | undefined,
  name: string,
  read: (item: JsonObject) => JsonObject,
): Json | undefined {
  const found = xmlItems(value, name);
  return found.length === 0 ? undefined : found.map(read);
}

/** The texts of an XML list: `Event`, or `Events` in the API's words. */
export function xmlTexts(value: Json | undefined, name: string): readonly string[] {
  return items(member(value, name) ?? member(value, `${name}s`)).map(String);
}

/** True when the body of the request has nothing at the path. */
export function lacks(path: string): (event: AuditEvent) => boolean {
  return ({ request }) => {
    const found = requestAt(request, path);
    return found === undefined || items(found).length === 0;
  };
}
