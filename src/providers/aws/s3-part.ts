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

/** What the tables of all parts of a bucket's settings have in common. */
type BucketPart = Omit<
  RequestType,
  'service' | 'identity' | 'fixed' | 'importId' | 'parent' | 'neverEmpty' | 'within'
> & {
  /** The name of this part, if a bucket may have several of the kind. */
  readonly name?: (event: AuditEvent) => string;
  /** The argument or block of `aws_s3_bucket` that older code has for the part. */
  readonly within?: Omit<Within, 'type' | 'identity'>;
};

type Within = NonNullable<RequestType['within']>;

/**
 * One part of a bucket's settings, such as its versioning: a separate resource or, in older code,
 * an argument of the bucket. Every call replaces it as a whole. Operations have the names in the
 * API and those that CloudTrail writes.
 */
export function bucketPart({ name, within, ...part }: BucketPart): readonly CatalogEntry[] {
  return aws(s3Service, [
    {
      ...part,
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
    },
  ]);
}

/**
 * The elements of an XML list: one or several under the element's name, as in CloudTrail, or a list
 * under the API's plural.
 */
export function xmlItems(value: Json | undefined, name: string): readonly JsonObject[] {
  const found = member(value, name) ?? member(value, `${name}s`);
  return items(found).map((item) => {
    if (isJsonObject(item)) return item;
    throw new RequestError(`${name} is not an object.`);
  });
}

/** The list with each element read, or undefined if it is missing, which S3 does not accept. */
export function presentItems(
  value: Json | undefined,
  name: string,
  read: (item: JsonObject) => JsonObject,
): Json | undefined {
  const found = xmlItems(value, name);
  return found.length === 0 ? undefined : found.map(read);
}

/** The texts of an XML list: `Event`, or `Events` in the API. */
export function xmlTexts(value: Json | undefined, name: string): readonly string[] {
  return items(member(value, name) ?? member(value, `${name}s`)).map(String);
}

/** True if the body of the request has nothing at the path. */
export function lacks(path: string): (event: AuditEvent) => boolean {
  return ({ request }) => {
    const found = requestAt(request, path);
    return found === undefined || items(found).length === 0;
  };
}
