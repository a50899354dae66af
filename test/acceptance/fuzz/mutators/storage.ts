import type { JsonObject } from '../../../../src/model/json.ts';
import type { Clients } from '../../recorder/clients.ts';
import { addition, change, type Mutator, removal, text, texts } from '../mutator.ts';
import { withAction, withoutStatement, withStatement } from './documents.ts';

const Bucket = 'bucket';

const switches = [
  ['block_public_acls', 'BlockPublicAcls'],
  ['block_public_policy', 'BlockPublicPolicy'],
  ['ignore_public_acls', 'IgnorePublicAcls'],
  ['restrict_public_buckets', 'RestrictPublicBuckets'],
] as const;

function publicAccess({ s3 }: Clients, now: JsonObject, other: JsonObject = {}): Promise<unknown> {
  const all = { ...now, ...other };
  return s3.putPublicAccessBlock({
    Bucket: text(now, Bucket),
    PublicAccessBlockConfiguration: Object.fromEntries(
      switches.map(([state, api]) => [api, all[state] === true]),
    ),
  });
}

const access: readonly Mutator[] = [
  ...switches.map(([state]) =>
    change<boolean>({
      name: `bucket: ${state}`,
      type: 'aws_s3_bucket_public_access_block',
      calls: ['s3 PutBucketPublicAccessBlock'],
      from: state,
      to: [true, false],
      set: (by, now, value) => publicAccess(by, now, { [state]: value }),
    }),
  ),
  removal({
    name: 'bucket: no public access block',
    type: 'aws_s3_bucket_public_access_block',
    calls: ['s3 DeleteBucketPublicAccessBlock', 's3 PutBucketPublicAccessBlock'],
    act: ({ s3 }, now) => s3.deletePublicAccessBlock({ Bucket: text(now, Bucket) }),
    undo: (by, now) => publicAccess(by, now),
  }),
  change<string>({
    name: 'bucket policy: statement',
    type: 'aws_s3_bucket_policy',
    calls: ['s3 PutBucketPolicy'],
    from: 'policy',
    to: (now, all) => [
      withStatement(now, {
        Sid: 'Auditors',
        Effect: 'Allow',
        Principal: { AWS: 'arn:aws:iam::210987654321:root' },
        Action: 's3:GetObject',
        Resource: `arn:aws:s3:::${text(all, Bucket)}/*`,
      }),
      withAction(now, 's3:GetObjectVersion'),
      withoutStatement(now),
    ],
    set: ({ s3 }, now, Policy) => s3.putBucketPolicy({ Bucket: text(now, Bucket), Policy }),
  }),
  removal({
    name: 'bucket policy: deleted',
    type: 'aws_s3_bucket_policy',
    calls: ['s3 DeleteBucketPolicy', 's3 PutBucketPolicy'],
    act: ({ s3 }, now) => s3.deleteBucketPolicy({ Bucket: text(now, Bucket) }),
    undo: ({ s3 }, now) =>
      s3.putBucketPolicy({ Bucket: text(now, Bucket), Policy: text(now, 'policy') }),
  }),
  change<string>({
    name: 'bucket: ownership',
    type: 'aws_s3_bucket_ownership_controls',
    calls: ['s3 PutBucketOwnershipControls'],
    from: 'rule.0.object_ownership',
    to: ['BucketOwnerEnforced', 'BucketOwnerPreferred', 'ObjectWriter'],
    set: ({ s3 }, now, ObjectOwnership) =>
      s3.putBucketOwnershipControls({
        Bucket: text(now, Bucket),
        OwnershipControls: { Rules: [{ ObjectOwnership: ObjectOwnership as 'ObjectWriter' }] },
      }),
  }),
];

