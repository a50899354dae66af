import type { AuditEvent } from '../../model/event.ts';
import { isJsonObject } from '../../model/json.ts';
import { bool, creates, deletes, ignores, unknownChange } from '../define.ts';
import { deleteEffect, refTo, setEffect } from '../effects.ts';
import { puts } from '../replace.ts';
import { at, boolAt, member, textAt } from '../request.ts';
import { readTags, tagEffects } from '../tags.ts';
import type { CatalogEntry, DraftEffect, Estate, ManagedResource } from '../types.ts';
import { bucket, bucketRef, service } from './s3-part.ts';
import { publicAccessAttributes, publicAccessOff } from './s3-settings.ts';

const account = 'aws_s3_account_public_access_block';
const object = 'aws_s3_object';

/** Tags of the state, without those that come from the provider's defaults. */
function oldTags(managed: ManagedResource | undefined): readonly string[] {
  const tags = managed?.attributes['tags'];
  return isJsonObject(tags) ? Object.keys(tags).sort() : [];
}

/** A tag that the provider's `default_tags` already account for. */
function isDefaultTag(managed: ManagedResource | undefined, key: string, value: string): boolean {
  if (oldTags(managed).includes(key)) return false;
  const all = managed?.attributes['tags_all'];
  return isJsonObject(all) && Object.hasOwn(all, key) && all[key] === value;
}

/** The call replaces all tags, so those it leaves out are gone. */
function putTags(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const ref = bucketRef(event);
  const managed = estate.find(ref);
  if (event.omitted.includes('request')) return [unknownChange(ref)];
  const set = at(event.request, 'Tagging.TagSet');
  const raw = member(set, 'Tag') ?? set;
  const tags = readTags(raw);
  const given = new Set(tags.map(({ key }) => key));
  const gone = oldTags(managed).filter((key) => !given.has(key));
  const own = tags.filter(({ key, value }) => !isDefaultTag(managed, key, value));
  return [
    ...tagEffects(
      ref,
      own.map(({ key, value }) => ({ key, value })),
    ),
    ...gone.map((key) => setEffect(ref, ['tags', key], null)),
  ];
}

function dropTags(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const ref = bucketRef(event);
  return oldTags(estate.find(ref)).map((key) => setEffect(ref, ['tags', key], null));
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
  creates({
    service,
    operations: ['CreateBucket'],
    type: bucket,
    keys: bucketRef,
    attributes: {
      bucket: 'bucketName',
      object_lock_enabled: bool(({ request }) =>
        boolAt(request, 'x-amz-bucket-object-lock-enabled') === true ? true : undefined,
      ),
    },
    tags: ({ request }) => {
      const tags = at(request, 'CreateBucketConfiguration.Tags');
      return member(tags, 'Tag') ?? tags;
    },
    importId: 'bucketName',
  }),
  deletes({ service, operations: ['DeleteBucket'], type: bucket, keys: bucketRef }),
  { service, operations: ['PutBucketTagging'], types: [bucket], effects: putTags },
  { service, operations: ['DeleteBucketTagging'], types: [bucket], effects: dropTags },
  puts({
    service,
    operations: ['PutAccountPublicAccessBlock'],
    type: account,
    keys: (event) => refTo(account, { id: textAt(event.request, 'accountId') ?? event.scope }),
    attributes: publicAccessAttributes,
    resets: publicAccessOff,
    defaults: publicAccessOff,
    importId: (event) => textAt(event.request, 'accountId') ?? event.scope,
  }),
  deletes({
    service,
    operations: ['DeleteAccountPublicAccessBlock'],
    type: account,
    keys: (event) => refTo(account, { id: textAt(event.request, 'accountId') ?? event.scope }),
  }),
  {
    service,
    operations: ['CompleteMultipartUpload', 'CopyObject', 'PutObject', 'PutObjectTagging'],
    types: [object],
    effects: onObject((name, key) => [unknownChange(refTo(object, { bucket: name, key }))]),
  },
  {
    service,
    operations: ['DeleteObject'],
    types: [object],
    effects: onObject((name, key) => [deleteEffect(refTo(object, { bucket: name, key }))]),
  },
  ignores(service, [
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
