import { describe, expect, it } from 'vitest';
import { judgePlan } from '../../../../src/code/terraform/run/judge.ts';
import type { Json } from '../../../../src/model/json.ts';
import { loadSchema } from '../../../../src/providers/schema/load.ts';
import { equivalent } from '../../../../src/stages/drift/equal.ts';
import { schemaHints } from '../../../../src/stages/drift/hints.ts';
import { change, type Members, plan } from './plan-json.ts';

const schema = loadSchema();
const hint = schemaHints(schema);

function judge(entry: Members, more: Members = {}, adopted: readonly string[] = []) {
  const address = String(entry['address']);
  return judgePlan(plan({ resource_changes: [entry], ...more }), [address], {
    schema,
    adopted,
    same: (type, path, a, b) => equivalent(a, b, hint(type, path)),
  });
}

const update = (address: string, before: Json, after: Json, more: Members = {}) =>
  change(address, ['update'], before, after, more);

const rule = (...cidrs: string[]): Members => ({
  from_port: 80,
  to_port: 80,
  protocol: 'tcp',
  cidr_blocks: cidrs,
  description: 'HTTP',
  self: false,
});

const document = (...statements: Members[]) =>
  JSON.stringify({ Version: '2012-10-17', Statement: statements });
const read: Members = { Effect: 'Allow', Action: 's3:GetObject', Resource: '*' };
const list: Members = { Effect: 'Allow', Action: ['s3:ListBucket'], Resource: '*' };

describe('a plan that changes nothing in effect', () => {
  it.each<[string, Members, string]>([
    [
      'rules in other blocks',
      update(
        'aws_security_group.a',
        { ingress: [rule('10.0.0.0/8'), rule('192.0.2.0/24')] },
        { ingress: [rule('192.0.2.0/24', '10.0.0.0/8')] },
      ),
      'Terraform will regroup the ingress rules of aws_security_group.a; nothing changes in the cloud.',
    ],
    [
      'a set in another order',
      update(
        'aws_autoscaling_group.a',
        { vpc_zone_identifier: ['a', 'b'] },
        { vpc_zone_identifier: ['b', 'a'] },
      ),
      'Terraform will write the members of vpc_zone_identifier of aws_autoscaling_group.a in another order; nothing changes in the cloud.',
    ],
    [
      'a document in other words',
      update(
        'aws_iam_role_policy.a',
        { policy: document(read, list) },
        { policy: document({ ...list, Action: 's3:ListBucket' }, read) },
      ),
      'Terraform will write policy of aws_iam_role_policy.a in another form that means the same; nothing changes in the cloud.',
    ],
    [
      'nothing in place of nothing',
      update('aws_sqs_queue.a', { policy: null, tags: null }, { policy: '', tags: {} }),
      'Terraform will record aws_sqs_queue.a again, with the same values; nothing changes in the cloud.',
    ],
  ])('passes with a note: %s', (_, entry, reason) => {
    expect(judge(entry)).toMatchObject({ clean: true, findings: [], notes: [reason] });
  });

  it.each<[string, Members]>([
    [
      'a source less',
      update(
        'aws_security_group.a',
        { ingress: [rule('10.0.0.0/8'), rule('192.0.2.0/24')] },
        { ingress: [rule('10.0.0.0/8')] },
      ),
    ],
    [
      'another description',
      update(
        'aws_security_group.a',
        { ingress: [rule('10.0.0.0/8')] },
        { ingress: [{ ...rule('10.0.0.0/8'), description: 'x' }] },
      ),
    ],
    [
      'another port',
      update(
        'aws_security_group.a',
        { ingress: [rule('10.0.0.0/8')] },
        { ingress: [{ ...rule('10.0.0.0/8'), to_port: 81 }] },
      ),
    ],
    [
      'another effect in a document',
      update(
        'aws_iam_role_policy.a',
        { policy: document(read) },
        { policy: document({ ...read, Effect: 'Deny' }) },
      ),
    ],
    [
      'a list in another order, which may mean something',
      update(
        'aws_lb_listener.a',
        { default_action: [{ order: 1 }, { order: 2 }] },
        { default_action: [{ order: 2 }, { order: 1 }] },
      ),
    ],
    [
      'the same values in a resource made anew',
      change('aws_security_group.a', ['delete', 'create'], { name: 'a' }, { name: 'a' }),
    ],
    [
      'regrouped rules of which one is not known yet',
      update(
        'aws_security_group.a',
        { ingress: [rule('10.0.0.0/8'), rule('192.0.2.0/24')] },
        { ingress: [rule('192.0.2.0/24', '10.0.0.0/8')] },
        { after_unknown: { ingress: [{ security_groups: true }] } },
      ),
    ],
    [
      'a default, of something that is no import',
      update('aws_s3_bucket.a', { force_destroy: null }, { force_destroy: false }),
    ],
    [
      'a secret in a list that looks the same',
      update(
        'aws_x.a',
        { words: ['OLD', 'a'] },
        { words: ['NEW', 'a'] },
        { before_sensitive: { words: [true] }, after_sensitive: { words: [true] } },
      ),
    ],
    [
      'a secret',
      update(
        'aws_db_instance.a',
        { password: 'OLD' },
        { password: 'NEW' },
        { after_sensitive: { password: true } },
      ),
    ],
  ])('does not contain %s', (_, entry) => {
    expect(judge(entry).clean).toBe(false);
  });
});

describe('an import', () => {
  const bucket = 'aws_s3_bucket.a';
  const imported = (before: Members, after: Members) =>
    update(bucket, before, after, { importing: { id: 'a' } });
  const sets = (...names: string[]): Members => ({
    configuration: {
      root_module: {
        resources: [
          {
            mode: 'managed',
            type: 'aws_s3_bucket',
            name: 'a',
            expressions: Object.fromEntries(names.map((name) => [name, {}])),
          },
        ],
      },
    },
  });

  it('may note defaults that do not exist in the cloud', () => {
    const entry = imported(
      { bucket: 'a', force_destroy: null },
      { bucket: 'a', force_destroy: false },
    );

    expect(judge(entry, sets('bucket'), [bucket])).toMatchObject({
      clean: true,
      notes: [
        `Terraform will note the default of force_destroy (false) with the import of ${bucket}; nothing changes in the cloud.`,
      ],
    });
  });

  it.each<[string, Members, string[]]>([
    ['a value that the code sets', { force_destroy: true }, ['bucket', 'force_destroy']],
    ['a default that the code sets', { force_destroy: false }, ['bucket', 'force_destroy']],
    ['another value than the live one', { bucket: 'b' }, ['bucket']],
    ['more than a value', { versioning: [{ enabled: true }] }, ['bucket']],
  ])('may not write %s', (_, after, names) => {
    const before = { bucket: 'a', force_destroy: null, versioning: null };
    const entry = imported(before, { ...before, ...after });

    expect(judge(entry, sets(...names), [bucket]).clean).toBe(false);
  });
});

describe('outputs', () => {
  it('may change with the values they read, which is noted', () => {
    const verdict = judgePlan(
      plan({
        output_changes: {
          session: { actions: ['update'], before: 3600, after: 7200 },
          key: { actions: ['create'], before: null, after: 'SECRET' },
          url: { actions: ['no-op'], before: 'a', after: 'a' },
        },
      }),
      [],
      { schema },
    );

    expect(verdict).toMatchObject({
      clean: true,
      notes: [
        'Terraform will note new values of outputs (key, session); nothing changes in the cloud.',
      ],
    });
  });
});
