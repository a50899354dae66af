import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/model/json.ts';
import { allow, deny, doc, type Judge, judged, testCase } from './make.ts';

const bucket = 'arn:aws:s3:::acme-logs';
const objects = `${bucket}/*`;
const role = 'arn:aws:iam::111122223333:role/app';
const read = allow('s3:GetObject', objects);

type Row = readonly [string, readonly JsonObject[], readonly JsonObject[], number, number, string?];

/*
 * Principles of the severities: all permissions 5; granting permissions to oneself 5, or 4 on named
 * resources; a whole service 4; a narrow read 1; a dropped condition at least 3; a lost denial 4.
 */
const rows: readonly Row[] = [
  ['the same in another order', [read, allow('sqs:*')], [allow('sqs:*'), read], 0, 0],
  [
    'one and a list of one',
    [allow('s3:GetObject', objects)],
    [allow(['s3:GetObject'], [objects])],
    0,
    0,
  ],
  ['another Sid', [{ ...read, Sid: 'A' }], [{ ...read, Sid: 'B' }], 0, 0],
  [
    'another case of an action',
    [allow('s3:GetObject', objects)],
    [allow('S3:getobject', objects)],
    0,
    0,
  ],
  [
    'one statement split into two',
    [allow(['s3:GetObject', 's3:PutObject'], objects)],
    [allow('s3:GetObject', objects), allow('s3:PutObject', objects)],
    0,
    0,
  ],
  [
    'an action that a wildcard has already',
    [allow('s3:*')],
    [allow('s3:*'), allow('s3:GetObject', objects)],
    0,
    0,
  ],
  [
    'a resource that a wildcard has already',
    [allow('s3:GetObject', objects)],
    [allow('s3:GetObject', [objects, `${bucket}/a`])],
    0,
    0,
  ],
  [
    'NotAction and its complement',
    [allow('*')],
    [{ Effect: 'Allow', NotAction: 'iam:*', Resource: '*' }, allow('iam:*')],
    0,
    0,
  ],
  [
    'an Allow that a denial takes away whole',
    [read, deny('sqs:*')],
    [read, deny('sqs:*'), allow('sqs:SendMessage')],
    0,
    0,
  ],
  ['a narrow read', [], [read], 1, 0],
  [
    'two narrow reads',
    [],
    [
      allow(
        ['s3:GetObject', 'dynamodb:GetItem'],
        [objects, 'arn:aws:dynamodb:eu-west-1:111122223333:table/a'],
      ),
    ],
    1,
    0,
  ],
  ['listing everywhere', [], [allow('ec2:DescribeInstances')], 1, 0],
  ['a narrow write', [], [allow('s3:PutObject', objects)], 2, 0],
  ['writing messages everywhere', [], [allow('sqs:SendMessage')], 2, 0],
  ['reading all objects', [], [allow('s3:GetObject')], 3, 0],
  ['all reads of a service', [], [allow('dynamodb:Get*')], 3, 0],
  ['a whole service', [], [allow('dynamodb:*')], 4, 0],
  [
    'a whole service on one resource',
    [],
    [allow('dynamodb:*', 'arn:aws:dynamodb:eu-west-1:111122223333:table/a')],
    2,
    0,
  ],
  ['everything', [read], [read, allow('*')], 5, 0],
  ['everything, written otherwise', [read], [read, allow('*:*', ['*'])], 5, 0],
  ['everything in IAM', [], [allow('iam:*')], 5, 0],
  [
    'everything but IAM',
    [],
    [{ Effect: 'Allow', NotAction: ['iam:*', 'organizations:*', 'account:*'], Resource: '*' }],
    4,
    0,
  ],
  ['everything but one service', [], [{ Effect: 'Allow', NotAction: 's3:*', Resource: '*' }], 5, 0],
  [
    'passing any role',
    [read],
    [read, allow('iam:PassRole')],
    5,
    0,
    'pass any role to any service (iam:PassRole on *), which lets it become any role',
  ],
  [
    'passing any role of the account',
    [],
    [allow('iam:PassRole', 'arn:aws:iam::111122223333:role/*')],
    5,
    0,
  ],
  ['passing one role', [], [allow('iam:PassRole', role)], 3, 0],
  [
    'passing any role to one service',
    [],
    [
      allow('iam:PassRole', '*', {
        Condition: { StringEquals: { 'iam:PassedToService': 'ec2.amazonaws.com' } },
      }),
    ],
    4,
    0,
  ],
  [
    'access keys of any user',
    [],
    [allow('iam:CreateAccessKey')],
    5,
    0,
    'create access keys for users',
  ],
  [
    'access keys of one user',
    [],
    [allow('iam:CreateAccessKey', 'arn:aws:iam::111122223333:user/a')],
    4,
    0,
  ],
  ['attaching policies', [], [allow('iam:AttachRolePolicy')], 5, 0],
  ['attaching policies by wildcard', [], [allow('iam:Attach*')], 5, 0],
  ['new versions of policies', [], [allow('iam:CreatePolicyVersion')], 5, 0],
  ['writing trust', [], [allow('iam:UpdateAssumeRolePolicy')], 5, 0],
  ['assuming any role', [], [allow('sts:AssumeRole')], 4, 0, 'assume any role that trusts it'],
  ['assuming one role', [], [allow('sts:AssumeRole', role)], 2, 0],
  ['replacing code of functions', [], [allow('lambda:UpdateFunctionCode')], 4, 0],
  ['all keys', [], [allow('kms:*')], 4, 0],
  ['writing key policies', [], [allow('kms:PutKeyPolicy')], 5, 0],
  ['granting keys', [], [allow('kms:CreateGrant')], 4, 0],
  ['every secret', [], [allow('secretsmanager:GetSecretValue')], 4, 0, 'read every secret'],
  [
    'one secret',
    [],
    [
      allow(
        'secretsmanager:GetSecretValue',
        'arn:aws:secretsmanager:eu-west-1:111122223333:secret:a',
      ),
    ],
    2,
    0,
  ],
  ['stopping audit logs', [], [allow('cloudtrail:StopLogging')], 5, 0],
  ['a read widened to a service', [allow('s3:Get*')], [allow('s3:*')], 4, 0],
  ['a resource widened to all', [allow('s3:PutObject', objects)], [allow('s3:PutObject')], 2, 0],
  ['a wildcard narrowed', [allow('s3:*')], [allow('s3:GetObject')], 0, 4],
  [
    'a write swapped for a read',
    [allow('s3:PutObject', objects)],
    [allow('s3:GetObject', objects)],
    1,
    2,
  ],
  [
    'a denial lost',
    [allow('s3:*'), deny('s3:DeleteBucket')],
    [allow('s3:*')],
    4,
    0,
    's3:DeleteBucket on * is no longer denied',
  ],
  ['a denial of nothing that is allowed here, lost', [read, deny('iam:*')], [read], 4, 0],
  ['a denial that names less', [deny(['iam:*', 'kms:*'])], [deny('iam:*')], 4, 0, 'kms:* on *'],
  [
    'a denial of fewer resources',
    [deny('s3:*', [objects, 'arn:aws:s3:::b/*'])],
    [deny('s3:*', objects)],
    4,
    0,
  ],
  [
    'a denial with one more condition',
    [deny('s3:*')],
    [deny('s3:*', '*', { Condition: { Bool: { 'aws:SecureTransport': 'false' } } })],
    4,
    0,
  ],
  ['a denial written in two parts', [deny(['s3:*', 'sqs:*'])], [deny('s3:*'), deny('sqs:*')], 0, 0],
  ['a denial that another one has already', [deny('*'), deny('s3:*')], [deny('*')], 0, 0],
  [
    'a second factor no longer asked',
    [
      allow('ec2:StopInstances', '*', {
        Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } },
      }),
    ],
    [allow('ec2:StopInstances')],
    3,
    0,
    'under fewer conditions than before',
  ],
  [
    'a condition added',
    [allow('s3:GetObject', objects)],
    [
      allow('s3:GetObject', objects, {
        Condition: { StringEquals: { 'aws:SourceVpce': 'vpce-1' } },
      }),
    ],
    0,
    3,
  ],
  [
    'a network widened',
    [
      allow('s3:PutObject', objects, {
        Condition: { IpAddress: { 'aws:SourceIp': '203.0.113.0/24' } },
      }),
    ],
    [
      allow('s3:PutObject', objects, {
        Condition: { IpAddress: { 'aws:SourceIp': '203.0.112.0/20' } },
      }),
    ],
    3,
    0,
  ],
  [
    'networks merged',
    [
      allow('s3:PutObject', objects, {
        Condition: { IpAddress: { 'aws:SourceIp': ['203.0.113.0/25', '203.0.113.128/25'] } },
      }),
    ],
    [
      allow('s3:PutObject', objects, {
        Condition: { IpAddress: { 'aws:SourceIp': '203.0.113.0/24' } },
      }),
    ],
    0,
    0,
  ],
  [
    'a date moved out',
    [
      allow('s3:PutObject', objects, {
        Condition: { DateLessThan: { 'aws:CurrentTime': '2026-01-01T00:00:00Z' } },
      }),
    ],
    [
      allow('s3:PutObject', objects, {
        Condition: { DateLessThan: { 'aws:CurrentTime': '2030-01-01T00:00:00Z' } },
      }),
    ],
    3,
    0,
  ],
];

