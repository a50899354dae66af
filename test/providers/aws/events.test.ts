import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { hidden, sets, translator } from '../catalog/changes.ts';
import type { FakeResource } from '../catalog/event.ts';
import { estateOf } from '../catalog/event.ts';

const translate = translator(awsEntries, 'events.amazonaws.com');
const arn = (resource: string) => `arn:aws:events:eu-central-1:111122223333:${resource}`;
const name = `aws_cloudwatch_event_rule ${arn('rule/nightly')}`;
const rule = (attributes: JsonObject = {}, ...declares: string[]): FakeResource => ({
  address: 'aws_cloudwatch_event_rule.nightly',
  attributes: {
    name: 'nightly',
    event_bus_name: 'default',
    arn: arn('rule/nightly'),
    ...attributes,
  },
  declares,
});
const parent = {
  type: 'aws_cloudwatch_event_rule',
  keys: [{ arn: arn('rule/nightly') }, { name: 'nightly', event_bus_name: 'default' }],
};

describe('rules', () => {
  it.each<[JsonObject, JsonObject, string, string]>([
    [
      { scheduleExpression: 'rate(1 hour)', state: 'ENABLED', eventBusName: 'default' },
      { schedule_expression: 'rate(1 hour)' },
      'rule/nightly',
      'nightly',
    ],
    [
      { eventPattern: '{"a":["b"]}', state: 'DISABLED', eventBusName: arn('event-bus/shop') },
      { event_bus_name: 'shop', event_pattern: '{"a":["b"]}', state: 'DISABLED' },
      'rule/shop/nightly',
      'shop/nightly',
    ],
  ])('are made by %j', (request, attributes, resource, importId) => {
    expect(translate('PutRule', { name: 'nightly', ...request })).toEqual({
      [`aws_cloudwatch_event_rule ${arn(resource)}`]: [
        { kind: 'create', attributes: { name: 'nightly', ...attributes }, importId },
      ],
    });
  });

  it('lose what the new version leaves out', () => {
    const before = { description: 'x', event_pattern: '', state: 'DISABLED' };
    const request = { name: 'nightly', scheduleExpression: 'rate(2 hours)' };

    expect(translate('PutRule', request, {}, estateOf(rule(before)))).toEqual({
      [name]: sets({
        schedule_expression: 'rate(2 hours)',
        description: null,
        event_pattern: '',
        role_arn: null,
        state: 'ENABLED',
      }),
    });
  });

  it.each<[string, readonly string[], readonly Change[]]>([
    ['DisableRule', [], sets({ state: 'DISABLED' })],
    ['EnableRule', ['state'], sets({ state: 'ENABLED' })],
    ['DisableRule', ['is_enabled'], sets({ is_enabled: false })],
    ['EnableRule', ['is_enabled'], sets({ is_enabled: true })],
    ['DeleteRule', [], [{ kind: 'delete' }]],
  ])('%s with %j in the code', (operation, declares, changes) => {
    const estate = estateOf(rule({}, ...declares));

    expect(translate(operation, { name: 'nightly' }, {}, estate)).toEqual({ [name]: changes });
  });

  it('and buses are tagged', () => {
    const tags = [{ key: 'a', value: 'b' }];
    const bus = arn('event-bus/shop');

    expect(translate('TagResource', { resourceARN: arn('rule/nightly'), tags })).toEqual({
      [name]: sets({ 'tags.a': 'b' }),
    });
    expect(translate('UntagResource', { resourceARN: bus, tagKeys: ['a'] })).toEqual({
      [`aws_cloudwatch_event_bus ${bus}`]: sets({ 'tags.a': null }),
    });
  });
});

