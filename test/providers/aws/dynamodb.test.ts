import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { add, remove, setAt, sets, translator } from '../catalog/changes.ts';
import type { FakeResource } from '../catalog/event.ts';
import { estateOf } from '../catalog/event.ts';

const translate = translator(awsEntries, 'dynamodb.amazonaws.com');
const arn = 'arn:aws:dynamodb:eu-central-1:111122223333:table/orders';
const name = `aws_dynamodb_table ${arn}`;
const tableName = 'orders';
const table = (declares: readonly string[] = [], attributes: JsonObject = {}): FakeResource => ({
  address: 'aws_dynamodb_table.orders',
  attributes: {
    name: 'orders',
    arn,
    hash_key: 'pk',
    range_key: 'sk',
    attribute: ['pk', 'sk', 'day', 'user'].map((one) => ({ name: one, type: 'S' })),
    global_secondary_index: [
      { name: 'by-day', hash_key: 'day', range_key: 'sk' },
      { name: 'by-user', hash_key: 'user', range_key: 'day' },
    ],
    ...attributes,
  },
  declares,
});
const index = (element: string, attribute: string, value: number | null) =>
  setAt(['global_secondary_index', { element: { name: element } }, attribute], value);

describe('UpdateTable', () => {
  it.each<[JsonObject, readonly Change[]]>([
    [
      { provisionedThroughput: { readCapacityUnits: 25, writeCapacityUnits: 10 } },
      sets({ read_capacity: 25, write_capacity: 10 }),
    ],
    [
      { deletionProtectionEnabled: true, tableClass: 'STANDARD_INFREQUENT_ACCESS' },
      sets({ deletion_protection_enabled: true, table_class: 'STANDARD_INFREQUENT_ACCESS' }),
    ],
    [
      { streamSpecification: { streamEnabled: true, streamViewType: 'NEW_IMAGE' } },
      sets({ stream_enabled: true, stream_view_type: 'NEW_IMAGE' }),
    ],
    [{ streamSpecification: { streamEnabled: false } }, sets({ stream_enabled: false })],
    [
      { onDemandThroughput: { maxReadRequestUnits: 5 } },
      sets({ 'on_demand_throughput.0.max_read_request_units': 5 }),
    ],
    [{ sSESpecification: { enabled: false } }, sets({ server_side_encryption: [] })],
    [
      { sSESpecification: { enabled: true, sSEType: 'KMS' } },
      sets({
        'server_side_encryption.0.enabled': true,
        'server_side_encryption.0.kms_key_arn': null,
      }),
    ],
    [
      { replicaUpdates: [{ create: { regionName: 'us-east-1' } }] },
      [add('replica', { region_name: 'us-east-1' })],
    ],
    [
      { replicaUpdates: [{ delete: { regionName: 'us-east-1' } }] },
      [remove('replica', { region_name: 'us-east-1' })],
    ],
    [
      {
        globalSecondaryIndexUpdates: [
          { update: { indexName: 'by-day', provisionedThroughput: { readCapacityUnits: 9 } } },
        ],
      },
      [index('by-day', 'read_capacity', 9)],
    ],
    [
      {
        attributeDefinitions: [{ attributeName: 'region', attributeType: 'S' }],
        globalSecondaryIndexUpdates: [
          {
            create: {
              indexName: 'by-region',
              keySchema: [{ attributeName: 'region', keyType: 'HASH' }],
              projection: { projectionType: 'INCLUDE', nonKeyAttributes: ['b', 'a'] },
              provisionedThroughput: { readCapacityUnits: 1, writeCapacityUnits: 2 },
            },
          },
        ],
      },
      [
        add('attribute', { name: 'region', type: 'S' }),
        add('global_secondary_index', {
          name: 'by-region',
          hash_key: 'region',
          projection_type: 'INCLUDE',
          non_key_attributes: ['a', 'b'],
          read_capacity: 1,
          write_capacity: 2,
        }),
      ],
    ],
  ])('%j', (request, changes) => {
    expect(translate('UpdateTable', { tableName, ...request }, {}, estateOf(table()))).toEqual({
      [name]: changes,
    });
  });

  it.each([
    ['by-day', []],
    ['by-user', ['user']],
  ])('also removes the attributes that only %s used', (indexName, orphans) => {
    const request = { tableName, globalSecondaryIndexUpdates: [{ delete: { indexName } }] };

    expect(translate('UpdateTable', request, {}, estateOf(table()))).toEqual({
      [name]: [
        remove('global_secondary_index', { name: indexName }),
        ...orphans.map((one) => remove('attribute', { name: one })),
      ],
    });
  });

  it('has no capacity on demand', () => {
    const request = {
      tableName,
      billingMode: 'PAY_PER_REQUEST',
      provisionedThroughput: { readCapacityUnits: 0, writeCapacityUnits: 0 },
    };
    const estate = estateOf(table([], { read_capacity: 5, write_capacity: 0 }));

    expect(translate('UpdateTable', request, {}, estate)).toEqual({
      [name]: [
        ...sets({ billing_mode: 'PAY_PER_REQUEST', read_capacity: null, write_capacity: 0 }),
        index('by-day', 'read_capacity', null),
        index('by-day', 'write_capacity', null),
        index('by-user', 'read_capacity', null),
        index('by-user', 'write_capacity', null),
      ],
    });
  });

  it('takes the ARN of the key from the response', () => {
    const request = { tableName, sSESpecification: { enabled: true, kMSMasterKeyId: 'alias/x' } };
    const response = { tableDescription: { sSEDescription: { kMSMasterKeyArn: 'arn:k' } } };

    expect(translate('UpdateTable', request, response)).toEqual({
      [name]: sets({
        'server_side_encryption.0.enabled': true,
        'server_side_encryption.0.kms_key_arn': 'arn:k',
      }),
    });
  });

  it('writes encryption off where the code has the block', () => {
    const estate = estateOf(table(['server_side_encryption']));
    const request = { tableName, sSESpecification: { enabled: false } };

    expect(translate('UpdateTable', request, {}, estate)).toEqual({
      [name]: sets({
        'server_side_encryption.0.enabled': false,
        'server_side_encryption.0.kms_key_arn': null,
      }),
    });
  });

  it.each([
    [{ tableName }, {}],
    [{ tableName: arn }, {}],
    [{}, { tableDescription: { tableName } }],
  ])('finds the table of %j, %j', (request, response) => {
    const found = translate('UpdateTable', { ...request, tableClass: 'STANDARD' }, response);

    expect(found).toEqual({ [name]: sets({ table_class: 'STANDARD' }) });
  });
});

