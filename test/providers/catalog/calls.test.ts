import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { aws } from '../../../src/providers/aws/aws.ts';
import { refTo } from '../../../src/providers/catalog/effects.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { items, textAt } from '../../../src/providers/catalog/request.ts';
import {
  bool,
  inverse,
  jsonField,
  number,
  response,
  set,
  via,
} from '../../../src/providers/catalog/sources.ts';
import { ignores } from '../../../src/providers/catalog/untabled.ts';
import { auditEvent, rawChangesOf as changesOf, estateOf, type FakeResource } from './event.ts';

const service = 'lambda.amazonaws.com';
const keys = [{ function_name: 'functionName' }, { arn: response('functionArn') }];
const type = 'aws_lambda_function';

const update = aws(service, [
  {
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
  },
]);

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
    const create = aws(service, [
      {
        type,
        identity: keys,
        calls: { CreateFunction: 'create' },
        fields: { handler: 'handler', 'vpc_config.0.subnet_ids': set('vpcConfig.subnetIds') },
        constants: { package_type: 'Zip' },
        tags: 'tags',
        importId: 'functionName',
        parent: { type: 'aws_iam_role', keys: [{ arn: 'role' }] },
      },
    ]);
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
    const entries = aws(service, [{ type, identity: keys, calls }]);
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
  const entries = aws(service, [
    {
      type: queue,
      identity: [{ url: 'url' }],
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
    },
  ]);
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
  const entries = aws(service, [
    {
      type,
      identity: ({ request }) => {
        const arn = textAt(request, 'resource');
        return arn === 'arn:other' ? undefined : refTo(type, { arn });
      },
      calls: { TagResource: { tag: 'tags' }, UntagResource: { untag: 'tagKeys' } },
    },
  ]);
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

  it('says nothing about a resource that the table is not for', () => {
    const request = { resource: 'arn:other', tags: { Team: 'core' } };

    expect(changesOf(entries, auditEvent({ service, operation: 'TagResource', request }))).toEqual(
      [],
    );
  });
});

describe('a call about several resources', () => {
  const entries = aws(service, [
    {
      type,
      identity: [{ function_name: 'one.name' }],
      calls: {
        DeleteFunctions: { does: 'delete', each: { in: 'functions', as: 'one' } },
        EnableFunctions: { to: { enabled: true }, each: { in: 'functions', as: 'one' } },
      },
    },
  ]);
  const set = { kind: 'set', path: ['enabled'], value: { kind: 'known', value: true } };

  it('fails without any', () => {
    const event = auditEvent({ service, operation: 'DeleteFunctions', request: { functions: [] } });

    expect(changesOf(entries, event)).toMatch(/functions is missing/);
  });

  it.each<[string, Json, readonly (readonly [string, JsonObject])[]]>([
    [
      'DeleteFunctions',
      [{ name: 'a' }, { name: 'b' }],
      [
        [`${type} a`, { kind: 'delete' }],
        [`${type} b`, { kind: 'delete' }],
      ],
    ],
    ['EnableFunctions', { items: [{ name: 'a' }] }, [[`${type} a`, set]]],
  ])('%s with %j', (operation, functions, expected) => {
    const event = auditEvent({ service, operation, request: { functions } });

    expect(changesOf(entries, event)).toEqual(expected);
  });
});

describe('a set', () => {
  const entries = aws(service, [
    {
      type,
      identity: [{ function_name: 'name' }],
      calls: {
        Suspend: { add: { suspended: 'processes' }, all: ['x', 'y'] },
        Resume: { remove: { suspended: 'processes' }, all: [] },
        Replicate: {
          add: { replica: via('regions', (all) => items(all).map((region) => ({ region }))) },
        },
      },
    },
  ]);
  const whole = (value: Json) => ({
    kind: 'set',
    path: ['suspended'],
    value: { kind: 'known', value },
  });

  it.each<[string, JsonObject, readonly JsonObject[]]>([
    ['Suspend', { processes: ['x'] }, [{ kind: 'add', path: ['suspended'], element: 'x' }]],
    ['Suspend', {}, [whole(['x', 'y'])]],
    ['Resume', { processes: ['x'] }, [{ kind: 'remove', path: ['suspended'], element: 'x' }]],
    ['Resume', {}, [whole([])]],
    [
      'Replicate',
      { regions: ['r'] },
      [{ kind: 'add', path: ['replica'], element: { region: 'r' } }],
    ],
    ['Replicate', {}, [{ kind: 'set', path: [], value: { kind: 'omitted' } }]],
  ])('after %s with %j', (operation, request, expected) => {
    const event = auditEvent({ service, operation, request: { name: 'f', ...request } });

    expect(changesOf(entries, event)).toEqual(expected.map((change) => [`${type} f`, change]));
  });
});

