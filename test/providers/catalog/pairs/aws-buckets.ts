import type { JsonObject } from '../../../../src/model/json.ts';
import type { Pair } from './types.ts';

const service = 's3.amazonaws.com';
const bucketName = 'assets';
const named = { bucketName };
const key = { bucket: bucketName };

/** A part of a bucket with a put and a delete call: bodies, and what a provider reads of each. */
function part(
  type: string,
  [put, drop]: readonly [string, string],
  variants: readonly (readonly [body: JsonObject, attributes: JsonObject])[],
  more: { readonly key?: JsonObject; readonly drop?: JsonObject } = {},
): Pair {
  return {
    service,
    type,
    key: { ...key, ...more.key },
    replaces: true,
    drop: [drop, { ...named, ...more.drop }],
    variants: variants.map(([body, attributes]) => ({
      make: [put, { ...named, ...body }],
      attributes,
    })),
  };
}

const document = (action: string): JsonObject => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: '*', Action: action, Resource: '*' }],
});

const encryption = (SSEAlgorithm: string, more: JsonObject = {}, inner: JsonObject = {}) => ({
  ServerSideEncryptionConfiguration: {
    Rule: { ApplyServerSideEncryptionByDefault: { SSEAlgorithm, ...inner }, ...more },
  },
});
const encrypted = (
  sse_algorithm: string,
  kms_master_key_id: string,
  bucket_key_enabled: boolean,
) => ({
  rule: [
    {
      apply_server_side_encryption_by_default: [{ sse_algorithm, kms_master_key_id }],
      bucket_key_enabled,
    },
  ],
});

const blocked = (acls: boolean, policy: boolean) => ({
  PublicAccessBlockConfiguration: {
    BlockPublicAcls: acls,
    BlockPublicPolicy: policy,
    IgnorePublicAcls: true,
    RestrictPublicBuckets: true,
  },
});
const blocks = (block_public_acls: boolean, block_public_policy: boolean) => ({
  block_public_acls,
  block_public_policy,
  ignore_public_acls: true,
  restrict_public_buckets: true,
});

export const bucketPairs: readonly Pair[] = [
  part(
    'aws_s3_bucket_public_access_block',
    ['PutBucketPublicAccessBlock', 'DeleteBucketPublicAccessBlock'],
    [
      [blocked(true, true), blocks(true, true)],
      [blocked(false, true), blocks(false, true)],
      [
        { PublicAccessBlockConfiguration: { BlockPublicPolicy: true } },
        { ...blocks(false, true), ignore_public_acls: false, restrict_public_buckets: false },
      ],
    ],
  ),
  part(
    'aws_s3_bucket_policy',
    ['PutBucketPolicy', 'DeleteBucketPolicy'],
    ['s3:GetObject', 's3:PutObject'].map((action) => [
      { bucketPolicy: document(action) },
      { policy: JSON.stringify(document(action)) },
    ]),
  ),
  part(
    'aws_s3_bucket_ownership_controls',
    ['PutBucketOwnershipControls', 'DeleteBucketOwnershipControls'],
    ['BucketOwnerEnforced', 'ObjectWriter'].map((ObjectOwnership) => [
      { OwnershipControls: { Rule: { ObjectOwnership } } },
      { rule: [{ object_ownership: ObjectOwnership }] },
    ]),
  ),
  part(
    'aws_s3_bucket_server_side_encryption_configuration',
    ['PutBucketEncryption', 'DeleteBucketEncryption'],
    [
      [
        encryption('aws:kms', { BucketKeyEnabled: true }, { KMSMasterKeyID: 'k' }),
        encrypted('aws:kms', 'k', true),
      ],
      [encryption('AES256'), encrypted('AES256', '', false)],
    ],
  ),
  part(
    'aws_s3_bucket_lifecycle_configuration',
    ['PutBucketLifecycleConfiguration', 'DeleteBucketLifecycle'],
    [30, 60].map((Days) => [
      {
        LifecycleConfiguration: { Rule: [{ ID: 'tmp', Status: 'Enabled', Expiration: { Days } }] },
      },
      { rule: [{ id: 'tmp', status: 'Enabled', expiration: [{ days: Days }] }] },
    ]),
  ),
  part(
    'aws_s3_bucket_cors_configuration',
    ['PutBucketCors', 'DeleteBucketCors'],
    ['GET', 'PUT'].map((method) => [
      { CORSConfiguration: { CORSRule: [{ AllowedMethod: method, AllowedOrigin: '*' }] } },
      { cors_rule: [{ allowed_methods: [method], allowed_origins: ['*'] }] },
    ]),
  ),
  part(
    'aws_s3_bucket_website_configuration',
    ['PutBucketWebsite', 'DeleteBucketWebsite'],
    ['index.html', 'home.html'].map((Suffix) => [
      { WebsiteConfiguration: { IndexDocument: { Suffix } } },
      { index_document: [{ suffix: Suffix }] },
    ]),
  ),
  part(
    'aws_s3_bucket_intelligent_tiering_configuration',
    ['PutBucketIntelligentTieringConfiguration', 'DeleteBucketIntelligentTieringConfiguration'],
    [90, 180].map((Days) => [
      {
        id: 'all',
        IntelligentTieringConfiguration: {
          Id: 'all',
          Status: 'Enabled',
          Tiering: [{ AccessTier: 'ARCHIVE_ACCESS', Days }],
        },
      },
      { status: 'Enabled', tiering: [{ access_tier: 'ARCHIVE_ACCESS', days: Days }] },
    ]),
    { key: { name: 'all' }, drop: { id: 'all' } },
  ),
  {
    service,
    type: 'aws_s3_account_public_access_block',
    key: { id: '111122223333', account_id: '111122223333' },
    replaces: true,
    drop: ['DeleteAccountPublicAccessBlock', { accountId: '111122223333' }],
    variants: [true, false].map((acls) => ({
      make: ['PutAccountPublicAccessBlock', { accountId: '111122223333', ...blocked(acls, true) }],
      attributes: blocks(acls, true),
    })),
  },
];