describe('other calls', () => {
  it.each<[string, JsonObject, readonly Change[]]>([
    [
      'UpdateTimeToLive',
      { timeToLiveSpecification: { enabled: true, attributeName: 'expires' } },
      sets({ 'ttl.0.attribute_name': 'expires', 'ttl.0.enabled': true }),
    ],
    [
      'UpdateContinuousBackups',
      {
        pointInTimeRecoverySpecification: {
          pointInTimeRecoveryEnabled: true,
          recoveryPeriodInDays: 7,
        },
      },
      sets({
        'point_in_time_recovery.0.enabled': true,
        'point_in_time_recovery.0.recovery_period_in_days': 7,
      }),
    ],
    ['DeleteTable', {}, [{ kind: 'delete' }]],
  ])('%s', (operation, request, changes) => {
    expect(translate(operation, { tableName, ...request })).toEqual({ [name]: changes });
  });

  it('tag tables by ARN', () => {
    const tags = [{ key: 'a', value: 'b' }];

    expect(translate('TagResource', { resourceArn: arn, tags })).toEqual({
      [name]: sets({ 'tags.a': 'b' }),
    });
    expect(translate('UntagResource', { resourceArn: arn, tagKeys: ['a'] })).toEqual({
      [name]: sets({ 'tags.a': null }),
    });
  });

  it('create tables', () => {
    const request = {
      tableName,
      billingMode: 'PAY_PER_REQUEST',
      deletionProtectionEnabled: false,
      keySchema: [
        { attributeName: 'pk', keyType: 'HASH' },
        { attributeName: 'sk', keyType: 'RANGE' },
      ],
      attributeDefinitions: [
        { attributeName: 'pk', attributeType: 'S' },
        { attributeName: 'sk', attributeType: 'N' },
      ],
      localSecondaryIndexes: [
        {
          indexName: 'local',
          keySchema: [
            { attributeName: 'pk', keyType: 'HASH' },
            { attributeName: 'sk', keyType: 'RANGE' },
          ],
          projection: { projectionType: 'ALL' },
        },
      ],
      tags: [{ key: 'a', value: 'b' }],
    };

    expect(translate('CreateTable', request)).toEqual({
      [name]: [
        {
          kind: 'create',
          attributes: {
            name: 'orders',
            billing_mode: 'PAY_PER_REQUEST',
            hash_key: 'pk',
            range_key: 'sk',
            attribute: [
              { name: 'pk', type: 'S' },
              { name: 'sk', type: 'N' },
            ],
            local_secondary_index: [{ name: 'local', range_key: 'sk', projection_type: 'ALL' }],
            tags: { a: 'b' },
          },
          importId: 'orders',
        },
      ],
    });
  });

  it('restore tables under another name', () => {
    const response = {
      tableDescription: {
        tableName: 'copy',
        keySchema: [{ attributeName: 'pk', keyType: 'HASH' }],
        attributeDefinitions: [{ attributeName: 'pk', attributeType: 'S' }],
      },
    };
    const request = { sourceTableName: tableName, targetTableName: 'copy' };

    expect(translate('RestoreTableToPointInTime', request, response)).toMatchObject({
      [name.replace('orders', 'copy')]: [{ attributes: { name: 'copy', hash_key: 'pk' } }],
    });
  });

  it('switch insights on and off', () => {
    const request = { tableName, indexName: 'by-day' };
    const resource = 'aws_dynamodb_contributor_insights orders by-day';

    expect(
      translate('UpdateContributorInsights', { ...request, contributorInsightsAction: 'ENABLE' }),
    ).toMatchObject({
      [resource]: [
        {
          attributes: { table_name: 'orders', index_name: 'by-day' },
          importId: 'name:orders/index:by-day/111122223333',
        },
      ],
    });
    expect(
      translate('UpdateContributorInsights', { ...request, contributorInsightsAction: 'DISABLE' }),
    ).toEqual({ [resource]: [{ kind: 'delete' }] });
  });
});

