import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import {
  bool,
  creates,
  deletes,
  ignores,
  inverse,
  jsonField,
  number,
  response,
  set,
  tagging,
  updates,
} from '../../../src/providers/catalog/define.ts';
import { refTo } from '../../../src/providers/catalog/effects.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { textAt } from '../../../src/providers/catalog/request.ts';
import { auditEvent, rawChangesOf as changesOf, estateOf } from './event.ts';

const service = 'lambda.amazonaws.com';
const keys = [{ function_name: 'functionName' }, { arn: response('functionArn') }];
const type = 'aws_lambda_function';

const update = updates({
  service,
  operations: ['UpdateFunctionConfiguration'],
  type,
  keys,
  attributes: {
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
    [update],
    auditEvent({ service, operation: 'UpdateFunctionConfiguration', request, ...more }),
  );

describe('updates', () => {
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

describe('creates and deletes', () => {
  it('collects attributes, tags and identities, and leaves secrets out', () => {
    const create = creates({
      service,
      operations: ['CreateFunction'],
      type,
      keys,
      attributes: { handler: 'handler', 'vpc_config.0.subnet_ids': set('vpcConfig.subnetIds') },
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
      changesOf([create], auditEvent({ service, operation: 'CreateFunction', request })),
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
    const entries = [deletes({ service, operations: ['DeleteFunction'], type, keys })];
    const event = auditEvent({
      service,
      operation: 'DeleteFunction',
      request: { functionName: 'f' },
    });

    expect(changesOf(entries, event)).toEqual([['aws_lambda_function f', { kind: 'delete' }]]);
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
    const entry = updates({
      service: 'ec2.amazonaws.com',
      operations: ['ModifyThing'],
      type: 'aws_thing',
      keys: [{ id: 'thingId' }],
      attributes: { size: number('size') },
    });
    const request = { ModifyThingRequest: { ThingId: { tag: 1, content: 't-1' }, Size: 3 } };

    expect(changesOf([entry], auditEvent({ operation: 'ModifyThing', request }))).toEqual([
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
    expect(() => createCatalog([update, update])).toThrow(/two entries/);
  });

  it('survives an entry that fails', () => {
    const broken = { ...update, effects: () => JSON.parse('{') };
    const event = auditEvent({ service, operation: 'UpdateFunctionConfiguration' });

    expect(createCatalog([broken]).translate(event, estateOf()).kind).toBe('invalid');
  });
});
