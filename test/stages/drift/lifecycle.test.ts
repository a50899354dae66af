import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../src/code/terraform/address.ts';
import type { Change, ResourceRef } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { proposeAddress } from '../../../src/stages/drift/propose.ts';
import type { World } from './world.ts';
import { effect, ref, run, set } from './world.ts';

const bucket = 'module.data.aws_s3_bucket.logs';
const logs = ref('aws_s3_bucket', 'acme-logs');
const world: World = { state: { [bucket]: { id: 'acme-logs', bucket: 'acme-logs' } } };
const versioning = ref('aws_s3_bucket_versioning', 'acme-logs');
const queue = ref('aws_sqs_queue', 'https://sqs/jobs');

function create(attributes: JsonObject, parent?: ResourceRef, importId?: string): Change {
  return {
    kind: 'create',
    attributes,
    ...(parent === undefined ? {} : { parent }),
    ...(importId === undefined ? {} : { importId }),
  };
}
const remove: Change = { kind: 'delete' };

describe('resources that come and go', () => {
  it('reports a managed resource that was deleted', () => {
    const result = run(world, [
      effect(1, 'e1', logs, set(['force_destroy'], true)),
      effect(2, 'e2', logs, remove),
    ]);

    expect(result.drifts).toMatchObject([
      { address: bucket, path: [], live: { kind: 'absent' }, evidence: ['e2'] },
    ]);
    expect(result.perEvent.get('e1')?.[0]).toMatchObject({
      disposition: 'superseded',
      because: 'the resource was deleted later',
    });
    expect(result.reverted).toMatchObject([
      {
        path: ['force_destroy'],
        ending: 'deleted',
        evidence: ['e1', 'e2'],
        changes: ['e1'],
        ended: 'e2',
        durationMs: 60_000,
      },
    ]);
  });

  it('compares attributes when it was created again', () => {
    const result = run(world, [
      effect(1, 'e1', logs, remove),
      effect(2, 'e2', logs, create({ bucket: 'acme-logs', force_destroy: true })),
    ]);

    expect(result.drifts).toMatchObject([{ path: ['force_destroy'], evidence: ['e2'] }]);
    expect(result.reverted).toMatchObject([{ path: [], evidence: ['e1', 'e2'] }]);
  });

  it('has nothing to say about the creation of what the state already has', () => {
    const result = run(world, [effect(1, 'e1', logs, create({ bucket: 'acme-logs' }))]);

    expect(result.drifts).toEqual([]);
    expect(result.perEvent.get('e1')?.[0]?.disposition).toBe('no-effect');
  });

  it('forgets what was created and deleted', () => {
    const result = run({ ...world, adopt: 'all' }, [
      effect(1, 'e1', queue, create({ name: 'jobs' }, undefined, 'x')),
      effect(2, 'e2', queue, remove),
    ]);

    expect(result.drifts).toEqual([]);
    expect(result.unmanaged).toEqual([]);
    expect(result.reverted).toMatchObject([{ path: [], evidence: ['e1', 'e2'] }]);
    expect(result.perEvent.get('e1')?.[0]?.disposition).toBe('reverted');
  });

  it('says how what it forgets was made, and how long it existed', () => {
    const result = run({ ...world, hints: { 'aws_sqs_queue.key': { sensitive: true } } }, [
      effect(1, 'e1', queue, create({ name: 'jobs', key: 's3cret' })),
      effect(3, 'e2', queue, set(['delay'], 5)),
      effect(7, 'e3', queue, remove),
    ]);

    expect(result.reverted).toEqual([
      {
        address: 'aws_sqs_queue (https://sqs/jobs)',
        type: 'aws_sqs_queue',
        path: [],
        evidence: ['e1', 'e2', 'e3'],
        window: { from: '2026-03-14T00:01:00Z', to: '2026-03-14T00:07:00Z' },
        writes: [
          { event: 'e1', time: '2026-03-14T00:01:00Z', value: { kind: 'value', value: {} } },
          { event: 'e3', time: '2026-03-14T00:07:00Z', value: { kind: 'absent' } },
        ],
        ending: 'deleted',
        before: { kind: 'absent' },
        changes: ['e1'],
        ended: 'e3',
        durationMs: 360_000,
        times: 1,
        created: { name: 'jobs', delay: 5 },
      },
    ]);
    for (const outcomes of result.perEvent.values()) {
      expect(outcomes.map(({ disposition }) => disposition)).toEqual(['reverted']);
    }
  });

  it.each([
    ['none', [], 1],
    ['related', ['module.data.aws_s3_bucket_versioning.logs'], 1],
    ['all', ['aws_sqs_queue.jobs', 'module.data.aws_s3_bucket_versioning.logs'], 0],
  ] as const)('adopts %s, and finds what belongs to a managed resource', (adopt, adopted, left) => {
    const result = run({ ...world, adopt }, [
      effect(1, 'e1', versioning, create({ bucket: 'acme-logs' }, logs, 'acme-logs')),
      effect(2, 'e2', queue, create({ name: 'jobs' }, undefined, 'https://sqs/jobs')),
    ]);

    const open = result.drifts.filter(({ creation }) => creation?.unadopted === undefined);
    expect(open.map(({ address }) => address)).toEqual(adopted);
    expect(result.drifts.map(({ address }) => address)).toContain(
      'module.data.aws_s3_bucket_versioning.logs',
    );
    expect(result.unmanaged).toHaveLength(left);
  });

  it('folds later changes into the attributes, also under another name', () => {
    const byArn = { type: 'aws_sqs_queue', keys: [{ arn: 'a' }] };
    const both = { type: 'aws_sqs_queue', keys: [{ arn: 'a' }, { id: 'https://sqs/jobs' }] };
    const hints = {
      'aws_sqs_queue.arn': { computedOnly: true },
      'aws_sqs_queue.secret': { sensitive: true },
    };

    const result = run({ ...world, adopt: 'all', hints }, [
      effect(3, 'e3', byArn, set(['tags', 'Team'], 'shop')),
      effect(1, 'e1', both, create({ name: 'jobs', arn: 'a', secret: 's' }, undefined, 'x')),
      effect(2, 'e2', queue, set(['delay_seconds'], 5)),
      effect(4, 'e4', queue, { kind: 'set', path: ['policy'], value: { kind: 'omitted' } }),
    ]);

    expect(result.drifts).toMatchObject([
      {
        evidence: ['e1', 'e2', 'e3', 'e4'],
        creation: {
          importId: 'x',
          attributes: { name: 'jobs', delay_seconds: 5, tags: { Team: 'shop' } },
          withheld: ['policy', 'secret'],
        },
      },
    ]);
    expect(Object.keys(result.drifts[0]?.creation?.attributes ?? {})).toEqual([
      'delay_seconds',
      'name',
      'tags',
    ]);
  });

  it('adopts a child after its parent, whatever came first', () => {
    const parent = ref('aws_s3_bucket', 'new');
    const child = ref('aws_s3_bucket_versioning', 'new');
    const effects = [
      effect(2, 'e2', parent, create({ bucket: 'new' }, undefined, 'new')),
      effect(1, 'e1', child, create({ bucket: 'new' }, parent, 'new')),
    ];

    const result = run({ ...world, adopt: 'all' }, effects);
    const related = run({ ...world, adopt: 'related' }, effects);

    expect(result.drifts.map(({ address, creation }) => [address, creation?.parent])).toEqual([
      ['aws_s3_bucket.new', undefined],
      ['aws_s3_bucket_versioning.new', 'aws_s3_bucket.new'],
    ]);
    expect(related.drifts).toEqual([]);
  });

  it('says what it cannot import, and does not adopt it', () => {
    const result = run({ ...world, adopt: 'all' }, [
      effect(1, 'e1', queue, create({ name: 'jobs' })),
    ]);

    expect(result.drifts).toMatchObject([
      {
        address: 'aws_sqs_queue.jobs',
        creation: {
          importId: '',
          unadopted: { rule: 'no-import-id', because: expect.stringContaining('import it by') },
        },
      },
    ]);
    expect(result.unmanaged).toEqual([]);
  });

  it('lists changes of what was never managed', () => {
    const result = run(world, [effect(1, 'e1', queue, set(['delay_seconds'], 5))]);

    expect(result.unmanaged).toMatchObject([
      { resource: { type: 'aws_sqs_queue' }, evidence: ['e1'], because: 'it is not in the state' },
    ]);
    expect(result.perEvent.get('e1')?.[0]?.disposition).toBe('unmanaged');
  });
});

