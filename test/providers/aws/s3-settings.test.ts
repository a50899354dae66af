import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { hidden, sets, translator } from '../catalog/changes.ts';
import type { FakeResource } from '../catalog/event.ts';
import { estateOf } from '../catalog/event.ts';

const translate = translator(awsEntries, 's3.amazonaws.com');
const xmlns = 'http://s3.amazonaws.com/doc/2006-03-01/';
const bucketName = 'assets';
const common = { bucketName, Host: 'assets.s3.eu-central-1.amazonaws.com' };
const parent = { type: 'aws_s3_bucket', keys: [{ bucket: 'assets' }, { id: 'assets' }] };

const bucket = (...declares: string[]): FakeResource => ({
  address: 'aws_s3_bucket.assets',
  attributes: { bucket: 'assets', id: 'assets' },
  declares,
});

function part(name: string, attributes: JsonObject = {}): FakeResource {
  return { address: `${name}.assets`, attributes: { bucket: 'assets', ...attributes } };
}

/** The changes that a call makes to the bucket's parts, given what is managed. */
function changes(
  operation: string,
  request: JsonObject,
  ...managed: readonly FakeResource[]
): readonly (readonly [string, readonly Change[]])[] | string {
  const found = translate(operation, { ...common, ...request }, {}, estateOf(...managed));
  return typeof found === 'string' ? found : Object.entries(found);
}

const versioning = { versioning: '', VersioningConfiguration: { Status: 'Suspended', xmlns } };
const encryption = (algorithm: JsonObject, BucketKeyEnabled: boolean) => ({
  encryption: '',
  ServerSideEncryptionConfiguration: {
    xmlns,
    Rule: { ApplyServerSideEncryptionByDefault: algorithm, BucketKeyEnabled },
  },
});
const block = (on: readonly string[]) => ({
  publicAccessBlock: '',
  PublicAccessBlockConfiguration: {
    xmlns,
    ...Object.fromEntries(
      ['BlockPublicAcls', 'BlockPublicPolicy', 'IgnorePublicAcls', 'RestrictPublicBuckets'].map(
        (name) => [name, on.includes(name)],
      ),
    ),
  },
});
const logging = (TargetPrefix: string) => ({
  logging: '',
  BucketLoggingStatus: { xmlns, LoggingEnabled: { TargetBucket: 'logs', TargetPrefix } },
});

describe('a setting of a bucket that no resource holds yet', () => {
  it.each<[string, JsonObject, string, JsonObject]>([
    [
      'PutBucketVersioning',
      versioning,
      'aws_s3_bucket_versioning',
      { versioning_configuration: [{ status: 'Suspended' }] },
    ],
    [
      'PutBucketEncryption',
      encryption({ SSEAlgorithm: 'AES256' }, false),
      'aws_s3_bucket_server_side_encryption_configuration',
      { rule: [{ apply_server_side_encryption_by_default: [{ sse_algorithm: 'AES256' }] }] },
    ],
    [
      'PutPublicAccessBlock',
      block(['BlockPublicAcls', 'IgnorePublicAcls']),
      'aws_s3_bucket_public_access_block',
      { block_public_acls: true, ignore_public_acls: true },
    ],
    [
      'PutBucketPolicy',
      { policy: '', bucketPolicy: { Version: '2012-10-17', Statement: [] } },
      'aws_s3_bucket_policy',
      { policy: '{"Version":"2012-10-17","Statement":[]}' },
    ],
    [
      'PutBucketOwnershipControls',
      { OwnershipControls: { xmlns, Rule: { ObjectOwnership: 'ObjectWriter' } } },
      'aws_s3_bucket_ownership_controls',
      { rule: [{ object_ownership: 'ObjectWriter' }] },
    ],
    [
      'PutBucketAccelerateConfiguration',
      { accelerate: '', AccelerateConfiguration: { xmlns, Status: 'Enabled' } },
      'aws_s3_bucket_accelerate_configuration',
      { status: 'Enabled' },
    ],
    [
      'PutBucketRequestPayment',
      { RequestPaymentConfiguration: { Payer: 'Requester' } },
      'aws_s3_bucket_request_payment_configuration',
      { payer: 'Requester' },
    ],
    [
      'PutObjectLockConfiguration',
      {
        ObjectLockConfiguration: {
          ObjectLockEnabled: 'Enabled',
          Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Days: 30 } },
        },
      },
      'aws_s3_bucket_object_lock_configuration',
      { rule: [{ default_retention: [{ days: 30, mode: 'GOVERNANCE' }] }] },
    ],
    [
      'PutBucketLogging',
      logging(''),
      'aws_s3_bucket_logging',
      { target_bucket: 'logs', target_prefix: '' },
    ],
  ])('%s makes one, with the bucket as parent', (operation, request, type, attributes) => {
    expect(changes(operation, request)).toEqual([
      [
        `${type} assets`,
        [
          {
            kind: 'create',
            attributes: { bucket: 'assets', ...attributes },
            importId: 'assets',
            parent,
          },
        ],
      ],
    ]);
  });

  it.each([
    ['PutBucketPublicAccessBlock', 'PutPublicAccessBlock'],
    ['DeleteBucketPublicAccessBlock', 'DeletePublicAccessBlock'],
    ['PutAccelerateConfiguration', 'PutBucketAccelerateConfiguration'],
    ['PutBucketObjectLockConfiguration', 'PutObjectLockConfiguration'],
  ])('reads %s like %s', (short, full) => {
    const request = { ...block([]), AccelerateConfiguration: { Status: 'Enabled' } };

    expect(changes(short, request)).toEqual(changes(full, request));
  });
});

