import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/model/json.ts';
import { doc, type Judge, judged, other, own, testCase, trusts } from './make.ts';

const ec2 = trusts({ Service: 'ec2.amazonaws.com' });
const provider = (host: string) => ({ Federated: `arn:aws:iam::${own}:oidc-provider/${host}` });
const github = 'token.actions.githubusercontent.com';
const cluster = 'oidc.eks.eu-west-1.amazonaws.com/id/ABC';
const like = (host: string, claim: string, ...values: readonly string[]) => ({
  StringLike: { [`${host}:${claim}`]: values },
});

type Row = readonly [string, readonly JsonObject[], readonly JsonObject[], number, number, string?];

/*
 * Principles of the severities: strangers 5; another account 4; an identity provider with named
 * identities 3; one's own account or a service 1 or 2.
 */
const rows: readonly Row[] = [
  [
    'account id and root ARN',
    [trusts({ AWS: other })],
    [trusts({ AWS: `arn:aws:iam::${other}:root` })],
    0,
    0,
  ],
  ['forms of everybody', [trusts('*')], [trusts({ AWS: '*' })], 0, 0],
  [
    'another account',
    [ec2],
    [ec2, trusts({ AWS: other })],
    4,
    0,
    `Account ${other}, which is not this account, may now assume this role`,
  ],
  [
    'a role of another account',
    [ec2],
    [ec2, trusts({ AWS: `arn:aws:iam::${other}:role/ci` })],
    4,
    0,
    `role/ci of account ${other}, which is not this account,`,
  ],
  [
    'another account with an external id',
    [ec2],
    [ec2, trusts({ AWS: other }, { StringEquals: { 'sts:ExternalId': 'abcd' } })],
    4,
    0,
  ],
  [
    'a role of an account that is trusted as a whole',
    [trusts({ AWS: other })],
    [trusts({ AWS: [other, `arn:aws:iam::${other}:role/ci`] })],
    0,
    0,
  ],
  [
    'an external id no longer asked',
    [trusts({ AWS: other }, { StringEquals: { 'sts:ExternalId': 'abcd' } })],
    [trusts({ AWS: other })],
    4,
    0,
    'under fewer conditions than before',
  ],
  ['everybody', [ec2], [ec2, trusts('*')], 5, 0, 'Everyone may now assume this role'],
  [
    'everybody of one organization',
    [ec2],
    [ec2, trusts('*', { StringEquals: { 'aws:PrincipalOrgID': 'o-1234567890' } })],
    3,
    0,
  ],
  [
    'everybody whose key begins with anything',
    [ec2],
    [ec2, trusts('*', { StringLike: { 'aws:PrincipalOrgID': '*' } })],
    5,
    0,
  ],
  [
    'everybody of an organization, or without one',
    [ec2],
    [ec2, trusts('*', { StringEqualsIfExists: { 'aws:PrincipalOrgID': 'o-1234567890' } })],
    5,
    0,
  ],
  [
    'everybody but one account',
    [ec2],
    [ec2, trusts('*', { StringNotEquals: { 'aws:PrincipalAccount': other } })],
    5,
    0,
  ],
  [
    'everybody of another account',
    [ec2],
    [ec2, trusts('*', { StringEquals: { 'aws:PrincipalAccount': other } })],
    4,
    0,
  ],
  [
    'everybody of this account',
    [ec2],
    [ec2, trusts('*', { StringEquals: { 'aws:PrincipalAccount': own } })],
    1,
    0,
  ],
  [
    'everybody of an ARN with any account',
    [ec2],
    [ec2, trusts('*', { ArnLike: { 'aws:PrincipalArn': 'arn:aws:iam::*:role/ci' } })],
    5,
    0,
  ],
  [
    'a service',
    [ec2],
    [ec2, trusts({ Service: 'lambda.amazonaws.com' })],
    2,
    0,
    'The service lambda.amazonaws.com may now assume this role',
  ],
  ['this account', [ec2], [ec2, trusts({ AWS: own })], 1, 0],
  ['a role of this account', [ec2], [ec2, trusts({ AWS: `arn:aws:iam::${own}:role/ci` })], 2, 0],
  [
    'another account gone',
    [ec2, trusts({ AWS: other })],
    [ec2],
    0,
    4,
    'may no longer assume this role',
  ],
  ['one account for another', [trusts({ AWS: other })], [trusts({ AWS: '555544443333' })], 4, 4],
  [
    'one repository',
    [ec2],
    [ec2, trusts(provider(github), like(github, 'sub', 'repo:acme/app:*'))],
    3,
    0,
  ],
  [
    'every repository of one owner',
    [ec2],
    [ec2, trusts(provider(github), like(github, 'sub', 'repo:acme/*'))],
    3,
    0,
  ],
  [
    'every repository of GitHub',
    [ec2],
    [ec2, trusts(provider(github), like(github, 'sub', 'repo:*'))],
    5,
    0,
    'Any workflow on GitHub may now assume this role',
  ],
  [
    'owners with a common prefix',
    [ec2],
    [ec2, trusts(provider(github), like(github, 'sub', 'repo:acme*'))],
    5,
    0,
  ],
  [
    'one repository, or any',
    [ec2],
    [ec2, trusts(provider(github), like(github, 'sub', 'repo:acme/app:*', '*'))],
    5,
    0,
  ],
  [
    'GitHub with an audience alone',
    [ec2],
    [ec2, trusts(provider(github), { StringEquals: { [`${github}:aud`]: 'sts.amazonaws.com' } })],
    5,
    0,
  ],
  ['GitHub without any condition', [ec2], [ec2, trusts(provider(github))], 5, 0],
  [
    'a repository widened to all',
    [trusts(provider(github), like(github, 'sub', 'repo:acme/app:*'))],
    [trusts(provider(github), like(github, 'sub', 'repo:*'))],
    5,
    0,
  ],
  [
    'one more repository',
    [trusts(provider(github), like(github, 'sub', 'repo:acme/app:*'))],
    [trusts(provider(github), like(github, 'sub', 'repo:acme/app:*', 'repo:acme/web:*'))],
    3,
    0,
  ],
  [
    'a repository narrowed to a branch',
    [trusts(provider(github), like(github, 'sub', 'repo:acme/app:*'))],
    [trusts(provider(github), like(github, 'sub', 'repo:acme/app:ref:refs/heads/main'))],
    0,
    3,
  ],
  [
    'one service account of a cluster',
    [ec2],
    [
      ec2,
      trusts(provider(cluster), {
        StringEquals: { [`${cluster}:sub`]: 'system:serviceaccount:app:web' },
      }),
    ],
    3,
    0,
  ],
  ['every pod of a cluster', [ec2], [ec2, trusts(provider(cluster))], 4, 0],
  [
    'workspaces of any organization',
    [ec2],
    [ec2, trusts(provider('app.terraform.io'), like('app.terraform.io', 'sub', 'organization:*'))],
    5,
    0,
  ],
  [
    'a denial of an account lost',
    [
      trusts('*', { StringEquals: { 'aws:PrincipalOrgID': 'o-1234567890' } }),
      { Effect: 'Deny', Principal: { AWS: other }, Action: 'sts:AssumeRole' },
    ],
    [trusts('*', { StringEquals: { 'aws:PrincipalOrgID': 'o-1234567890' } })],
    4,
    0,
    'no longer denied',
  ],
  [
    'tags of sessions',
    [trusts({ AWS: other })],
    [
      trusts({ AWS: other }),
      { Effect: 'Allow', Principal: { AWS: other }, Action: 'sts:TagSession' },
    ],
    4,
    0,
  ],
];