describe('proposeAddress', () => {
  it.each<[string, JsonObject, string | undefined, readonly string[], string]>([
    ['aws_sqs_queue', { name: 'Order-Jobs.fifo' }, undefined, [], 'aws_sqs_queue.order_jobs_fifo'],
    ['aws_sqs_queue', { name: 'jobs' }, undefined, ['aws_sqs_queue.jobs'], 'aws_sqs_queue.jobs_2'],
    [
      'aws_sqs_queue',
      { name: 'jobs' },
      undefined,
      ['aws_sqs_queue.jobs', 'aws_sqs_queue.jobs_2'],
      'aws_sqs_queue.jobs_3',
    ],
    ['aws_sqs_queue', { name: '2026' }, undefined, [], 'aws_sqs_queue.queue_2026'],
    ['aws_sqs_queue', { name: '名前' }, undefined, [], 'aws_sqs_queue.sqs_queue'],
    ['aws_instance', { tags: { Name: 'BuildHost' } }, undefined, [], 'aws_instance.build_host'],
    ['aws_s3_bucket', { bucket: 'acme-logs' }, undefined, [], 'aws_s3_bucket.acme_logs'],
    [
      'aws_s3_bucket_versioning',
      { bucket: 'acme-logs' },
      'module.data["eu.west"].aws_s3_bucket.logs["a.b"]',
      [],
      'module.data["eu.west"].aws_s3_bucket_versioning.logs_a_b',
    ],
    [
      'aws_iam_role_policy_attachment',
      { role: 'ci', policy_arn: 'arn:aws:iam::aws:policy/AdministratorAccess' },
      'aws_iam_role.ci',
      [],
      'aws_iam_role_policy_attachment.ci_administrator_access',
    ],
    [
      'aws_iam_role_policy_attachment',
      { role: 'ci', policy_arn: 'arn:aws:iam::aws:policy/AmazonSQSFullAccess' },
      'aws_iam_role.service["mail"]',
      [],
      'aws_iam_role_policy_attachment.service_mail_amazon_sqs_full_access',
    ],
    [
      'aws_vpc_security_group_ingress_rule',
      { from_port: 6379 },
      'aws_security_group.group["cache"]',
      [],
      'aws_vpc_security_group_ingress_rule.cache_6379',
    ],
    [
      'aws_vpc_security_group_ingress_rule',
      { from_port: 22 },
      'aws_security_group.web',
      [],
      'aws_vpc_security_group_ingress_rule.web_22',
    ],
  ])('%s %j under %s, taken %j: %s', (type, attributes, parent, taken, expected) => {
    const isTaken = (address: string) => taken.includes(address);

    expect(proposeAddress(type, attributes, { parent }, isTaken)).toBe(expected);
  });

  it.each([
    ['module.a.module.b.aws_iam_role.this', 0, 'aws_iam_role_policy_attachment.a_audit'],
    ['module.a.module.b.aws_iam_role.this', 1, 'module.a.aws_iam_role_policy_attachment.b_audit'],
    ['module.a["x"].aws_iam_role.ci', 0, 'aws_iam_role_policy_attachment.a_ci_audit'],
  ])('beside the call that leads to %s', (parent, depth, expected) => {
    const modules = (parseAddress(parent)?.modules ?? []).slice(0, depth);
    const attributes = { policy_arn: 'arn:aws:iam::aws:policy/Audit' };
    const type = 'aws_iam_role_policy_attachment';

    expect(proposeAddress(type, attributes, { parent, modules }, () => false)).toBe(expected);
  });
});
