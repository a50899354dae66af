import type { AuditEvent } from '../../model/event.ts';
import { jsonAt } from '../../model/json.ts';
import { splitArn } from '../catalog/arn.ts';
import { deleteEffect, refTo, setEffect, unknownChange } from '../catalog/effects.ts';
import { ignores } from '../catalog/ignores.ts';
import { boolAt, member, requestAt, requireText, textAt } from '../catalog/request.ts';
import { bool } from '../catalog/sources.ts';
import { tagging } from '../catalog/tagging.ts';
import { hiddenTags, readTags, type Tag } from '../catalog/tags.ts';
import type { CatalogEntry, DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { bucket, bucketRef, s3Service } from './s3-part.ts';
import { publicAccessAttributes, publicAccessOff } from './s3-settings.ts';

const account = 'aws_s3_account_public_access_block';
const object = 'aws_s3_object';

/** A tag that the provider's `default_tags` already account for. */
function isDefaultTag(managed: ManagedResource | undefined, { key, value }: Tag): boolean {
  if (jsonAt(managed?.attributes, 'tags', key) !== undefined) return false;
  return value !== undefined && jsonAt(managed?.attributes, 'tags_all', key) === value;
}

/** The call replaces all tags; those of earlier calls that it leaves out are gone, too. */
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

/** Only objects that Terraform manages are of interest; their content is never in the log. */
function onObject(change: (bucketName: string, key: string) => readonly DraftEffect[]) {
  return (event: AuditEvent, estate: Estate): readonly DraftEffect[] => {
    const name = textAt(event.request, 'bucketName');
    const key = textAt(event.request, 'key');
    if (name === undefined || key === undefined) return [];
    const managed = estate.find(refTo(object, { bucket: name, key }));
    return managed === undefined ? [] : change(name, key);
  };
}

export const s3BucketEntries: readonly CatalogEntry[] = [
  ...aws({
    service: s3Service,
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
      DeleteBucketTagging: { special: (event) => [setEffect(bucketRef(event), ['tags'], {})] },
    },
  }),
  ...tagging({
    service: s3Service,
    tag: ['TagResource'],
    untag: ['UntagResource'],
    types: [bucket],
    tags: 'tags',
    tagKeys: 'tagKeys',
    resource: ({ request }) => {
      const arn = splitArn(requireText(request, 'resourceArn'));
      const isBucket = arn?.service === 's3' && arn.region === '' && !arn.resource.includes('/');
      return isBucket ? refTo(bucket, { bucket: arn.resource }) : undefined;
    },
  }),
  ...aws({
    service: s3Service,
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
  }),
  {
    service: s3Service,
    operations: ['CompleteMultipartUpload', 'CopyObject', 'PutObject', 'PutObjectTagging'],
    types: [object],
    effects: onObject((name, key) => [unknownChange(refTo(object, { bucket: name, key }))]),
  },
  {
    service: s3Service,
    operations: ['DeleteObject'],
    types: [object],
    effects: onObject((name, key) => [deleteEffect(refTo(object, { bucket: name, key }))]),
  },
  ignores(s3Service, [
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
  ]),
];
