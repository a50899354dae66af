import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { aws } from '../../../src/providers/aws/aws.ts';
import { refTo } from '../../../src/providers/catalog/effects.ts';
import { ignores } from '../../../src/providers/catalog/ignores.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { textAt } from '../../../src/providers/catalog/request.ts';
import {
  bool,
  inverse,
  jsonField,
  number,
  response,
  set,
} from '../../../src/providers/catalog/sources.ts';
import { tagging } from '../../../src/providers/catalog/tagging.ts';
import { auditEvent, rawChangesOf as changesOf, estateOf, type FakeResource } from './event.ts';

const service = 'lambda.amazonaws.com';
const keys = [{ function_name: 'functionName' }, { arn: response('functionArn') }];
const type = 'aws_lambda_function';

const update = aws({
  service,
  type,
  identity: keys,
  calls: { UpdateFunctionConfiguration: 'patch' },
  fields: {
    handler: 'handler',
    timeout: number('timeout'),
    publish: bool('publish'),
    skip_destroy: inverse('destroy'),
    policy: jsonField('policy'),
    'vpc_config.0.subnet_ids': set('vpcConfig.subnetIds'),
  },
});

const run = (request: JsonObject, more = {}) =>
  changesOf(
    update,
    auditEvent({ service, operation: 'UpdateFunctionConfiguration', request, ...more }),
  );

describe('a patch', () => {
  it('sets only members that the request has, with the types of Terraform', () => {
    const changes = run({
      functionName: 'f',
      timeout: '30',
      publish: 'true',
      destroy: false,
      policy: { a: 1 },
      vpcConfig: { subnetIds: ['s-2', 's-1', 's-2'] },
    });

    expect(changes).toEqual(
      [
        [['timeout'], 30],
        [['publish'], true],
        [['skip_destroy'], true],
        [['policy'], '{"a":1}'],
        [
          ['vpc_config', 0, 'subnet_ids'],
          ['s-1', 's-2'],
        ],
      ].map(([path, value]) => [
        'aws_lambda_function f',
        { kind: 'set', path, value: { kind: 'known', value } },
      ]),
    );
  });

  it.each([
    [{ functionName: 'f', handler: '****' }, 'redacted'],
    [{ functionName: 'f', handler: { omitted: true, originalSize: 5 } }, 'omitted'],
  ])('keeps what the log hides as such: %j', (request, kind) => {
    expect(run(request)).toEqual([
      ['aws_lambda_function f', { kind: 'set', path: ['handler'], value: { kind } }],
    ]);
  });

  it('says that everything may have changed when the request was cut', () => {
    const cut = { omitted: ['request'] as const };

    expect(run({ omitted: true }, { ...cut, response: { functionArn: 'arn:f' } })).toEqual([
      ['aws_lambda_function arn:f', { kind: 'set', path: [], value: { kind: 'omitted' } }],
    ]);
    expect(run({ omitted: true }, cut)).toMatch(/left out the request/);
  });

  it.each([
    [{}, /nothing in it names/],
    [{ functionName: 'f', timeout: 'soon' }, /timeout has an unexpected shape/],
    [{ functionName: ['f'] }, /nothing in it names/],
  ])('refuses a request of another shape: %j', (request, message) => {
    expect(run(request)).toMatch(message);
  });
});

describe('a creation and a deletion', () => {
  it('collects attributes, tags and identities, and leaves secrets out', () => {
    const create = aws({
      service,
      type,
      identity: keys,
      calls: { CreateFunction: 'create' },
      fields: { handler: 'handler', 'vpc_config.0.subnet_ids': set('vpcConfig.subnetIds') },
      constants: { package_type: 'Zip' },
      tags: 'tags',
      importId: 'functionName',
      parent: { type: 'aws_iam_role', keys: [{ arn: 'role' }] },
    });
    const request = {
      functionName: 'f',
      handler: 'HIDDEN_DUE_TO_SECURITY_REASONS',
      vpcConfig: { subnetIds: ['s-1'] },
      tags: { b: '2', a: 1, 'aws:x': 'y' },
      role: 'arn:r',
    };

    expect(
      changesOf(create, auditEvent({ service, operation: 'CreateFunction', request })),
    ).toEqual([
      [
        'aws_lambda_function f',
        {
          kind: 'create',
          attributes: {
            package_type: 'Zip',
            vpc_config: [{ subnet_ids: ['s-1'] }],
            tags: { a: '1', b: '2' },
          },
          importId: 'f',
          parent: { type: 'aws_iam_role', keys: [{ arn: 'arn:r' }] },
        },
      ],
      ['aws_lambda_function f', { kind: 'set', path: ['handler'], value: { kind: 'redacted' } }],
    ]);
  });

  it('deletes', () => {
    const calls = { DeleteFunction: 'delete' } as const;
    const entries = aws({ service, type, identity: keys, fields: {}, calls });
    const event = auditEvent({
      service,
      operation: 'DeleteFunction',
      request: { functionName: 'f' },
    });

    expect(changesOf(entries, event)).toEqual([['aws_lambda_function f', { kind: 'delete' }]]);
  });
});