describe('a setting of a bucket that a resource holds', () => {
  it.each<[string, JsonObject, FakeResource, readonly Change[]]>([
    [
      'PutBucketVersioning',
      versioning,
      part('aws_s3_bucket_versioning'),
      sets({ 'versioning_configuration.0.status': 'Suspended' }),
    ],
    [
      'PutBucketVersioning',
      { VersioningConfiguration: { Status: 'Enabled', MfaDelete: 'Disabled' } },
      part('aws_s3_bucket_versioning'),
      sets({
        'versioning_configuration.0.status': 'Enabled',
        'versioning_configuration.0.mfa_delete': null,
      }),
    ],
    [
      'PutBucketEncryption',
      encryption({ SSEAlgorithm: 'aws:kms', KMSMasterKeyID: 'arn:k' }, true),
      part('aws_s3_bucket_server_side_encryption_configuration'),
      sets({
        'rule.0.apply_server_side_encryption_by_default.0.kms_master_key_id': 'arn:k',
        'rule.0.apply_server_side_encryption_by_default.0.sse_algorithm': 'aws:kms',
        'rule.0.bucket_key_enabled': true,
      }),
    ],
    [
      'PutPublicAccessBlock',
      block([]),
      part('aws_s3_bucket_public_access_block'),
      sets({
        block_public_acls: false,
        block_public_policy: false,
        ignore_public_acls: false,
        restrict_public_buckets: false,
      }),
    ],
    [
      'PutBucketPolicy',
      { policy: '', bucketPolicy: { a: 1 } },
      part('aws_s3_bucket_policy'),
      sets({ policy: '{"a":1}' }),
    ],
    [
      'PutBucketLogging',
      logging('x/'),
      part('aws_s3_bucket_logging'),
      sets({ target_bucket: 'logs', target_prefix: 'x/', target_object_key_format: [] }),
    ],
  ])('%s sets what it says', (operation, request, resource, expected) => {
    const [type] = resource.address.split('.');

    expect(changes(operation, request, bucket(), resource)).toEqual([[`${type} assets`, expected]]);
  });

  it('resets what a replacing call leaves out, in the words of the state', () => {
    const rule = {
      bucket_key_enabled: null,
      apply_server_side_encryption_by_default: [
        { sse_algorithm: 'aws:kms', kms_master_key_id: 'arn:k' },
      ],
    };
    const resource = part('aws_s3_bucket_server_side_encryption_configuration', { rule: [rule] });

    expect(
      changes('PutBucketEncryption', encryption({ SSEAlgorithm: 'AES256' }, false), resource),
    ).toEqual([
      [
        'aws_s3_bucket_server_side_encryption_configuration assets',
        sets({
          'rule.0.apply_server_side_encryption_by_default.0.sse_algorithm': 'AES256',
          'rule.0.apply_server_side_encryption_by_default.0.kms_master_key_id': null,
          'rule.0.bucket_key_enabled': null,
        }),
      ],
    ]);
  });

  it.each([
    ['DeleteBucketEncryption', {}, 'aws_s3_bucket_server_side_encryption_configuration'],
    ['DeletePublicAccessBlock', {}, 'aws_s3_bucket_public_access_block'],
    ['DeleteBucketPolicy', { policy: '' }, 'aws_s3_bucket_policy'],
    ['DeleteBucketOwnershipControls', {}, 'aws_s3_bucket_ownership_controls'],
    ['PutBucketLogging', { BucketLoggingStatus: { xmlns } }, 'aws_s3_bucket_logging'],
    ['PutBucketLogging', { BucketLoggingStatus: '' }, 'aws_s3_bucket_logging'],
  ])('%s %j removes it', (operation, request, type) => {
    expect(changes(operation, request, part(type))).toEqual([
      [`${type} assets`, [{ kind: 'delete' }]],
    ]);
  });
});

