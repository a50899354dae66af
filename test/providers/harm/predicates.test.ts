import { describe, expect, it } from 'vitest';
import type { Harm } from '../../../src/model/harm.ts';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { assessHarm } from '../../../src/providers/harm/assess-harm.ts';
import { factsOf } from './facts.ts';

const policy = (...statements: readonly JsonObject[]) => JSON.stringify({ Statement: statements });
const mine = {
  Effect: 'Allow',
  Principal: { AWS: 'arn:aws:iam::123456789012:root' },
  Action: 's3:GetObject',
  Resource: 'arn:aws:s3:::logs/*',
};
const anyone = { ...mine, Principal: '*' };
const denied = { Effect: 'Deny', Principal: '*', Action: ['s3:*'], Resource: '*' };
const held = { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::logs/*' };
const google = (...members: readonly string[]) =>
  JSON.stringify({ bindings: [{ role: 'roles/viewer', members }] });

type Reported = 'weakens' | 'strengthens' | 'either-way' | 'cannot-tell' | 'nothing';

/** A severe security predicate, the values before and after, and the reports both ways. */
const table: readonly (readonly [
  string,
  Json | undefined,
  Json | undefined,
  Reported,
  Reported,
])[] = [
  ['= false', true, false, 'weakens', 'strengthens'],
  ['= false', undefined, false, 'weakens', 'strengthens'],
  ['= false', undefined, true, 'nothing', 'nothing'],
  ['= false', 'true', true, 'nothing', 'nothing'],
  ['= false', 'True', 'False', 'weakens', 'strengthens'],
  ['= false or removed', true, undefined, 'weakens', 'strengthens'],
  ['= false or removed', true, false, 'weakens', 'strengthens'],
  ['= false or removed', null, false, 'nothing', 'nothing'],
  ['= false or removed', '***', false, 'cannot-tell', 'cannot-tell'],
  ['= 0', 7, 0, 'weakens', 'strengthens'],
  ['= 0', '7', '0', 'weakens', 'strengthens'],
  ['= 0', 7, 3, 'nothing', 'nothing'],
  ['= 0', ['7'], ['0'], 'weakens', 'strengthens'],
  ['!= ALL', 'ALL', 'REJECT', 'weakens', 'strengthens'],
  ['!= ALL', 'all', 'ALL', 'nothing', 'nothing'],
  ['!= ALL', undefined, 'ALL', 'nothing', 'nothing'],
  ['in (HTTP, TCP)', 'HTTPS', 'http', 'weakens', 'strengthens'],
  ['in (HTTP, TCP)', 'HTTP', 'TCP', 'nothing', 'nothing'],
  ['in (HTTP, TCP)', 'HTTPS', 'TLS', 'nothing', 'nothing'],
  ['matches world', '10.0.0.0/8', '0.0.0.0/0', 'weakens', 'strengthens'],
  ['matches world', '0.0.0.0/0', '::/0', 'nothing', 'nothing'],
  ['matches world', '10.0.0.0/8', '0:0:0:0:0:0:0:0/0', 'weakens', 'strengthens'],
  ['removed', 'logs', undefined, 'weakens', 'strengthens'],
  ['removed', 'logs', '', 'weakens', 'strengthens'],
  ['removed', [{ a: 1 }], [], 'weakens', 'strengthens'],
  ['removed', null, '', 'nothing', 'nothing'],
  ['removed', 'logs', 'audit', 'nothing', 'nothing'],
  ['lower', 14, 3, 'weakens', 'strengthens'],
  ['lower', '14', 3, 'weakens', 'strengthens'],
  ['lower', '86400s', '24h', 'nothing', 'nothing'],
  ['lower', 'P7D', 'P1D', 'weakens', 'strengthens'],
  ['lower', '1h30m', '1h', 'weakens', 'strengthens'],
  ['lower', '1Gi', '512Mi', 'weakens', 'strengthens'],
  ['lower', '1', '500m', 'weakens', 'strengthens'],
  ['lower', '50%', '25%', 'weakens', 'strengthens'],
  ['lower', '25%', 1, 'cannot-tell', 'cannot-tell'],
  ['lower', 14, 'many', 'cannot-tell', 'cannot-tell'],
  ['lower', 14, undefined, 'nothing', 'nothing'],
  ['lower', '10.0.0.9', '10.0.0.1', 'weakens', 'strengthens'],
  ['higher', '10.0.0.9', '10.0.1.0', 'weakens', 'strengthens'],
  ['lower (0=unlimited)', 0, 30, 'weakens', 'strengthens'],
  ['lower (0=unlimited)', 30, 7, 'weakens', 'strengthens'],
  ['higher (0=unlimited) or removed', 90, 0, 'weakens', 'strengthens'],
  ['higher (0=unlimited) or removed', 90, undefined, 'weakens', 'strengthens'],
  ['lower (-1=unlimited)', -1, 5, 'weakens', 'strengthens'],
  ['lower or removed', 5, undefined, 'weakens', 'strengthens'],
  ['lower or added', undefined, 5, 'weakens', 'strengthens'],
  ['weaker-in azure-tls', 'TLS1_2', 'TLS1_0', 'weakens', 'strengthens'],
  ['weaker-in azure-tls', 'TLS1_2', 'tls12', 'nothing', 'nothing'],
  ['weaker-in azure-tls', 'TLS1_2', 'TLS9', 'cannot-tell', 'cannot-tell'],
  ['stronger-in price-class', 'PriceClass_100', 'PriceClass_All', 'weakens', 'strengthens'],
  ['weaker-in aws-instance-size', 'db.r6g.xlarge', 'db.r6g.large', 'weakens', 'strengthens'],
  ['weaker-in aws-instance-size', 'm5.metal', 'm5.24xlarge', 'weakens', 'strengthens'],
  [
    'weaker-in aws-instance-size',
    'r6g.large.search',
    'r6g.medium.search',
    'weakens',
    'strengthens',
  ],
  ['weaker-in aws-instance-size', 'm5.xlarge', 't3.medium', 'weakens', 'strengthens'],
  ['weaker-in aws-instance-size', 'm5.large', 'm6g.large', 'nothing', 'nothing'],
  ['weaker-in aws-instance-size', 'c5.2xlarge', 'r5.xlarge', 'cannot-tell', 'cannot-tell'],
  ['weaker-in aws-instance-size', 'db.m5.large', 'cache.m5.xlarge', 'cannot-tell', 'cannot-tell'],
  ['weaker-in aws-instance-size', 'p3.2xlarge', 'm5.large', 'cannot-tell', 'cannot-tell'],
  ['weaker-in numbered-size', 'Standard_D8s_v5', 'Standard_D4s_v5', 'weakens', 'strengthens'],
  ['weaker-in numbered-size', 'n2-standard-16', 'n2-standard-8', 'weakens', 'strengthens'],
  ['weaker-in numbered-size', 'e2-medium', 'e2-small', 'weakens', 'strengthens'],
  ['weaker-in numbered-size', 'db-custom-8-30720', 'db-custom-4-15360', 'weakens', 'strengthens'],
  [
    'weaker-in numbered-size',
    'db-custom-8-15360',
    'db-custom-4-30720',
    'cannot-tell',
    'cannot-tell',
  ],
  ['weaker-in numbered-size', 'n2-standard-8', 'c3-standard-4', 'cannot-tell', 'cannot-tell'],
  ['weaker-in numbered-size', 'Standard_D8s_v4', 'Standard_D8s_v5', 'cannot-tell', 'cannot-tell'],
  ['changed', 'a', 'b', 'either-way', 'either-way'],
  ['changed', undefined, 'b', 'nothing', 'nothing'],
  ['changed', ['b', 'a'], ['a', 'b'], 'nothing', 'nothing'],
  ['changed', '{"a": 1}', '{"a":1}', 'nothing', 'nothing'],
  ['changed', 'x.example.com.', 'x.example.com', 'nothing', 'nothing'],
  ['changed', '123456789012', 'arn:aws:iam::123456789012:root', 'nothing', 'nothing'],
  ['changed', 'secret-1', '***', 'cannot-tell', 'cannot-tell'],
  ['removed', [{}], [], 'weakens', 'strengthens'],
  ['added', [], [{}], 'weakens', 'strengthens'],
  ['added', {}, null, 'nothing', 'nothing'],
  ['added', undefined, 'b', 'weakens', 'strengthens'],
  ['added', 'a', 'b', 'nothing', 'nothing'],
  ['changed or added', undefined, 'b', 'weakens', 'strengthens'],
  ['changed or added', 'a', 'b', 'either-way', 'either-way'],
  ['changed or removed', 'a', undefined, 'weakens', 'strengthens'],
  ['changed or added or removed', undefined, 'b', 'either-way', 'either-way'],
  ['element-added', ['a'], ['a', 'b'], 'weakens', 'strengthens'],
  ['element-added', ['a', 'b'], ['b', 'a'], 'nothing', 'nothing'],
  ['element-added', ['10.0.0.0/8'], ['10.1.0.0/16'], 'strengthens', 'weakens'],
  ['element-added', ['a'], ['a', '***'], 'cannot-tell', 'cannot-tell'],
  [
    'element-added matches world',
    ['10.0.0.0/8'],
    ['10.0.0.0/8', '0.0.0.0/0'],
    'weakens',
    'strengthens',
  ],
  ['element-added matches world', ['a'], ['a', 'b'], 'nothing', 'nothing'],
  ['element-added', [{ name: 'a' }], [{ name: 'a' }, { name: 'b' }], 'weakens', 'strengthens'],
  ['element-added', [{ name: 'a', x: 1 }], [{ name: 'a', x: 2 }], 'nothing', 'nothing'],
  ['element-removed', ['a', 'b'], ['a'], 'weakens', 'nothing'],
  [
    'element-removed matches ownership-tag',
    { 'Cost-Center': '1', x: '2' },
    { x: '2' },
    'weakens',
    'strengthens',
  ],
  ['element-removed', { Owner: '1' }, { owner: '2' }, 'nothing', 'nothing'],
  ['element-removed', { 'aws:x': '1', a: '1' }, { a: '1' }, 'nothing', 'nothing'],
  ['element-added or element-removed', ['a'], ['b'], 'either-way', 'either-way'],
  ['wildcard-in-document', policy(mine), policy(anyone), 'weakens', 'strengthens'],
  ['wildcard-in-document', policy(mine), policy(mine, denied), 'nothing', 'nothing'],
  ['wildcard-in-document', 'no policy', policy(anyone), 'cannot-tell', 'cannot-tell'],
  [
    'wildcard-in-document',
    google('user:a@b.c'),
    google('user:a@b.c', 'allUsers'),
    'weakens',
    'strengthens',
  ],
  ['deny-lost-in-document', policy(mine, denied), policy(mine), 'weakens', 'strengthens'],
  [
    'deny-lost-in-document',
    policy(denied),
    policy({ ...denied, Action: ['s3:PutObject'] }),
    'weakens',
    'strengthens',
  ],
  [
    'deny-lost-in-document',
    policy(denied),
    policy({ ...denied, Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    'weakens',
    'strengthens',
  ],
  [
    'changed',
    policy(held),
    policy({ ...held, Action: ['s3:GetObject', 's3:PutObject'] }),
    'weakens',
    'strengthens',
  ],
  [
    'changed',
    policy(held),
    policy({ ...held, Action: 's3:PutObject' }),
    'either-way',
    'either-way',
  ],
  ['changed', policy(mine), policy(mine, denied), 'strengthens', 'weakens'],
];

function summaryOf(harm: readonly Harm[]): Reported {
  const [first] = harm;
  return first === undefined ? 'nothing' : (first.doubt ?? first.direction);
}

describe('a predicate', () => {
  it.each(table)('%s: from %j to %j %s, and back %s', (predicate, old, now, forth, back) => {
    const facts = factsOf('aws_thing', [['at', predicate, 'security', 4, 'it is worse', 'own']]);
    const side = (value: Json | undefined) =>
      value === undefined ? { x: 1 } : { x: 1, at: value };
    const ask = (before: JsonObject, after: JsonObject) =>
      summaryOf(assessHarm(facts, { type: 'aws_thing', before, after }));

    expect([ask(side(old), side(now)), ask(side(now), side(old))]).toEqual([forth, back]);
    expect([ask(side(old), side(old)), ask(side(now), side(now))]).toEqual(['nothing', 'nothing']);
  });
});
