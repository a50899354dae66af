import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/model/json.ts';
import { judgeGrants } from '../../../../src/providers/harm/grants/judge.ts';
import { allow, doc, type Judge, judged, other, own, testCase } from './make.ts';

const managed = (name: string) => `arn:aws:iam::aws:policy/${name}`;
const attached = (name: string): JsonObject => ({ role: 'app', policy_arn: managed(name) });
const role = 'aws_iam_role_policy_attachment';
const permission = (more: JsonObject): JsonObject => ({
  action: 'lambda:InvokeFunction',
  function_name: 'f',
  ...more,
});

type Row = readonly [
  string,
  string,
  JsonObject | undefined,
  JsonObject | undefined,
  number,
  number,
  string?,
];

const rows: readonly Row[] = [
  [
    'administrator',
    role,
    undefined,
    attached('AdministratorAccess'),
    5,
    0,
    'The role app may now do anything to anything (AdministratorAccess attached)',
  ],
  ['everything but IAM', role, undefined, attached('PowerUserAccess'), 4, 0],
  ['all of IAM', role, undefined, attached('IAMFullAccess'), 5, 0],
  ['all of a service', role, undefined, attached('AmazonS3FullAccess'), 4, 0],
  ['reading all', role, undefined, attached('ReadOnlyAccess'), 3, 0],
  ['reading one service', role, undefined, attached('AmazonS3ReadOnlyAccess'), 2, 0],
  ['a job', role, undefined, attached('job-function/DatabaseAdministrator'), 4, 0],
  ['looking at things', role, undefined, attached('job-function/ViewOnlyAccess'), 1, 0],
  [
    'what a service needs',
    role,
    undefined,
    attached('service-role/AWSLambdaBasicExecutionRole'),
    2,
    0,
  ],
  ['a policy that denies all', role, undefined, attached('AWSDenyAll'), 0, 4, 'may no longer'],
  ['one for another', role, attached('ReadOnlyAccess'), attached('AdministratorAccess'), 5, 3],
  [
    'a user',
    'aws_iam_user_policy_attachment',
    undefined,
    { user: 'maria', policy_arn: managed('AdministratorAccess') },
    5,
    0,
    'The user maria',
  ],
  [
    'a group',
    'aws_iam_group_policy_attachment',
    undefined,
    { group: 'dev', policy_arn: managed('AdministratorAccess') },
    5,
    0,
  ],
  [
    'one more of many',
    'aws_iam_policy_attachment',
    { roles: ['a'], policy_arn: managed('AdministratorAccess') },
    { roles: ['b', 'a'], policy_arn: managed('AdministratorAccess') },
    5,
    0,
    'The role b',
  ],
  [
    'many in another order',
    'aws_iam_policy_attachment',
    { roles: ['a', 'b'], policy_arn: managed('AdministratorAccess') },
    { roles: ['b', 'a'], policy_arn: managed('AdministratorAccess') },
    0,
    0,
  ],
  [
    'policies of a role',
    'aws_iam_role',
    { name: 'a', managed_policy_arns: [] },
    { name: 'a', managed_policy_arns: [managed('AdministratorAccess')] },
    5,
    0,
  ],
  [
    'an inline policy of a role',
    'aws_iam_role',
    { name: 'a' },
    { name: 'a', inline_policy: [{ name: 'x', policy: doc(allow('*')) }] },
    5,
    0,
  ],
  [
    'inline policies regrouped',
    'aws_iam_role',
    { inline_policy: [{ name: 'x', policy: doc(allow('s3:*'), allow('sqs:*')) }] },
    {
      inline_policy: [
        { name: 'y', policy: doc(allow('sqs:*')) },
        { name: 'z', policy: doc(allow('s3:*')) },
      ],
    },
    0,
    0,
  ],
  [
    'a function for everybody',
    'aws_lambda_permission',
    undefined,
    permission({ principal: '*' }),
    5,
    0,
    'Everyone may now invoke this function',
  ],
  [
    'a function for an organization',
    'aws_lambda_permission',
    undefined,
    permission({ principal: '*', principal_org_id: 'o-1234567890' }),
    3,
    0,
  ],
  [
    'a function for another account',
    'aws_lambda_permission',
    undefined,
    permission({ principal: other }),
    5,
    0,
  ],
  [
    'a function for a service',
    'aws_lambda_permission',
    undefined,
    permission({ principal: 's3.amazonaws.com', source_arn: 'arn:aws:s3:::acme-logs' }),
    2,
    0,
  ],
  [
    'a function for this account',
    'aws_lambda_permission',
    undefined,
    permission({ principal: own }),
    1,
    0,
  ],
  [
    'a URL for everybody',
    'aws_lambda_function_url',
    { authorization_type: 'AWS_IAM' },
    { authorization_type: 'NONE' },
    5,
    0,
    'Everyone may now call this function',
  ],
  [
    'an image for everybody',
    'aws_ami_launch_permission',
    undefined,
    { image_id: 'ami-1', group: 'all' },
    5,
    0,
  ],
  [
    'a snapshot for another account',
    'aws_snapshot_create_volume_permission',
    undefined,
    { snapshot_id: 'snap-1', account_id: other },
    5,
    0,
  ],
  [
    'a grant on a key for another account',
    'aws_kms_grant',
    undefined,
    { grantee_principal: `arn:aws:iam::${other}:root`, operations: ['Decrypt'] },
    4,
    0,
  ],
  [
    'an ACL for everybody',
    'aws_s3_bucket_acl',
    { acl: 'private' },
    { acl: 'public-read' },
    5,
    0,
    'Everyone may now',
  ],
  [
    'an ACL, spelled out',
    'aws_s3_bucket_acl',
    { acl: 'public-read' },
    {
      access_control_policy: [
        {
          owner: [{ id: 'me' }],
          grant: [
            { permission: 'FULL_CONTROL', grantee: [{ id: 'me' }] },
            {
              permission: 'READ',
              grantee: [{ uri: 'http://acs.amazonaws.com/groups/global/AllUsers' }],
            },
          ],
        },
      ],
    },
    0,
    0,
  ],
];

describe('policies that are attached, and permissions', () => {
  for (const [name, type, before, after, weakens, strengthens, says] of rows) {
    const judge: Judge = (...sides) => judged(type, ...sides);
    testCase(judge, { name, before, after, weakens, strengthens, says });
  }

  it('says that it cannot tell what a custom policy allows', () => {
    const policy_arn = `arn:aws:iam::${own}:policy/app`;
    const { harms } = judged(role, undefined, { role: 'app', policy_arn });

    expect(harms).toEqual([expect.objectContaining({ severity: 3, doubt: 'cannot-tell' })]);
  });

  it('reports a new permission while computed values are not known yet', () => {
    const judge = (unknown: readonly string[]) =>
      judgeGrants({
        type: 'aws_lambda_permission',
        before: undefined,
        after: permission({ principal: '*' }),
        unknown,
      }).harms;

    expect(judge(['id', 'statement_id'])).toEqual([expect.objectContaining({ severity: 5 })]);
    expect(judge(['source_arn'])).toEqual([expect.objectContaining({ doubt: 'cannot-tell' })]);
  });

  it('is silent about types that grant nothing', () => {
    expect(judged('aws_instance', { policy: doc() }, { policy: doc(allow('*')) })).toEqual({
      harms: [],
      grants: { added: [], removed: [] },
    });
  });
});
