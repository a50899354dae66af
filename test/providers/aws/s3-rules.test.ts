import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { hidden, sets, translator } from '../catalog/changes.ts';
import { estateOf } from '../catalog/event.ts';

const translate = translator(awsEntries, 's3.amazonaws.com');
const common = { bucketName: 'assets', Host: 'assets.s3.eu-central-1.amazonaws.com' };
const xmlns = 'http://s3.amazonaws.com/doc/2006-03-01/';
const bucket = (...declares: string[]) => ({
  address: 'aws_s3_bucket.assets',
  attributes: { bucket: 'assets' },
  declares,
});
const part = (type: string, attributes: JsonObject = {}) => ({
  address: `${type}.a`,
  attributes: { bucket: 'assets', ...attributes },
});

/** The value set by a call on the managed part, which makes a single `set`. */
function valueSet(operation: string, request: JsonObject, type: string): Json | undefined {
  const found = translate(operation, { ...common, ...request }, {}, estateOf(part(type)));
  if (typeof found === 'string') throw new Error(found);
  const [first] = Object.values(found).flat();
  return first?.kind === 'set' && first.value.kind === 'known' ? first.value.value : undefined;
}

describe('lifecycle rules', () => {
  const rulesOf = (Rule: Json) =>
    valueSet(
      'PutBucketLifecycleConfiguration',
      { lifecycle: '', LifecycleConfiguration: { xmlns, Rule } },
      'aws_s3_bucket_lifecycle_configuration',
    );

  it.each<[JsonObject, JsonObject]>([
    [{ Filter: { Prefix: 'tmp/' } }, { filter: [{ prefix: 'tmp/' }] }],
    [{ Filter: '' }, { filter: [{}] }],
    [{ Filter: {} }, { filter: [{}] }],
    [{ Prefix: 'logs/' }, { prefix: 'logs/' }],
    [
      { Filter: { Tag: { Key: 'keep', Value: false } } },
      { filter: [{ tag: [{ key: 'keep', value: 'false' }] }] },
    ],
    [
      {
        Filter: { And: { Prefix: 'a', ObjectSizeLessThan: 5, Tag: [{ Key: 'k', Value: 'v' }] } },
      },
      { filter: [{ and: [{ object_size_less_than: 5, prefix: 'a', tags: { k: 'v' } }] }] },
    ],
    [{ Expiration: { Days: 1 } }, { expiration: [{ days: 1 }] }],
    [{ Expiration: { Date: '2030-01-01' } }, { expiration: [{ date: '2030-01-01T00:00:00Z' }] }],
    [
      { Expiration: { ExpiredObjectDeleteMarker: true } },
      { expiration: [{ expired_object_delete_marker: true }] },
    ],
    [
      { Transition: { Days: 30, StorageClass: 'GLACIER' } },
      { transition: [{ days: 30, storage_class: 'GLACIER' }] },
    ],
    [
      {
        Transition: [
          { Days: 30, StorageClass: 'STANDARD_IA' },
          { Date: '2031-02-03T00:00:00.000Z', StorageClass: 'GLACIER' },
        ],
      },
      {
        transition: [
          { days: 30, storage_class: 'STANDARD_IA' },
          { date: '2031-02-03T00:00:00Z', storage_class: 'GLACIER' },
        ],
      },
    ],
    [
      {
        NoncurrentVersionExpiration: { NoncurrentDays: 9, NewerNoncurrentVersions: 3 },
        NoncurrentVersionTransition: { NoncurrentDays: 3, StorageClass: 'GLACIER' },
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 },
      },
      {
        noncurrent_version_expiration: [{ newer_noncurrent_versions: 3, noncurrent_days: 9 }],
        noncurrent_version_transition: [{ noncurrent_days: 3, storage_class: 'GLACIER' }],
        abort_incomplete_multipart_upload: [{ days_after_initiation: 7 }],
      },
    ],
  ])('%j', (rule, expected) => {
    expect(rulesOf({ ID: 'r', Status: 'Enabled', ...rule })).toEqual([
      { id: 'r', status: 'Enabled', ...expected },
    ]);
  });

  it('come in a list, too, and under the name of the API', () => {
    const rules = ['a', 'b'].map((ID) => ({ ID, Status: 'Disabled' }));
    const request = { LifecycleConfiguration: { Rules: rules } };

    expect(rulesOf(rules)).toEqual([
      { id: 'a', status: 'Disabled' },
      { id: 'b', status: 'Disabled' },
    ]);
    expect(
      valueSet('PutBucketLifecycle', request, 'aws_s3_bucket_lifecycle_configuration'),
    ).toEqual(rulesOf(rules));
  });

  it('have other names in the argument of the bucket', () => {
    const Rule = {
      ID: 'r',
      Status: 'Enabled',
      Filter: { And: { Prefix: 'x', Tag: { Key: 'a', Value: 'b' } } },
      Expiration: { Days: 5 },
      NoncurrentVersionExpiration: { NoncurrentDays: 9 },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 },
    };
    const request = { ...common, LifecycleConfiguration: { Rule } };
    const estate = estateOf(bucket('lifecycle_rule'));

    expect(translate('PutBucketLifecycleConfiguration', request, {}, estate)).toEqual({
      'aws_s3_bucket assets': sets({
        lifecycle_rule: [
          {
            abort_incomplete_multipart_upload_days: 7,
            enabled: true,
            expiration: [{ days: 5 }],
            id: 'r',
            noncurrent_version_expiration: [{ days: 9 }],
            prefix: 'x',
            tags: { a: 'b' },
          },
        ],
      }),
    });
    expect(translate('DeleteBucketLifecycle', common, {}, estate)).toEqual({
      'aws_s3_bucket assets': sets({ lifecycle_rule: [] }),
    });
  });
});