describe.each(['application-autoscaling.amazonaws.com', 'autoscaling.amazonaws.com'])(
  'scaling by %s',
  (service) => {
    const scale = translator(awsEntries, service);
    const scaled = {
      serviceNamespace: 'dynamodb',
      resourceId: 'table/orders',
      scalableDimension: 'dynamodb:table:ReadCapacityUnits',
    };
    const target = {
      service_namespace: 'dynamodb',
      resource_id: 'table/orders',
      scalable_dimension: 'dynamodb:table:ReadCapacityUnits',
    };
    const resource = `aws_appautoscaling_target ${Object.values(target).join(' ')}`;

    it('registers a target for the table', () => {
      const request = { ...scaled, minCapacity: 1, maxCapacity: 5 };

      expect(scale('RegisterScalableTarget', request)).toEqual({
        [resource]: [
          {
            kind: 'create',
            attributes: { ...target, min_capacity: 1, max_capacity: 5 },
            importId: 'dynamodb/table/orders/dynamodb:table:ReadCapacityUnits',
            parent: { type: 'aws_dynamodb_table', keys: [{ arn }, { name: 'orders' }] },
          },
        ],
      });
    });

    it('changes the settings of a managed target', () => {
      const managed = { address: 'aws_appautoscaling_target.t', attributes: target };
      const request = { ...scaled, maxCapacity: 9 };

      expect(scale('RegisterScalableTarget', request, {}, estateOf(managed))).toEqual({
        [resource]: sets({ max_capacity: 9 }),
      });
      expect(scale('DeregisterScalableTarget', scaled)).toEqual({
        [resource]: [{ kind: 'delete' }],
      });
    });
  },
);

describe('scaling policies', () => {
  const scale = translator(awsEntries, 'application-autoscaling.amazonaws.com');
  const scaled = {
    serviceNamespace: 'ecs',
    resourceId: 'service/main/web',
    scalableDimension: 'ecs:service:DesiredCount',
  };

  it.each<[JsonObject, JsonObject]>([
    [
      {
        policyType: 'TargetTrackingScaling',
        targetTrackingScalingPolicyConfiguration: {
          targetValue: 70,
          predefinedMetricSpecification: {
            predefinedMetricType: 'ECSServiceAverageCPUUtilization',
          },
        },
      },
      {
        policy_type: 'TargetTrackingScaling',
        target_tracking_scaling_policy_configuration: [
          {
            target_value: 70,
            predefined_metric_specification: [
              { predefined_metric_type: 'ECSServiceAverageCPUUtilization' },
            ],
          },
        ],
      },
    ],
    [
      {
        policyType: 'StepScaling',
        stepScalingPolicyConfiguration: {
          adjustmentType: 'ChangeInCapacity',
          cooldown: 60,
          stepAdjustments: [{ metricIntervalLowerBound: 0, scalingAdjustment: 1 }],
        },
      },
      {
        policy_type: 'StepScaling',
        step_scaling_policy_configuration: [
          {
            adjustment_type: 'ChangeInCapacity',
            cooldown: 60,
            step_adjustment: [{ metric_interval_lower_bound: '0', scaling_adjustment: 1 }],
          },
        ],
      },
    ],
  ])('%j', (request, attributes) => {
    expect(
      Object.values(scale('PutScalingPolicy', { policyName: 'p', ...scaled, ...request })),
    ).toMatchObject([
      [
        {
          attributes: { name: 'p', service_namespace: 'ecs', ...attributes },
          importId: 'ecs/service/main/web/ecs:service:DesiredCount/p',
          parent: { type: 'aws_appautoscaling_target' },
        },
      ],
    ]);
  });
});