describe('a setting in an argument of the bucket', () => {
  it.each<[string, JsonObject, string, readonly Change[]]>([
    ['PutBucketVersioning', versioning, 'versioning', sets({ 'versioning.0.enabled': false })],
    [
      'PutBucketEncryption',
      encryption({ SSEAlgorithm: 'AES256' }, false),
      'server_side_encryption_configuration',
      sets({
        'server_side_encryption_configuration.0.rule.0.apply_server_side_encryption_by_default.0.sse_algorithm':
          'AES256',
        'server_side_encryption_configuration.0.rule.0.apply_server_side_encryption_by_default.0.kms_master_key_id':
          null,
        'server_side_encryption_configuration.0.rule.0.bucket_key_enabled': false,
      }),
    ],
    [
      'DeleteBucketEncryption',
      {},
      'server_side_encryption_configuration',
      sets({ server_side_encryption_configuration: [] }),
    ],
    ['DeleteBucketPolicy', { policy: '' }, 'policy', sets({ policy: null })],
    [
      'PutBucketLogging',
      logging(''),
      'logging',
      sets({ 'logging.0.target_bucket': 'logs', 'logging.0.target_prefix': '' }),
    ],
    ['PutBucketLogging', { BucketLoggingStatus: {} }, 'logging', sets({ logging: [] })],
  ])('%s sets it there', (operation, request, argument, expected) => {
    expect(changes(operation, request, bucket(argument))).toEqual([
      ['aws_s3_bucket assets', expected],
    ]);
  });

  it('yields to a resource of its own', () => {
    const managed = [bucket('versioning'), part('aws_s3_bucket_versioning')];

    expect(changes('PutBucketVersioning', versioning, ...managed)).toEqual([
      [
        'aws_s3_bucket_versioning assets',
        sets({ 'versioning_configuration.0.status': 'Suspended' }),
      ],
    ]);
  });
});

describe('a bucket', () => {
  it('is created and deleted', () => {
    expect(
      changes('CreateBucket', { CreateBucketConfiguration: { LocationConstraint: 'EU' } }),
    ).toEqual([
      [
        'aws_s3_bucket assets',
        [{ kind: 'create', attributes: { bucket: 'assets' }, importId: 'assets' }],
      ],
    ]);
    expect(changes('DeleteBucket', {})).toEqual([['aws_s3_bucket assets', [{ kind: 'delete' }]]]);
  });

  it.each<[JsonObject, JsonObject]>([
    [{ Tag: [{ Key: 'b', Value: true }] }, { b: 'true' }],
    [{ Tag: { Key: 'b', Value: '2' } }, { b: '2' }],
    [
      {
        Tag: [
          { Key: 'a', Value: '1' },
          { Key: 'aws:x', Value: 'y' },
        ],
      },
      { a: '1' },
    ],
    [{}, {}],
  ])('has all its tags replaced by %j', (TagSet, tags) => {
    expect(changes('PutBucketTagging', { tagging: '', Tagging: { xmlns, TagSet } })).toEqual([
      ['aws_s3_bucket assets', sets({ tags })],
    ]);
  });

  it('does not count default tags of the provider as its own', () => {
    const tags = { tags: { mine: '1' }, tags_all: { mine: '1', cost: 'x', env: 'prod' } };
    const managed = { address: 'aws_s3_bucket.a', attributes: { bucket: 'assets', ...tags } };
    const TagSet = {
      Tag: [
        { Key: 'mine', Value: '1' },
        { Key: 'cost', Value: 'x' },
        { Key: 'env', Value: 'dev' },
      ],
    };

    expect(changes('PutBucketTagging', { Tagging: { TagSet } }, managed)).toEqual([
      ['aws_s3_bucket assets', sets({ tags: { mine: '1', env: 'dev' } })],
    ]);
  });

  it.each([
    ['arn:aws:s3:::assets', true],
    ['arn:aws:s3:eu-central-1:111122223333:storage-lens/x', false],
  ])('is tagged as %s: %s', (resourceArn, known) => {
    const tags = [{ Key: 'a', Value: 'b' }];

    expect(changes('TagResource', { resourceArn, tags })).toEqual(
      known ? [['aws_s3_bucket assets', sets({ 'tags.a': 'b' })]] : [],
    );
  });

  it('loses its tags', () => {
    expect(changes('DeleteBucketTagging', { tagging: '' })).toEqual([
      ['aws_s3_bucket assets', sets({ tags: {} })],
    ]);
  });

  it('reports objects only if they are managed', () => {
    const object = { address: 'aws_s3_object.o', attributes: { bucket: 'assets', key: 'k' } };

    expect(changes('PutObject', { key: 'k' })).toEqual([]);
    expect(changes('PutObject', { key: 'k' }, object)).toEqual([
      ['aws_s3_object assets k', [hidden('', 'omitted')]],
    ]);
    expect(changes('DeleteObject', { key: 'k' }, object)).toEqual([
      ['aws_s3_object assets k', [{ kind: 'delete' }]],
    ]);
  });
});