describe('other lists of a bucket', () => {
  it('reads CORS rules', () => {
    const CORSRule = [
      { AllowedMethod: ['PUT', 'GET'], AllowedOrigin: '*', MaxAgeSeconds: 5 },
      { ID: 'b', AllowedMethod: 'GET', AllowedOrigin: ['b', 'a'], ExposeHeader: 'ETag' },
    ];

    expect(
      valueSet(
        'PutBucketCors',
        { cors: '', CORSConfiguration: { xmlns, CORSRule } },
        'aws_s3_bucket_cors_configuration',
      ),
    ).toEqual([
      { allowed_methods: ['GET', 'PUT'], allowed_origins: ['*'], max_age_seconds: 5 },
      { allowed_methods: ['GET'], allowed_origins: ['a', 'b'], expose_headers: ['ETag'], id: 'b' },
    ]);
  });

  it('reads replication rules', () => {
    const ReplicationConfiguration = {
      xmlns,
      Role: 'arn:role',
      Rule: {
        ID: 'r',
        Status: 'Enabled',
        Priority: 0,
        Filter: '',
        DeleteMarkerReplication: { Status: 'Disabled' },
        Destination: { Bucket: 'arn:b', StorageClass: 'STANDARD_IA' },
        SourceSelectionCriteria: { SseKmsEncryptedObjects: { Status: 'Enabled' } },
      },
    };
    const request = { ...common, replication: '', ReplicationConfiguration };

    expect(translate('PutBucketReplication', request)).toMatchObject({
      'aws_s3_bucket_replication_configuration assets': [
        {
          attributes: {
            role: 'arn:role',
            rule: [
              {
                delete_marker_replication: [{ status: 'Disabled' }],
                destination: [{ bucket: 'arn:b', storage_class: 'STANDARD_IA' }],
                filter: [{}],
                id: 'r',
                priority: 0,
                source_selection_criteria: [{ sse_kms_encrypted_objects: [{ status: 'Enabled' }] }],
                status: 'Enabled',
              },
            ],
          },
        },
      ],
    });
  });

  it('reads the targets of notifications, without ids that nobody wrote', () => {
    const NotificationConfiguration = {
      xmlns,
      CloudFunctionConfiguration: {
        Id: 'tf-s3-lambda-20240101000000000000000001',
        CloudFunction: 'arn:f',
        Event: 's3:ObjectCreated:*',
        Filter: {
          S3Key: {
            FilterRule: [
              { Name: 'Prefix', Value: 'in/' },
              { Name: 'Suffix', Value: '.jpg' },
            ],
          },
        },
      },
      QueueConfiguration: { Id: 'mine', Queue: 'arn:q', Event: ['s3:b', 's3:a'] },
      EventBridgeConfiguration: '',
    };
    const request = { ...common, notification: '', NotificationConfiguration };
    const managed = estateOf(part('aws_s3_bucket_notification'));

    expect(translate('PutBucketNotificationConfiguration', request, {}, managed)).toEqual({
      'aws_s3_bucket_notification assets': sets({
        eventbridge: true,
        lambda_function: [
          {
            lambda_function_arn: 'arn:f',
            events: ['s3:ObjectCreated:*'],
            filter_prefix: 'in/',
            filter_suffix: '.jpg',
          },
        ],
        queue: [{ queue_arn: 'arn:q', events: ['s3:a', 's3:b'], id: 'mine' }],
        topic: [],
      }),
    });
  });

  it('treats an empty notification as none, unless Terraform has one', () => {
    const request = { ...common, NotificationConfiguration: { xmlns } };
    const managed = estateOf(part('aws_s3_bucket_notification'));

    expect(translate('PutBucketNotification', request)).toEqual({
      'aws_s3_bucket_notification assets': [{ kind: 'delete' }],
    });
    expect(translate('PutBucketNotification', request, {}, managed)).toEqual({
      'aws_s3_bucket_notification assets': sets({
        eventbridge: false,
        lambda_function: [],
        queue: [],
        topic: [],
      }),
    });
  });

  it('reads websites', () => {
    const WebsiteConfiguration = {
      IndexDocument: { Suffix: 'index.html' },
      RoutingRules: {
        RoutingRule: {
          Condition: { KeyPrefixEquals: 'a/' },
          Redirect: { ReplaceKeyPrefixWith: 'b/' },
        },
      },
    };
    const managed = estateOf(part('aws_s3_bucket_website_configuration'));

    expect(translate('PutBucketWebsite', { ...common, WebsiteConfiguration }, {}, managed)).toEqual(
      {
        'aws_s3_bucket_website_configuration assets': sets({
          'index_document.0.suffix': 'index.html',
          routing_rule: [
            {
              condition: [{ key_prefix_equals: 'a/' }],
              redirect: [{ replace_key_prefix_with: 'b/' }],
            },
          ],
          error_document: [],
          redirect_all_requests_to: [],
        }),
      },
    );
  });

  it.each<[string, JsonObject, string, JsonObject]>([
    [
      'PutBucketIntelligentTieringConfiguration',
      {
        id: 'all',
        IntelligentTieringConfiguration: {
          Id: 'all',
          Status: 'Enabled',
          Tiering: { AccessTier: 'ARCHIVE_ACCESS', Days: 90 },
        },
      },
      'aws_s3_bucket_intelligent_tiering_configuration',
      { tiering: [{ access_tier: 'ARCHIVE_ACCESS', days: 90 }] },
    ],
    [
      'PutBucketMetricsConfiguration',
      { id: 'all', MetricsConfiguration: { Id: 'all', Filter: { Prefix: 'a' } } },
      'aws_s3_bucket_metric',
      { filter: [{ prefix: 'a' }] },
    ],
  ])('%s makes one of several', (operation, request, type, attributes) => {
    expect(translate(operation, { ...common, ...request })).toMatchObject({
      [`${type} assets all`]: [
        { attributes: { bucket: 'assets', name: 'all', ...attributes }, importId: 'assets:all' },
      ],
    });
  });

  it('says of inventory reports only that they changed', () => {
    const request = { ...common, id: 'all', InventoryConfiguration: { Id: 'all' } };

    expect(translate('PutBucketInventoryConfiguration', request)).toEqual({
      'aws_s3_bucket_inventory assets all': [hidden('', 'omitted')],
    });
  });
});