describe('who may assume a role', () => {
  for (const [name, before, after, weakens, strengthens, says] of rows) {
    const [old, fresh] = [before, after].map((one) => ({ assume_role_policy: doc(...one) }));
    const judge: Judge = (...sides) => judged('aws_iam_role', ...sides);
    testCase(judge, { name, before: old, after: fresh, weakens, strengthens, says });
  }

  it('says if it cannot tell who owns an account', () => {
    const { harms } = judged(
      'aws_iam_role',
      { assume_role_policy: doc(ec2) },
      { assume_role_policy: doc(ec2, trusts({ AWS: other })) },
      [],
    );

    expect(harms).toEqual([expect.objectContaining({ severity: 4, doubt: 'cannot-tell' })]);
    expect(harms[0]?.because).toContain('which may be another account');
  });

  it('knows its own account by the ARN of the role', () => {
    const arn = `arn:aws:iam::${own}:role/app`;
    const { harms } = judged(
      'aws_iam_role',
      { arn, assume_role_policy: doc(ec2) },
      { arn, assume_role_policy: doc(ec2, trusts({ AWS: other })) },
      [],
    );

    expect(harms).toEqual([expect.objectContaining({ severity: 4 })]);
    expect(harms[0]).not.toHaveProperty('doubt');
  });

  it('does not believe a document about whose account it is', () => {
    const claim = { ...trusts({ AWS: other }), Resource: `arn:aws:iam::${other}:role/app` };
    const { harms } = judged(
      'aws_iam_role',
      { assume_role_policy: doc(ec2) },
      { assume_role_policy: doc(ec2, claim) },
    );

    expect(harms[0]?.because).toContain('which is not this account');
  });

  it('is silent about a new role for a service to assume, but not about one for strangers', () => {
    expect(judged('aws_iam_role', undefined, { assume_role_policy: doc(ec2) }).harms).toEqual([]);
    const open = judged('aws_iam_role', undefined, { assume_role_policy: doc(trusts('*')) });
    expect(open.harms).toEqual([expect.objectContaining({ severity: 5 })]);
  });
});