describe('a type within another', () => {
  const part = 'aws_lambda_function_settings';
  const entries = aws(service, [
    {
      type: part,
      identity: [{ function_name: 'name' }],
      fixed: { function_name: 'name' },
      fields: { size: number('settings.size'), mode: 'settings.mode' },
      resets: { mode: null },
      within: {
        type,
        identity: [{ function_name: 'name' }],
        argument: 'settings',
        fields: { 'settings.0.size': number('settings.size') },
        resets: { 'settings.0.mode': 'none' },
        gone: [],
      },
      neverEmpty: true,
      calls: {
        PutSettings: { does: 'put', deletes: ({ request }) => request['settings'] === '' },
        DeleteSettings: 'delete',
      },
    },
  ]);
  const known = (path: readonly (string | number)[], value: Json) => ({
    kind: 'set',
    path,
    value: { kind: 'known', value },
  });
  const attributes = { function_name: 'f' };
  const own = { address: `${part}.a`, attributes };
  const holder = { address: `${type}.a`, attributes, declares: ['settings'] };
  const other = { address: `${type}.a`, attributes };
  const unknown = { kind: 'set', path: [], value: { kind: 'omitted' } };

  it.each<[string, Json, readonly FakeResource[], readonly (readonly [string, JsonObject])[]]>([
    [
      'PutSettings',
      { size: 1 },
      [own, holder],
      [
        [`${part} f`, known(['size'], 1)],
        [`${part} f`, known(['mode'], null)],
      ],
    ],
    [
      'PutSettings',
      { size: 1 },
      [holder],
      [
        [`${type} f`, known(['settings', 0, 'size'], 1)],
        [`${type} f`, known(['settings', 0, 'mode'], 'none')],
      ],
    ],
    [
      'PutSettings',
      { size: 1 },
      [other],
      [[`${part} f`, { kind: 'create', attributes: { ...attributes, size: 1 } }]],
    ],
    ['PutSettings', '', [own, holder], [[`${part} f`, { kind: 'delete' }]]],
    ['PutSettings', '', [holder], [[`${type} f`, known(['settings'], [])]]],
    ['PutSettings', {}, [holder], [[`${type} f`, unknown]]],
    ['PutSettings', {}, [own], [[`${part} f`, unknown]]],
    ['DeleteSettings', null, [own, holder], [[`${part} f`, { kind: 'delete' }]]],
    ['DeleteSettings', null, [holder], [[`${type} f`, known(['settings'], [])]]],
    ['DeleteSettings', null, [other], [[`${part} f`, { kind: 'delete' }]]],
  ])('%s with %j, beside %j', (operation, settings, managed, expected) => {
    const event = auditEvent({ service, operation, request: { name: 'f', settings } });

    expect(changesOf(entries, event, estateOf(...managed))).toEqual(expected);
  });

  it('names both types', () => {
    expect(entries.map(({ types }) => types)).toEqual([
      [part, type],
      [part, type],
    ]);
  });
});

describe('createCatalog', () => {
  it('unwraps the bodies of newer EC2 calls', () => {
    const entries = aws('ec2.amazonaws.com', [
      {
        type: 'aws_thing',
        identity: [{ id: 'thingId' }],
        fields: { size: number('size') },
        calls: { ModifyThing: 'patch' },
      },
    ]);
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