describe('a call that is more than a verb', () => {
  const queue = 'aws_queue';
  const entries = aws({
    service,
    type: queue,
    identity: [{ url: 'url' }],
    fields: {},
    calls: {
      StopEncryption: { to: { encryption: 'NONE', 'key.0.id': null } },
      AddMetrics: { add: { metrics: 'names' } },
      RemoveMetrics: { remove: { metrics: 'names' } },
      AddPermission: { hides: 'policy' },
      SetPolicy: { set: { policy: jsonField('policy') } },
      ClearPolicy: { to: { policy: null } },
      Tag: { tag: 'tags' },
      Untag: { untag: 'keys', by: [{ arn: 'arn' }] },
      Restart: 'touch',
    },
    parts: { policy: { type: 'aws_queue_policy', by: 'queue_url', holds: 'url' } },
  });
  const known = (path: readonly (string | number)[], value: Json) => ({
    kind: 'set',
    path,
    value: { kind: 'known', value },
  });
  const hidden = (path: readonly string[]) => ({ kind: 'set', path, value: { kind: 'omitted' } });
  const policies = [{ address: 'aws_queue_policy.a', attributes: { queue_url: 'q' } }];
  const part = 'aws_queue_policy q';
  const own = 'aws_queue q';

  it.each<[string, JsonObject, readonly FakeResource[], readonly (readonly [string, object])[]]>([
    [
      'StopEncryption',
      {},
      [],
      [
        [own, known(['encryption'], 'NONE')],
        [own, known(['key', 0, 'id'], null)],
      ],
    ],
    [
      'AddMetrics',
      { names: ['a', 'b'] },
      [],
      ['a', 'b'].map((element) => [own, { kind: 'add', path: ['metrics'], element }] as const),
    ],
    [
      'RemoveMetrics',
      { names: 'a' },
      [],
      [[own, { kind: 'remove', path: ['metrics'], element: 'a' }]],
    ],
    ['AddPermission', {}, [], [[own, hidden(['policy'])]]],
    ['AddPermission', {}, policies, [[part, hidden(['policy'])]]],
    ['SetPolicy', { policy: '{}' }, [], [[own, known(['policy'], '{}')]]],
    ['SetPolicy', { policy: '{}' }, policies, [[part, known(['policy'], '{}')]]],
    ['ClearPolicy', {}, [], [[own, known(['policy'], null)]]],
    ['ClearPolicy', {}, policies, [[part, { kind: 'delete' }]]],
    ['Tag', { tags: { a: '1' } }, [], [[own, known(['tags', 'a'], '1')]]],
    ['Tag', {}, [], [[own, hidden(['tags'])]]],
    ['Untag', { arn: 'q', keys: ['a'] }, [], [[own, known(['tags', 'a'], null)]]],
    ['Restart', {}, [], [[own, hidden([])]]],
  ])('%s with %j, beside %j', (operation, request, managed, expected) => {
    const event = auditEvent({ service, operation, request: { url: 'q', ...request } });

    expect(changesOf(entries, event, estateOf(...managed))).toEqual(expected);
  });

  it('names the types of its parts', () => {
    const types = entries.map((entry) => [entry.operations[0], entry.types.length]);

    expect(types.filter(([, count]) => count === 2).map(([name]) => name)).toEqual([
      'AddPermission',
      'SetPolicy',
      'ClearPolicy',
    ]);
  });
});

describe('tagging', () => {
  const entries = tagging({
    service,
    tag: ['TagResource'],
    untag: ['UntagResource'],
    types: [type],
    tags: 'tags',
    tagKeys: 'tagKeys',
    resource: ({ request }) => refTo(type, { arn: textAt(request, 'resource') }),
  });
  const tag = (key: string, value: string | null) => [
    'aws_lambda_function arn:f',
    { kind: 'set', path: ['tags', key], value: { kind: 'known', value } },
  ];

  it.each([
    [{ Team: 'core' }],
    [[{ key: 'Team', value: 'core' }]],
    [[{ Key: 'Team', Value: 'core' }]],
    [{ items: [{ key: 'Team', value: 'core' }] }],
    [{ Key: 'Team', Value: 'core' }],
    [{ Tag: { Key: 'Team', Value: 'core' } }],
    [[{ tagKey: 'Team', tagValue: 'core' }]],
  ])('reads tags written as %j', (tags) => {
    const request = { resource: 'arn:f', tags };

    expect(changesOf(entries, auditEvent({ service, operation: 'TagResource', request }))).toEqual([
      tag('Team', 'core'),
    ]);
  });

  it('removes keys, but not those of AWS', () => {
    const request = { resource: 'arn:f', tagKeys: ['b', 'aws:x', 'a'] };

    expect(
      changesOf(entries, auditEvent({ service, operation: 'UntagResource', request })),
    ).toEqual([tag('a', null), tag('b', null)]);
  });
});

describe('createCatalog', () => {
  it('unwraps the bodies of newer EC2 calls', () => {
    const entries = aws({
      service: 'ec2.amazonaws.com',
      type: 'aws_thing',
      identity: [{ id: 'thingId' }],
      fields: { size: number('size') },
      calls: { ModifyThing: 'patch' },
    });
    const request = { ModifyThingRequest: { ThingId: { tag: 1, content: 't-1' }, Size: 3 } };

    expect(changesOf(entries, auditEvent({ operation: 'ModifyThing', request }))).toEqual([
      ['aws_thing t-1', { kind: 'set', path: ['size'], value: { kind: 'known', value: 3 } }],
    ]);
  });

  it('tells unknown operations from known ones without effect', () => {
    const entries = [ignores(service, ['Invoke'])];

    expect(changesOf(entries, auditEvent({ service, operation: 'Invoke' }))).toEqual([]);
    expect(changesOf(entries, auditEvent({ service, operation: 'Other' }))).toBe(
      'unknown-operation',
    );
  });

  it('refuses two entries for one operation', () => {
    expect(() => createCatalog([...update, ...update])).toThrow(/two entries/);
  });

  it('survives an entry that fails', () => {
    const broken = update.map((one) => ({ ...one, effects: () => JSON.parse('{') }));
    const event = auditEvent({ service, operation: 'UpdateFunctionConfiguration' });

    expect(createCatalog(broken).translate(event, estateOf()).kind).toBe('invalid');
  });
});