describe('policies of identities', () => {
  for (const [name, before, after, weakens, strengthens, says] of rows) {
    const [old, fresh] = [before, after].map((one) => ({ policy: doc(...one) }));
    const judge: Judge = (...sides) => judged('aws_iam_policy', ...sides);
    testCase(judge, { name, before: old, after: fresh, weakens, strengthens, says });
  }

  it('gives grants as facts in one fixed form', () => {
    const { grants } = judged(
      'aws_iam_policy',
      { policy: doc(read) },
      { policy: doc(read, allow(['S3:PutObject', 's3:putobject'], [objects])) },
    );

    expect(grants).toEqual({
      added: [
        { principals: ['self'], actions: ['s3:putobject'], resources: [objects], conditions: [] },
      ],
      removed: [],
    });
  });

  it('reports what a denial held back as a grant of just that', () => {
    const { grants } = judged(
      'aws_iam_policy',
      { policy: doc(allow('s3:*'), deny('s3:Delete*', objects)) },
      { policy: doc(allow('s3:*')) },
    );

    expect(grants.added).toEqual([
      { principals: ['self'], actions: ['s3:delete*'], resources: [objects], conditions: [] },
    ]);
  });

  it.each([
    ['masked', '***'],
    ['no policy', '{"a":1}'],
    ['no JSON', 'policy'],
    ['a statement without an effect', '{"Statement":[{"Action":"s3:*","Resource":"*"}]}'],
    ['a statement with an element of no known name', doc({ ...read, Actions: '*' })],
  ])('%s: cannot tell', (_name, policy) => {
    const { harms } = judged('aws_iam_policy', { policy: doc(read) }, { policy });

    expect(harms).toEqual([
      expect.objectContaining({ doubt: 'cannot-tell', direction: 'weakens' }),
    ]);
  });

  it('says nothing about what stayed, readable or not', () => {
    expect(judged('aws_iam_policy', { policy: '***' }, { policy: '***' }).harms).toEqual([]);
  });
});