describe('targets', () => {
  const target = (id: string) => `aws_cloudwatch_event_target nightly ${id} default`;

  it.each<[JsonObject, JsonObject]>([
    [
      { input: '{"a":1}', roleArn: 'arn:r' },
      { input: '{"a":1}', role_arn: 'arn:r' },
    ],
    [
      { inputTransformer: { inputPathsMap: { a: '$.b' }, inputTemplate: '<a>' } },
      { input_transformer: [{ input_paths: { a: '$.b' }, input_template: '<a>' }] },
    ],
    [
      { deadLetterConfig: { arn: 'arn:d' }, retryPolicy: { maximumRetryAttempts: 3 } },
      {
        dead_letter_config: [{ arn: 'arn:d' }],
        retry_policy: [{ maximum_retry_attempts: 3 }],
      },
    ],
    [
      {
        ecsParameters: {
          taskDefinitionArn: 'arn:t',
          taskCount: 1,
          launchType: 'FARGATE',
          networkConfiguration: {
            awsvpcConfiguration: { subnets: ['s-1'], assignPublicIp: 'DISABLED' },
          },
        },
      },
      {
        ecs_target: [
          {
            task_definition_arn: 'arn:t',
            task_count: 1,
            launch_type: 'FARGATE',
            network_configuration: [{ subnets: ['s-1'], assign_public_ip: false }],
          },
        ],
      },
    ],
    [
      { runCommandParameters: { runCommandTargets: [{ key: 'tag:a', values: ['b'] }] } },
      { run_command_targets: [{ key: 'tag:a', values: ['b'] }] },
    ],
  ])('are made with %j', (more, attributes) => {
    const request = { rule: 'nightly', targets: [{ id: '1', arn: 'arn:f', ...more }] };

    expect(translate('PutTargets', request)).toEqual({
      [target('1')]: [
        {
          kind: 'create',
          attributes: { rule: 'nightly', target_id: '1', arn: 'arn:f', ...attributes },
          importId: 'nightly/1',
          parent,
        },
      ],
    });
  });

  it('lose what the new version leaves out', () => {
    const managed = {
      address: 'aws_cloudwatch_event_target.t',
      attributes: { rule: 'nightly', target_id: '1', event_bus_name: 'default', input: '{}' },
    };
    const request = { rule: 'nightly', targets: [{ id: '1', arn: 'arn:f' }] };
    const found = translate('PutTargets', request, {}, estateOf(rule(), managed));

    expect(found).toMatchObject({
      [target('1')]: expect.arrayContaining([
        ...sets({ arn: 'arn:f', input: null, ecs_target: [], sqs_target: [] }),
      ]),
    });
  });

  it('that failed are left out', () => {
    const request = { rule: 'nightly', targets: ['1', '2'].map((id) => ({ id, arn: 'arn:f' })) };
    const response = { failedEntryCount: 1, failedEntries: [{ targetId: '2' }] };
    const removal = { rule: 'nightly', ids: ['1', '2'] };

    expect(Object.keys(translate('PutTargets', request, response))).toEqual([target('1')]);
    expect(translate('RemoveTargets', removal, response)).toEqual({
      [target('1')]: [{ kind: 'delete' }],
    });
  });

  it('of a rule with the same name elsewhere are left alone', () => {
    const elsewhere = rule({ arn: arn('rule/nightly').replace('111122223333', '999999999999') });
    const managed = {
      address: 'aws_cloudwatch_event_target.t',
      attributes: { rule: 'nightly', target_id: '1', event_bus_name: 'default' },
    };
    const estate = estateOf(elsewhere, managed);
    const found = translate('RemoveTargets', { rule: 'nightly', ids: ['1'] }, {}, estate);

    expect(Object.keys(found)[0]).toContain(arn('rule/nightly'));
  });
});

describe('permissions of a bus', () => {
  const statement = { statementId: 's', action: 'events:PutEvents', principal: '999999999999' };

  it('are statements', () => {
    expect(translate('PutPermission', statement)).toEqual({
      'aws_cloudwatch_event_permission default s': [
        {
          kind: 'create',
          attributes: { principal: '999999999999', statement_id: 's' },
          importId: 'default/s',
        },
      ],
    });
    expect(translate('RemovePermission', { statementId: 's' })).toEqual({
      'aws_cloudwatch_event_permission default s': [{ kind: 'delete' }],
    });
  });

  it('may be a policy', () => {
    const managed = estateOf({
      address: 'aws_cloudwatch_event_bus_policy.p',
      attributes: { event_bus_name: 'default' },
    });
    const name = 'aws_cloudwatch_event_bus_policy default';

    expect(translate('PutPermission', { policy: '{}' }, {}, managed)).toEqual({
      [name]: sets({ policy: '{}' }),
    });
    expect(translate('PutPermission', statement, {}, managed)).toEqual({
      [name]: [hidden('policy', 'omitted')],
    });
    expect(translate('RemovePermission', { removeAllPermissions: true }, {}, managed)).toEqual({
      [name]: [{ kind: 'delete' }],
    });
  });
});
