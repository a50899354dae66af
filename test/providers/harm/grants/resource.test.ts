import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/model/json.ts';
import { deny, doc, type Judge, judged, lets, other, own, testCase } from './make.ts';

type Row = readonly [
  string,
  string,
  readonly JsonObject[],
  readonly JsonObject[],
  number,
  number,
  string?,
];

const bucket = 'aws_s3_bucket_policy';
const insecure = deny('s3:*', '*', {
  Principal: '*',
  Condition: { Bool: { 'aws:SecureTransport': 'false' } },
});
const inOrg = { Condition: { StringEquals: { 'aws:PrincipalOrgID': 'o-1234567890' } } };
const when = (operator: string, key: string, value: string) => ({
  Condition: { [operator]: { [key]: value } },
});
const root = { AWS: `arn:aws:iam::${own}:root` };

/*
 * Principles of the severities: strangers 5; another account 5 if it may write, 4 if it may read;
 * an organization 3 and 2; this account and services 2 and 1; a filter as much as it could ever
 * grant.
 */
const rows: readonly Row[] = [
  [
    'public reads',
    bucket,
    [],
    [lets('*', 's3:GetObject')],
    5,
    0,
    'Everyone may now read objects of this bucket (s3:GetObject)',
  ],
  ['public writes', bucket, [], [lets('*', 's3:PutObject')], 5, 0, 'write objects of this bucket'],
  [
    'public reads of those of an organization',
    bucket,
    [],
    [lets('*', 's3:GetObject', inOrg)],
    2,
    0,
  ],
  [
    'public writes of those of an organization',
    bucket,
    [],
    [lets('*', 's3:PutObject', inOrg)],
    3,
    0,
  ],
  [
    'an organization no longer asked',
    bucket,
    [lets('*', 's3:GetObject', inOrg)],
    [lets('*', 's3:GetObject')],
    5,
    0,
  ],
  [
    'public reads through an endpoint',
    bucket,
    [],
    [lets('*', 's3:GetObject', when('StringEquals', 'aws:SourceVpce', 'vpce-1234'))],
    2,
    0,
  ],
  [
    'public reads from a small network',
    bucket,
    [],
    [lets('*', 's3:GetObject', when('IpAddress', 'aws:SourceIp', '203.0.113.0/24'))],
    2,
    0,
  ],
  [
    'public reads from a large network',
    bucket,
    [],
    [lets('*', 's3:GetObject', when('IpAddress', 'aws:SourceIp', '54.0.0.0/8'))],
    4,
    0,
  ],
  [
    'public reads from the whole world',
    bucket,
    [],
    [lets('*', 's3:GetObject', when('IpAddress', 'aws:SourceIp', '0.0.0.0/0'))],
    5,
    0,
  ],
  [
    'public reads with a header that anybody can send',
    bucket,
    [],
    [lets('*', 's3:GetObject', when('StringLike', 'aws:Referer', 'https://acme.example/*'))],
    5,
    0,
  ],
  [
    'public reads over TLS',
    bucket,
    [],
    [lets('*', 's3:GetObject', when('Bool', 'aws:SecureTransport', 'true'))],
    5,
    0,
  ],
  [
    'public reads from anywhere but a network',
    bucket,
    [],
    [lets('*', 's3:GetObject', when('NotIpAddress', 'aws:SourceIp', '203.0.113.0/24'))],
    5,
    0,
  ],
  [
    'all but one account',
    bucket,
    [],
    [{ Effect: 'Allow', NotPrincipal: { AWS: other }, Action: 's3:GetObject', Resource: '*' }],
    5,
    0,
  ],
  ['another account reads', bucket, [], [lets({ AWS: other }, 's3:GetObject')], 4, 0],
  ['another account writes', bucket, [], [lets({ AWS: other }, 's3:PutObject')], 5, 0],
  [
    'another account does anything',
    bucket,
    [],
    [lets({ AWS: other }, 's3:*')],
    5,
    0,
    'do anything with this bucket',
  ],
  ['this account reads', bucket, [], [lets(root, 's3:GetObject')], 1, 0],
  [
    'a role of this account writes',
    bucket,
    [],
    [lets({ AWS: `arn:aws:iam::${own}:role/app` }, 's3:PutObject')],
    2,
    0,
  ],
  [
    'a service writes for this account',
    bucket,
    [],
    [
      lets(
        { Service: 'logging.s3.amazonaws.com' },
        's3:PutObject',
        when('StringEquals', 'aws:SourceAccount', own),
      ),
    ],
    2,
    0,
  ],
  [
    'an unencrypted way in',
    bucket,
    [insecure, lets(root, 's3:*')],
    [lets(root, 's3:*')],
    4,
    0,
    'is no longer denied',
  ],
  [
    'a denial by two keys, of which one goes',
    bucket,
    [
      deny('s3:*', '*', {
        Principal: '*',
        ...when('StringNotEquals', 'aws:PrincipalOrgID', 'o-1234567890'),
      }),
      insecure,
    ],
    [insecure],
    4,
    0,
  ],
  ['a new denial', bucket, [lets(root, 's3:*')], [lets(root, 's3:*'), insecure], 0, 4],
  [
    'a stranger who was denied',
    bucket,
    [lets('*', 's3:GetObject'), deny('s3:*', '*', { NotPrincipal: root })],
    [lets('*', 's3:GetObject')],
    5,
    0,
    'which was denied before',
  ],
  [
    'public reads gone',
    bucket,
    [lets('*', 's3:GetObject')],
    [],
    0,
    5,
    'Everyone may no longer read objects of this bucket',
  ],
  [
    'a key for another account',
    'aws_kms_key',
    [lets(root, 'kms:*')],
    [lets(root, 'kms:*'), lets({ AWS: other }, 'kms:Decrypt')],
    4,
    0,
    'decrypt with this key',
  ],
  [
    'a key that another account may grant on',
    'aws_kms_key',
    [lets(root, 'kms:*')],
    [lets(root, 'kms:*'), lets({ AWS: other }, 'kms:CreateGrant')],
    5,
    0,
  ],
  [
    'a key for everybody of one account',
    'aws_kms_key',
    [],
    [lets({ AWS: '*' }, 'kms:Decrypt', when('StringEquals', 'kms:CallerAccount', own))],
    1,
    0,
  ],
  [
    'a queue for everybody',
    'aws_sqs_queue_policy',
    [],
    [lets('*', 'sqs:SendMessage')],
    5,
    0,
    'send messages to this queue',
  ],
  [
    'a queue for one topic',
    'aws_sqs_queue_policy',
    [],
    [
      lets(
        '*',
        'sqs:SendMessage',
        when('ArnEquals', 'aws:SourceArn', `arn:aws:sns:eu-west-1:${own}:news`),
      ),
    ],
    2,
    0,
  ],
  [
    'a queue for topics of anybody',
    'aws_sqs_queue_policy',
    [],
    [lets('*', 'sqs:SendMessage', when('ArnLike', 'aws:SourceArn', 'arn:aws:sns:*:*:*'))],
    5,
    0,
  ],
  [
    'a queue that loses a denial',
    'aws_sqs_queue_policy',
    [deny('sqs:*', '*', { Principal: '*' })],
    [],
    3,
    0,
  ],
  [
    'a topic for another account',
    'aws_sns_topic_policy',
    [],
    [lets({ AWS: other }, 'sns:Subscribe')],
    4,
    0,
  ],
  [
    'an image repository for everybody',
    'aws_ecr_repository_policy',
    [],
    [lets('*', ['ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'])],
    5,
    0,
  ],
  [
    'a secret for another account',
    'aws_secretsmanager_secret_policy',
    [],
    [lets({ AWS: other }, 'secretsmanager:GetSecretValue')],
    4,
    0,
    'read this secret',
  ],
  ['a vault for everybody', 'aws_glacier_vault_lock', [], [lets('*', 'glacier:*')], 5, 0],
  [
    'backups that may be deleted again',
    'aws_backup_vault_policy',
    [deny('backup:DeleteRecoveryPoint', '*', { Principal: '*' })],
    [],
    4,
    0,
  ],
  [
    'an API for everybody',
    'aws_api_gateway_rest_api_policy',
    [],
    [lets('*', 'execute-api:Invoke')],
    4,
    0,
  ],
  [
    'an endpoint without its limits',
    'aws_vpc_endpoint_policy',
    [lets('*', 's3:GetObject')],
    [lets('*', '*')],
    3,
    0,
  ],
  [
    'an organization that forbids less',
    'aws_organizations_policy',
    [deny('cloudtrail:StopLogging')],
    [],
    5,
    0,
  ],
  [
    'everybody, but who is not in a network is denied',
    bucket,
    [],
    [
      lets('*', 's3:GetObject'),
      deny('s3:*', '*', {
        Principal: '*',
        ...when('NotIpAddress', 'aws:SourceIp', '203.0.113.0/24'),
      }),
    ],
    2,
    4,
  ],
  [
    'everybody, but who is not in the organization is denied',
    bucket,
    [],
    [
      lets('*', 's3:GetObject'),
      deny('s3:*', '*', {
        Principal: '*',
        ...when('StringNotEquals', 'aws:PrincipalOrgID', 'o-1234567890'),
      }),
    ],
    2,
    4,
  ],
  [
    'everybody, but all except one role are denied',
    bucket,
    [],
    [
      lets('*', 's3:GetObject'),
      deny('s3:*', '*', { NotPrincipal: { AWS: `arn:aws:iam::${own}:role/app` } }),
    ],
    1,
    4,
  ],
  [
    'everybody, with a denial that is about something else',
    bucket,
    [],
    [
      lets('*', 's3:GetObject'),
      deny('s3:PutObject', '*', {
        Principal: '*',
        ...when('NotIpAddress', 'aws:SourceIp', '203.0.113.0/24'),
      }),
    ],
    5,
    4,
  ],
  [
    'everybody, with a denial for all but a large network',
    bucket,
    [],
    [
      lets('*', 's3:GetObject'),
      deny('s3:*', '*', { Principal: '*', ...when('NotIpAddress', 'aws:SourceIp', '0.0.0.0/0') }),
    ],
    5,
    4,
  ],
  [
    'everybody, where the network is no longer asked',
    bucket,
    [
      lets('*', 's3:GetObject'),
      deny('s3:*', '*', {
        Principal: '*',
        ...when('NotIpAddress', 'aws:SourceIp', '203.0.113.0/24'),
      }),
    ],
    [lets('*', 's3:GetObject')],
    5,
    0,
    'Everyone may now read objects of this bucket',
  ],
];

