import fc from 'fast-check';
import type { JsonObject } from '../../../../src/model/json.ts';
import { other, own } from './make.ts';

/*
 * A small world in which every difference between two generated policies shows in some request:
 * each pattern has an action, a resource, a caller and a context that only it matches.
 */
const actionPatterns = [
  '*',
  's3:*',
  's3:Get*',
  's3:GetObject',
  's3:PutObject',
  'iam:*',
  'iam:PassRole',
  's?:GetObject',
];
const resourcePatterns = [
  '*',
  'arn:aws:s3:::*',
  'arn:aws:s3:::a/*',
  'arn:aws:s3:::a/x',
  'arn:aws:s3:::?/x',
];
const callers = ['*', own, other, `arn:aws:iam::${other}:role/ci`, `arn:aws:iam::${own}:root`];

export const universe = {
  actions: [
    's3:getobject',
    's3:getbucketacl',
    's3:putobject',
    's3:deleteobject',
    'iam:passrole',
    'iam:createuser',
    'sqs:sendmessage',
    'sx:getobject',
    'sx:other',
  ],
  resources: [
    'arn:aws:s3:::a/x',
    'arn:aws:s3:::a/y',
    'arn:aws:s3:::b/x',
    'arn:aws:s3:::b/y',
    'arn:aws:sqs:::q',
  ],
  callers: [
    { arn: `arn:aws:iam::${own}:role/any`, account: own },
    { arn: `arn:aws:iam::${other}:role/any`, account: other },
    { arn: `arn:aws:iam::${other}:role/ci`, account: other },
    { arn: 'arn:aws:iam::555544443333:role/any', account: '555544443333' },
  ],
  contexts: [undefined, 'o-1', 'o-2', 'o-x', 'p'].flatMap((org) =>
    [undefined, 'true', 'false'].flatMap((mfa) =>
      [undefined, '10.0.0.1', '10.0.1.1', '9.9.9.9'].map((ip) => ({ org, mfa, ip })),
    ),
  ),
};

export type Request = {
  readonly caller: { readonly arn: string; readonly account: string } | undefined;
  readonly action: string;
  readonly resource: string;
  readonly context: {
    readonly org?: string | undefined;
    readonly mfa?: string | undefined;
    readonly ip?: string | undefined;
  };
};

const conditions: readonly JsonObject[] = [
  { StringEquals: { 'aws:PrincipalOrgID': 'o-1' } },
  { StringEquals: { 'aws:PrincipalOrgID': ['o-2', 'o-1'] } },
  { StringLike: { 'aws:PrincipalOrgID': 'o-*' } },
  { StringNotEquals: { 'aws:PrincipalOrgID': 'o-1' } },
  { StringEqualsIfExists: { 'aws:PrincipalOrgID': 'o-1' } },
  { Bool: { 'aws:MultiFactorAuthPresent': 'true' } },
  { BoolIfExists: { 'aws:MultiFactorAuthPresent': 'false' } },
  { Null: { 'aws:MultiFactorAuthPresent': 'true' } },
  { IpAddress: { 'aws:SourceIp': '10.0.0.0/24' } },
  { IpAddress: { 'aws:SourceIp': ['10.0.0.0/24', '10.0.1.0/24'] } },
  { NotIpAddress: { 'aws:SourceIp': '10.0.0.0/23' } },
  { StringEquals: { 'aws:PrincipalOrgID': 'o-1' }, Bool: { 'aws:MultiFactorAuthPresent': 'true' } },
];

export const condition = fc.constantFrom(...conditions);
const some = (pool: readonly string[]) =>
  fc.uniqueArray(fc.constantFrom(...pool), { minLength: 1, maxLength: 3 });
const named = (name: string, pool: readonly string[]) =>
  fc.tuple(fc.boolean(), fc.boolean(), some(pool)).map(
    ([not, , list]): JsonObject => ({
      [not ? `Not${name}` : name]: list,
    }),
  );
const mostly = (name: string, pool: readonly string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: some(pool).map((list): JsonObject => ({ [name]: list })) },
    { weight: 1, arbitrary: named(name, pool) },
  );
const who = fc.oneof(
  { weight: 4, arbitrary: some(callers).map((AWS): JsonObject => ({ Principal: { AWS } })) },
  { weight: 1, arbitrary: fc.constant<JsonObject>({ Principal: '*' }) },
  {
    weight: 1,
    arbitrary: some(callers.slice(1)).map((AWS): JsonObject => ({ NotPrincipal: { AWS } })),
  },
);

/** A random statement; of a resource policy if it names callers. */
export function statement(
  effect: fc.Arbitrary<string>,
  withCallers: boolean,
): fc.Arbitrary<JsonObject> {
  return fc
    .tuple(
      effect,
      mostly('Action', actionPatterns),
      mostly('Resource', resourcePatterns),
      withCallers ? who : fc.constant<JsonObject>({}),
      fc.option(condition, { nil: undefined }),
    )
    .map(([Effect, action, resource, caller, Condition]) => ({
      Effect,
      ...action,
      ...resource,
      ...caller,
      ...(Condition === undefined ? {} : { Condition }),
    }));
}

const anyEffect = fc.oneof(
  { weight: 3, arbitrary: fc.constant('Allow') },
  { weight: 1, arbitrary: fc.constant('Deny') },
);

export function statements(withCallers: boolean): fc.Arbitrary<JsonObject[]> {
  return fc.array(statement(anyEffect, withCallers), { maxLength: 4 });
}