const keeping: readonly Mutator[] = [
  change<string>({
    name: 'bucket: versions',
    type: 'aws_s3_bucket_versioning',
    calls: ['s3 PutBucketVersioning'],
    from: 'versioning_configuration.0.status',
    to: ['Enabled', 'Suspended'],
    set: ({ s3 }, now, Status) =>
      s3.putBucketVersioning({
        Bucket: text(now, Bucket),
        VersioningConfiguration: { Status: Status === 'Enabled' ? 'Enabled' : 'Suspended' },
      }),
  }),
  addition({
    name: 'bucket: versions of one without',
    type: 'aws_s3_bucket',
    calls: ['s3 PutBucketVersioning'],
    fits: (now) => text(now, 'versioning.0.enabled') === 'false',
    act: ({ s3 }, now) =>
      s3.putBucketVersioning({
        Bucket: text(now, Bucket),
        VersioningConfiguration: { Status: 'Enabled' },
      }),
  }),
  change<string>({
    name: 'bucket: encryption',
    type: 'aws_s3_bucket_server_side_encryption_configuration',
    calls: ['s3 PutBucketEncryption'],
    from: 'rule.0.apply_server_side_encryption_by_default.0.sse_algorithm',
    to: ['AES256', 'aws:kms'],
    set: ({ s3 }, now, SSEAlgorithm) =>
      s3.putBucketEncryption({
        Bucket: text(now, Bucket),
        ServerSideEncryptionConfiguration: {
          Rules: [
            {
              ApplyServerSideEncryptionByDefault: { SSEAlgorithm: SSEAlgorithm as 'AES256' },
              BucketKeyEnabled: text(now, 'rule.0.bucket_key_enabled') === 'true',
            },
          ],
        },
      }),
  }),
  change<number>({
    name: 'bucket: days of objects',
    type: 'aws_s3_bucket_lifecycle_configuration',
    calls: ['s3 PutBucketLifecycle'],
    fits: (now) =>
      texts(now, 'rule').length === 1 &&
      texts(now, 'rule.0.transition').length === 0 &&
      texts(now, 'rule.0.filter.0.and').length === 0 &&
      texts(now, 'rule.0.filter.0.tag').length === 0 &&
      texts(now, 'rule.0.noncurrent_version_expiration').length === 0 &&
      texts(now, 'rule.0.abort_incomplete_multipart_upload').length === 0,
    from: 'rule.0.expiration.0.days',
    to: [14, 400, 730],
    set: ({ s3 }, now, Days) =>
      s3.putBucketLifecycleConfiguration({
        Bucket: text(now, Bucket),
        TransitionDefaultMinimumObjectSize: 'all_storage_classes_128K',
        LifecycleConfiguration: {
          Rules: [
            {
              ID: text(now, 'rule.0.id'),
              Status: text(now, 'rule.0.status') === 'Enabled' ? 'Enabled' : 'Disabled',
              Filter: { Prefix: text(now, 'rule.0.filter.0.prefix') },
              Expiration: { Days },
            },
          ],
        },
      }),
  }),
  removal({
    name: 'bucket: nothing expires',
    type: 'aws_s3_bucket_lifecycle_configuration',
    calls: ['s3 DeleteBucketLifecycle'],
    act: ({ s3 }, now) => s3.deleteBucketLifecycle({ Bucket: text(now, Bucket) }),
  }),
  change<number>({
    name: 'bucket: days of a lock',
    type: 'aws_s3_bucket_object_lock_configuration',
    calls: ['s3 PutBucketObjectLockConfiguration'],
    from: 'rule.0.default_retention.0.days',
    to: [400, 730],
    set: ({ s3 }, now, Days) =>
      s3.putObjectLockConfiguration({
        Bucket: text(now, Bucket),
        ObjectLockConfiguration: {
          ObjectLockEnabled: 'Enabled',
          Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Days } },
        },
      }),
  }),
];

const tags: readonly Mutator[] = [
  change<JsonObject>({
    name: 'bucket: tags',
    type: 'aws_s3_bucket',
    calls: ['s3 PutBucketTagging'],
    from: (now) => (now['tags_all'] ?? {}) as JsonObject,
    to: (now) => [
      { ...now, Owner: 'storage' },
      { ...now, Team: 'night shift' },
    ],
    set: ({ s3 }, now, set) =>
      s3.putBucketTagging({
        Bucket: text(now, Bucket),
        Tagging: {
          TagSet: Object.entries(set).map(([Key, Value]) => ({ Key, Value: String(Value) })),
        },
      }),
  }),
];

/** Who may read a bucket, and how long it keeps what. */
export const storage: readonly Mutator[] = [...access, ...keeping, ...tags];