const fields: Readonly<Record<string, string>> = { aws_organizations_policy: 'content' };

describe('policies of resources', () => {
  for (const [name, type, before, after, weakens, strengthens, says] of rows) {
    const field = fields[type] ?? 'policy';
    const [old, fresh] = [before, after].map((one) => ({ [field]: doc(...one) }));
    const judge: Judge = (...sides) => judged(type, ...sides);
    testCase(judge, { name, before: old, after: fresh, weakens, strengthens, says });
  }

  it('knows that an endpoint without a policy lets everything through', () => {
    const limited = { policy: doc(lets('*', 's3:GetObject')) };

    expect(judged('aws_vpc_endpoint_policy', limited, { policy: null }).harms).toEqual([
      expect.objectContaining({ severity: 3, direction: 'weakens' }),
    ]);
    const same = judged('aws_vpc_endpoint_policy', { policy: doc(lets('*', '*')) }, {});
    expect(same.harms).toEqual([]);
  });

  it('gives as facts who is let in, and under which conditions', () => {
    const { grants } = judged(bucket, undefined, { policy: doc(lets('*', 's3:GetObject', inOrg)) });

    expect(grants.added).toEqual([
      {
        principals: ['*'],
        actions: ['s3:getobject'],
        resources: ['*'],
        conditions: ['StringEquals aws:PrincipalOrgID o-1234567890'],
      },
    ]);
  });

  it('escapes control characters in names of strangers', () => {
    const { harms } = judged(bucket, undefined, {
      policy: doc(lets({ Federated: 'x\u001b[31m\u202e' }, 's3:GetObject')),
    });

    const reported = harms.map((one) => one.because).join('');
    expect(reported).toContain('x\\u{1b}[31m\\u{202e}');
    expect(reported).not.toContain('\u001b');
  });
});
