import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { refTo } from '../catalog/effects.ts';
import { items, member, RequestError, requestAt, requireText } from '../catalog/request.ts';
import type { RequestType } from '../catalog/request-table.ts';
import { textField } from '../catalog/sources.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { aws } from './aws.ts';

export const s3Service = 's3.amazonaws.com';
export const bucket = 'aws_s3_bucket';

export function bucketRef({ request }: AuditEvent): ResourceRef {
  const name = requireText(request, 'bucketName');
  return refTo(bucket, { bucket: name }, { id: name });
}

/** What the tables of the sides of a bucket have in common. */
type BucketPart = Omit<
  RequestType,
  'service' | 'identity' | 'fixed' | 'importId' | 'parent' | 'neverEmpty' | 'within'
> & {
  /** For parts of which a bucket has several: the name of this one. */
  readonly name?: (event: AuditEvent) => string;
  /** The argument or block of `aws_s3_bucket` that the part used to be. */
  readonly within?: Omit<Within, 'type' | 'identity'>;
};

type Within = NonNullable<RequestType['within']>;

/**
 * One side of a bucket, such as its versioning: a resource of its own, or, in older code, an
 * argument of the bucket. Every call replaces it whole. Names of calls are those of the API and those
 * that CloudTrail writes.
 */
export function bucketPart({ name, within, ...part }: BucketPart): readonly CatalogEntry[] {
  return aws({
    ...part,
    service: s3Service,
    identity: (event) =>
      refTo(part.type, {
        bucket: requireText(event.request, 'bucketName'),
        ...(name === undefined ? {} : { name: name(event) }),
      }),
    fixed: { bucket: 'bucketName', ...(name === undefined ? {} : { name: textField(name) }) },
    importId: (event) => {
      const own = requireText(event.request, 'bucketName');
      return name === undefined ? own : `${own}:${name(event)}`;
    },
    parent: bucketRef,
    neverEmpty: true,
    ...(within === undefined ? {} : { within: { ...within, type: bucket, identity: bucketRef } }),
  });
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
