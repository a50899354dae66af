import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { assessHarm } from '../../../src/providers/harm/assess-harm.ts';
import { factsOf } from './facts.ts';

const text = (...statements: readonly JsonObject[]) => JSON.stringify({ Statement: statements });
const allow = { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::a/*' };
const account = { AWS: 'arn:aws:iam::123456789012:root' };
const everyone = { ...allow, Principal: '*' };
const under = (condition: JsonObject) => ({ ...everyone, Condition: condition });
const github = 'arn:aws:iam::123456789012:oidc-provider/token.actions.githubusercontent.com';
const login = (condition: JsonObject) => ({
  Effect: 'Allow',
  Action: 'sts:AssumeRoleWithWebIdentity',
  Principal: { Federated: github },
  Condition: condition,
});
const sub = (value: string) => ({
  StringLike: { 'token.actions.githubusercontent.com:sub': value },
});

function reported(predicate: string, before: string | undefined, after: string): string {
  const facts = factsOf('aws_thing', [['policy', predicate, 'security', 5, 'it is worse', 'own']]);
  const side = (policy: string | undefined) => (policy === undefined ? { x: 1 } : { x: 1, policy });
  const [first] = assessHarm(facts, {
    type: 'aws_thing',
    before: side(before),
    after: side(after),
  });
  return first === undefined ? 'nothing' : (first.doubt ?? first.direction);
}

describe('what a policy opens', () => {
  it.each<[string, JsonObject, string]>([
    ['an account by name', { ...allow, Principal: account }, 'nothing'],
    ['anyone', everyone, 'weakens'],
    ['anyone, as an account', { ...allow, Principal: { AWS: '*' } }, 'weakens'],
    ['any account', { ...allow, Principal: { AWS: 'arn:aws:iam::*:root' } }, 'weakens'],
    [
      'anyone of an organization',
      under({ StringEquals: { 'aws:PrincipalOrgID': 'o-1' } }),
      'nothing',
    ],
    ['anyone of any organization', under({ StringLike: { 'aws:PrincipalOrgID': '*' } }), 'weakens'],
    [
      'anyone but an organization',
      under({ StringNotEquals: { 'aws:PrincipalOrgID': 'o-1' } }),
      'weakens',
    ],
    [
      'anyone who may leave it out',
      under({ StringEqualsIfExists: { 'aws:SourceVpc': 'vpc-1' } }),
      'weakens',
    ],
    ['anyone in a network', under({ StringEquals: { 'aws:SourceVpce': 'vpce-1' } }), 'nothing'],
    ['anyone with TLS', under({ Bool: { 'aws:SecureTransport': 'true' } }), 'weakens'],
    ['a small range', under({ IpAddress: { 'aws:SourceIp': ['203.0.113.0/24'] } }), 'nothing'],
    [
      'all addresses',
      under({ IpAddress: { 'aws:SourceIp': ['203.0.113.0/24', '0.0.0.0/0'] } }),
      'weakens',
    ],
    ['half of all addresses', under({ IpAddress: { 'aws:SourceIp': '128.0.0.0/1' } }), 'weakens'],
    ['a topic', under({ ArnLike: { 'aws:SourceArn': 'arn:aws:sns:*:123456789012:a' } }), 'nothing'],
    [
      'the callers of an account',
      under({ StringEquals: { 'kms:CallerAccount': '123456789012' } }),
      'nothing',
    ],
    [
      'all but one principal',
      { Effect: 'Allow', Action: 's3:*', NotPrincipal: account },
      'weakens',
    ],
    ['one repository', login(sub('repo:me/app:*')), 'nothing'],
    ['every repository', login(sub('repo:*')), 'weakens'],
    ['every login there', login({}), 'weakens'],
    [
      'an audience of every login',
      login({ StringEquals: { 'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com' } }),
      'weakens',
    ],
    ['a prohibition', { Effect: 'Deny', Principal: '*', Action: '*', Resource: '*' }, 'nothing'],
    ['everything', { Effect: 'Allow', Action: '*', Resource: '*' }, 'weakens'],
    ['a service', { Effect: 'Allow', Action: 'iam:*', Resource: '*' }, 'weakens'],
    [
      'a service on one thing',
      { Effect: 'Allow', Action: 's3:*', Resource: 'arn:aws:s3:::a' },
      'nothing',
    ],
    [
      'one action on everything',
      { Effect: 'Allow', Action: 's3:ListAllMyBuckets', Resource: '*' },
      'nothing',
    ],
    ['all but one action', { Effect: 'Allow', NotAction: 'iam:*', Resource: '*' }, 'weakens'],
    ['passing any role', { Effect: 'Allow', Action: 'iam:PassRole', Resource: '*' }, 'weakens'],
    [
      'passing one role',
      { Effect: 'Allow', Action: 'iam:PassRole', Resource: 'arn:aws:iam::1:role/a' },
      'nothing',
    ],
    [
      'changing any policy',
      { Effect: 'Allow', Action: 'iam:PutRolePolicy', Resource: '*' },
      'weakens',
    ],
    ['reading any policy', { Effect: 'Allow', Action: 'iam:GetPolicy', Resource: '*' }, 'nothing'],
    [
      'a key for its own account',
      { Effect: 'Allow', Principal: account, Action: 'kms:*', Resource: '*' },
      'nothing',
    ],
  ])('to %s', (_, statement, expected) => {
    expect(
      reported('wildcard-in-document', text({ ...allow, Principal: account }), text(statement)),
    ).toBe(expected);
    expect(reported('wildcard-in-document', undefined, text(statement))).toBe(expected);
  });

  it('counts once, and again where it grows', () => {
    const more = { ...everyone, Action: ['s3:GetObject', 's3:PutObject'] };
    const split = text(everyone, { ...everyone, Action: 's3:PutObject' });

    expect(reported('wildcard-in-document', text(everyone), text(more))).toBe('weakens');
    expect(reported('wildcard-in-document', text(more), text(everyone))).toBe('strengthens');
    expect(reported('wildcard-in-document', text(more), split)).toBe('nothing');
    expect(reported('wildcard-in-document', text({ ...everyone, Action: 's3:*' }), split)).toBe(
      'strengthens',
    );
  });
});

const deny = { Effect: 'Deny', Principal: '*', Action: ['s3:Put*', 's3:Delete*'], Resource: '*' };

describe('what a policy forbids', () => {
  it.each<[string, readonly JsonObject[], string]>([
    ['in another order', [{ ...deny, Action: ['s3:Delete*', 's3:Put*'] }], 'nothing'],
    ['in a wider pattern', [{ ...deny, Action: 's3:*' }], 'strengthens'],
    ['not at all', [allow], 'weakens'],
    ['in fewer names', [{ ...deny, Action: 's3:Put*' }], 'weakens'],
    ['on fewer resources', [{ ...deny, Resource: 'arn:aws:s3:::a' }], 'weakens'],
    ['for fewer principals', [{ ...deny, Principal: account }], 'weakens'],
    ['under a condition', [{ ...deny, Condition: { Bool: { a: 'true' } } }], 'weakens'],
    [
      'in all but a few names',
      [{ Effect: 'Deny', Principal: '*', NotAction: 's3:Get*', Resource: '*' }],
      'strengthens',
    ],
    ['and more', [deny, { ...deny, Action: 's3:GetObject' }], 'strengthens'],
  ])('%s', (_, statements, expected) => {
    expect(reported('deny-lost-in-document', text(deny), text(...statements))).toBe(expected);
  });
});

describe('a policy that changed', () => {
  const held = { Effect: 'Allow', Action: ['s3:GetObject', 's3:PutObject'], Resource: '*' };
  const conditional = {
    ...held,
    Condition: { StringEquals: { 'aws:RequestedRegion': ['a', 'b'] } },
  };

  it.each<[string, JsonObject, readonly JsonObject[], string]>([
    ['lets less by names dropped', held, [{ ...held, Action: 's3:GetObject' }], 'strengthens'],
    ['lets less by a condition', held, [conditional], 'strengthens'],
    [
      'lets less by fewer values of a condition',
      conditional,
      [{ ...held, Condition: { StringEquals: { 'aws:RequestedRegion': 'a' } } }],
      'strengthens',
    ],
    [
      'lets more by more values of a condition',
      conditional,
      [{ ...held, Condition: { StringEquals: { 'aws:RequestedRegion': ['a', 'b', 'c'] } } }],
      'weakens',
    ],
    [
      'lets less by a prohibition',
      held,
      [held, { ...held, Effect: 'Deny', Action: 's3:PutObject' }],
      'strengthens',
    ],
    [
      'lets more by a name',
      held,
      [{ ...held, Action: [...held.Action, 's3:DeleteObject'] }],
      'weakens',
    ],
    ['lets more by a pattern', held, [{ ...held, Action: 's3:*' }], 'weakens'],
    ['lets more by a statement', held, [held, { ...held, Action: 'sqs:*' }], 'weakens'],
    [
      'lets other things',
      held,
      [{ ...held, Action: ['s3:GetObject', 's3:DeleteObject'] }],
      'either-way',
    ],
    [
      'says the same in two statements',
      held,
      [
        { ...held, Action: 's3:GetObject' },
        { ...held, Action: 's3:PutObject' },
      ],
      'nothing',
    ],
    ['has names for its statements', held, [{ ...held, Sid: 'Read' }], 'nothing'],
  ])('%s', (_, before, after, expected) => {
    expect(reported('changed', text(before), text(...after))).toBe(expected);
  });

  it('is a question if it is longer than any service accepts', () => {
    const names = (mark: string) =>
      Array.from({ length: 5000 }, (_, index) => `${mark}:*${index}*`);
    const started = performance.now();
    const long = (mark: string) => text({ ...held, Action: names(mark) });

    expect(reported('changed', long('a'), long('b'))).toBe('either-way');
    expect(reported('wildcard-in-document', long('a'), long('b'))).toBe('cannot-tell');
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});
