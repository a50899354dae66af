import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { jsonAt } from '../../model/json.ts';
import { splitArn } from '../catalog/arn.ts';
import { refTo, setEffect, unknownChange } from '../catalog/effects.ts';
import { boolAt, member, requestAt, requireText, textAt } from '../catalog/request.ts';
import { bool } from '../catalog/sources.ts';
import { hiddenTags, readTags, type Tag } from '../catalog/tags.ts';
import type { DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { bucket, bucketRef, s3Service } from './s3-part.ts';
import { publicAccessAttributes, publicAccessOff } from './s3-settings.ts';

const account = 'aws_s3_account_public_access_block';
const object = 'aws_s3_object';

/** True for a tag that comes from the provider's `default_tags`. */
function isDefaultTag(managed: ManagedResource | undefined, { key, value }: Tag): boolean {
  if (jsonAt(managed?.attributes, 'tags', key) !== undefined) return false;
  return value !== undefined && jsonAt(managed?.attributes, 'tags_all', key) === value;
}

/** The call replaces all tags, so tags of earlier calls that it leaves out are removed. */
function putTags(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const ref = bucketRef(event);
  const managed = estate.find(ref);
  if (event.omitted.includes('request')) return [unknownChange(ref)];
  const set = requestAt(event.request, 'Tagging.TagSet');
  if (set === undefined) return [hiddenTags(ref)];
  const tags = readTags(member(set, 'Tag') ?? set);
  const own = tags.filter((tag) => !isDefaultTag(managed, tag));
  const all = own.flatMap(({ key, value }): [string, string][] =>
    value === undefined ? [] : [[key, value]],
  );
  const isWhole = all.length === own.length;
  return isWhole ? [setEffect(ref, ['tags'], Object.fromEntries(all))] : [hiddenTags(ref)];
}

/** Only objects that Terraform manages matter. Their content is never in the log. */
function managedObject({ request }: AuditEvent, estate: Estate): ResourceRef | undefined {
  const bucketName = textAt(request, 'bucketName');
  const key = textAt(request, 'key');
  if (bucketName === undefined || key === undefined) return undefined;
  const ref = refTo(object, { bucket: bucketName, key });
  return estate.find(ref) === undefined ? undefined : ref;
}

export const s3BucketEntries = aws(s3Service, [
  {
    type: bucket,
    identity: bucketRef,
    fields: {
      bucket: 'bucketName',
      object_lock_enabled: bool(({ request }) =>
        boolAt(request, 'x-amz-bucket-object-lock-enabled') === true ? true : undefined,
      ),
    },
    tags: ({ request }) => {
      const tags = requestAt(request, 'CreateBucketConfiguration.Tags');
      return member(tags, 'Tag') ?? tags;
    },
    importId: 'bucketName',
    calls: {
      CreateBucket: 'create',
      DeleteBucket: 'delete',
      PutBucketTagging: { special: putTags },
      DeleteBucketTagging: { to: { tags: {} } },
    },
  },
  {
    type: bucket,
    identity: ({ request }) => {
      const arn = splitArn(requireText(request, 'resourceArn'));
      const isBucket = arn?.service === 's3' && arn.region === '' && !arn.resource.includes('/');
      return isBucket ? refTo(bucket, { bucket: arn.resource }) : undefined;
    },
    calls: { TagResource: { tag: 'tags' }, UntagResource: { untag: 'tagKeys' } },
  },
  {
    type: account,
    identity: (event) => refTo(account, { id: textAt(event.request, 'accountId') ?? event.scope }),
    fields: publicAccessAttributes,
    defaults: publicAccessOff,
    importId: (event) => textAt(event.request, 'accountId') ?? event.scope,
    resets: publicAccessOff,
    calls: {
      PutAccountPublicAccessBlock: 'put',
      DeleteAccountPublicAccessBlock: 'delete',
    },
  },
  {
    type: object,
    identity: managedObject,
    calls: {
      CompleteMultipartUpload: 'touch',
      CopyObject: 'touch',
      PutObject: 'touch',
      PutObjectTagging: 'touch',
      DeleteObject: 'delete',
    },
  },
  {
    ignores: [
      'AbortMultipartUpload',
      'CreateJob',
      'CreateMultipartUpload',
      'CreateSession',
      'DeleteObjectTagging',
      'DeleteObjects',
      'InitiateMultipartUpload',
      'JobCreated',
      'JobStatusChanged',
      'PutObjectAcl',
      'PutObjectLegalHold',
      'PutObjectRetention',
      'RestoreObject',
      'SelectObjectContent',
      'UpdateJobPriority',
      'UpdateJobStatus',
      'UploadPart',
      'UploadPartCopy',
      'WriteGetObjectResponse',
    ],
  },
]);