describe('access control lists', () => {
  const full = { Permission: 'FULL_CONTROL', Grantee: { 'xsi:type': 'CanonicalUser', ID: 'me' } };
  const group = (Permission: string, name: string) => ({
    Permission,
    Grantee: { 'xsi:type': 'Group', URI: `http://acs.amazonaws.com/groups/${name}` },
  });
  const body = (...Grant: JsonObject[]) => ({
    acl: '',
    AccessControlPolicy: { xmlns, Owner: { ID: 'me' }, AccessControlList: { Grant } },
  });
  const own = estateOf(part('aws_s3_bucket_acl'));
  const put = (request: JsonObject, estate = own): readonly Change[] => {
    const found = translate('PutBucketAcl', { ...common, ...request }, {}, estate);
    if (typeof found === 'string') throw new Error(found);
    return Object.values(found).flat();
  };

  it.each<[JsonObject, string]>([
    [{ acl: '', 'x-amz-acl': ['public-read'] }, 'public-read'],
    [{ accessControlList: { 'x-amz-acl': 'authenticated-read' } }, 'authenticated-read'],
    [body(full), 'private'],
    [body(full, group('READ', 'global/AllUsers')), 'public-read'],
    [
      body(group('WRITE', 'global/AllUsers'), full, group('READ', 'global/AllUsers')),
      'public-read-write',
    ],
    [
      body(full, group('WRITE', 's3/LogDelivery'), group('READ_ACP', 's3/LogDelivery')),
      'log-delivery-write',
    ],
  ])('%j is a canned one', (request, acl) => {
    expect(put(request)).toEqual(sets({ acl, access_control_policy: [] }));
    expect(put(request, estateOf())).toMatchObject([
      { kind: 'create', attributes: { bucket: 'assets', acl }, importId: `assets,${acl}` },
    ]);
    expect(put(request, estateOf(bucket('acl')))).toEqual(sets({ acl, grant: [] }));
  });

  it('spells out the others', () => {
    const other = { Permission: 'READ', Grantee: { 'xsi:type': 'CanonicalUser', ID: 'you' } };

    expect(put(body(full, other))).toEqual(
      sets({
        acl: null,
        access_control_policy: [
          {
            owner: [{ id: 'me' }],
            grant: [
              { permission: 'FULL_CONTROL', grantee: [{ type: 'CanonicalUser', id: 'me' }] },
              { permission: 'READ', grantee: [{ type: 'CanonicalUser', id: 'you' }] },
            ],
          },
        ],
      }),
    );
    expect(put(body(full, other), estateOf(bucket('grant')))).toEqual(
      sets({
        acl: null,
        grant: [
          { id: 'me', permissions: ['FULL_CONTROL'], type: 'CanonicalUser' },
          { id: 'you', permissions: ['READ'], type: 'CanonicalUser' },
        ],
      }),
    );
  });

  it('does not know the owner behind grants in headers', () => {
    const request = { acl: '', accessControlList: { 'x-amz-grant-write-acp': 'uri=http://x' } };

    expect(put(request)).toEqual([hidden('access_control_policy', 'omitted')]);
  });
});
