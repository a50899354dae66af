import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { sets, translator } from '../catalog/changes.ts';
import type { FakeResource } from '../catalog/event.ts';
import { estateOf } from '../catalog/event.ts';

describe('alarms', () => {
  const translate = translator(awsEntries, 'monitoring.amazonaws.com');
  const arn = (name: string) => `arn:aws:cloudwatch:eu-central-1:111122223333:alarm:${name}`;
  const name = `aws_cloudwatch_metric_alarm ${arn('cpu')}`;
  const request = {
    alarmName: 'cpu',
    namespace: 'AWS/EC2',
    metricName: 'CPUUtilization',
    statistic: 'Average',
    period: 300,
    evaluationPeriods: 2,
    threshold: 70.0,
    comparisonOperator: 'GreaterThanThreshold',
    actionsEnabled: true,
  };
  const written = {
    comparison_operator: 'GreaterThanThreshold',
    evaluation_periods: 2,
    metric_name: 'CPUUtilization',
    namespace: 'AWS/EC2',
    period: 300,
    statistic: 'Average',
    threshold: 70,
  };
  const managed = (type: string, attributes: JsonObject = {}): FakeResource => ({
    address: `${type}.cpu`,
    attributes: { alarm_name: 'cpu', arn: arn('cpu'), ...attributes },
  });

  it('are made', () => {
    const more = {
      alarmActions: ['arn:b', 'arn:a'],
      oKActions: ['arn:c'],
      dimensions: [{ value: 'web', name: 'AutoScalingGroupName' }],
      tags: [{ key: 'a', value: 'b' }],
      treatMissingData: 'missing',
    };

    expect(translate('PutMetricAlarm', { ...request, ...more })).toEqual({
      [name]: [
        {
          kind: 'create',
          attributes: {
            alarm_name: 'cpu',
            ...written,
            alarm_actions: ['arn:a', 'arn:b'],
            ok_actions: ['arn:c'],
            dimensions: { AutoScalingGroupName: 'web' },
            tags: { a: 'b' },
          },
          importId: 'cpu',
        },
      ],
    });
  });

  it('lose what the new version leaves out', () => {
    const before = {
      unit: 'Percent',
      treat_missing_data: 'breaching',
      datapoints_to_alarm: 0,
      extended_statistic: '',
      ok_actions: null,
      alarm_actions: ['arn:a'],
      dimensions: { AutoScalingGroupName: 'web' },
    };
    const estate = estateOf(managed('aws_cloudwatch_metric_alarm', before));

    expect(translate('PutMetricAlarm', request, {}, estate)).toEqual({
      [name]: sets({
        actions_enabled: true,
        ...written,
        alarm_actions: [],
        alarm_description: null,
        insufficient_data_actions: [],
        ok_actions: null,
        datapoints_to_alarm: 0,
        dimensions: null,
        evaluate_low_sample_count_percentiles: null,
        extended_statistic: '',
        metric_query: [],
        threshold_metric_id: null,
        treat_missing_data: 'missing',
        unit: null,
      }),
    });
  });

  it('may be over expressions', () => {
    const metricStat = {
      stat: 'Sum',
      period: 60,
      metric: {
        metricName: 'Errors',
        namespace: 'App',
        dimensions: [{ name: 'Zone', value: 'a' }],
      },
    };
    const metrics = [
      { id: 'rate', expression: 'errors / 60', label: 'Rate' },
      { id: 'errors', returnData: false, metricStat },
    ];
    const found = translate('PutMetricAlarm', { alarmName: 'cpu', metrics });

    expect(found).toMatchObject({
      [name]: [
        {
          attributes: {
            metric_query: [
              { id: 'rate', expression: 'errors / 60', label: 'Rate', return_data: true },
              {
                id: 'errors',
                metric: [
                  {
                    stat: 'Sum',
                    period: 60,
                    metric_name: 'Errors',
                    namespace: 'App',
                    dimensions: { Zone: 'a' },
                  },
                ],
              },
            ],
          },
        },
      ],
    });
  });

  it('may be composite', () => {
    const put = {
      alarmName: 'cpu',
      alarmRule: 'ALARM(a)',
      actionsSuppressor: 'quiet',
      actionsSuppressorWaitPeriod: 60,
    };
    const composite = `aws_cloudwatch_composite_alarm ${arn('cpu')}`;
    const estate = estateOf(managed('aws_cloudwatch_composite_alarm'));

    expect(translate('PutCompositeAlarm', put)).toMatchObject({
      [composite]: [
        {
          attributes: {
            alarm_name: 'cpu',
            alarm_rule: 'ALARM(a)',
            actions_suppressor: [{ alarm: 'quiet', wait_period: 60 }],
          },
        },
      ],
    });
    expect(translate('DeleteAlarms', { alarmNames: ['cpu'] }, {}, estate)).toEqual({
      [composite]: [{ kind: 'delete' }],
    });
  });

  it.each([
    ['EnableAlarmActions', sets({ actions_enabled: true })],
    ['DisableAlarmActions', sets({ actions_enabled: false })],
    ['DeleteAlarms', [{ kind: 'delete' }]],
  ])('%s takes several', (operation, changes) => {
    expect(translate(operation, { alarmNames: ['cpu', 'disk'] })).toEqual({
      [name]: changes,
      [`aws_cloudwatch_metric_alarm ${arn('disk')}`]: changes,
    });
  });

  it('and dashboards have names and tags', () => {
    const dashboard = 'arn:aws:cloudwatch::111122223333:dashboard/ops';

    expect(
      translate('TagResource', { resourceARN: arn('cpu'), tags: [{ key: 'a', value: 'b' }] }),
    ).toEqual({ [name]: sets({ 'tags.a': 'b' }) });
    expect(translate('PutDashboard', { dashboardName: 'ops', dashboardBody: '{}' })).toEqual({
      [`aws_cloudwatch_dashboard ${dashboard}`]: [
        {
          kind: 'create',
          attributes: { dashboard_name: 'ops', dashboard_body: '{}' },
          importId: 'ops',
        },
      ],
    });
    expect(translate('DeleteDashboards', { dashboardNames: ['ops'] })).toEqual({
      [`aws_cloudwatch_dashboard ${dashboard}`]: [{ kind: 'delete' }],
    });
  });
});

describe('log groups', () => {
  const translate = translator(awsEntries, 'logs.amazonaws.com');
  const arn = 'arn:aws:logs:eu-central-1:111122223333:log-group:/app/web';
  const name = `aws_cloudwatch_log_group ${arn}`;
  const logGroupName = '/app/web';
  const parent = { type: 'aws_cloudwatch_log_group', keys: [{ arn }, { name: logGroupName }] };
  const group = (region = 'eu-central-1'): FakeResource => ({
    address: 'aws_cloudwatch_log_group.web',
    attributes: { name: logGroupName, arn: arn.replace('eu-central-1', region) },
  });

  it.each<[string, JsonObject, readonly Change[]]>([
    ['PutRetentionPolicy', { retentionInDays: 30 }, sets({ retention_in_days: 30 })],
    ['DeleteRetentionPolicy', {}, sets({ retention_in_days: 0 })],
    ['AssociateKmsKey', { kmsKeyId: 'arn:k' }, sets({ kms_key_id: 'arn:k' })],
    ['DisassociateKmsKey', {}, sets({ kms_key_id: null })],
    ['TagLogGroup', { tags: { a: 'b' } }, sets({ 'tags.a': 'b' })],
    ['UntagLogGroup', { tags: ['a'] }, sets({ 'tags.a': null })],
    ['DeleteLogGroup', {}, [{ kind: 'delete' }]],
  ])('%s', (operation, request, changes) => {
    expect(translate(operation, { logGroupName, ...request }, {}, estateOf(group()))).toEqual({
      [name]: changes,
    });
  });

  it.each([
    ['TagResource', { resourceArn: arn, tags: { a: 'b' } }, sets({ 'tags.a': 'b' })],
    ['TagResource', { resourceArn: `${arn}:*`, tags: { a: 'b' } }, sets({ 'tags.a': 'b' })],
    ['UntagResource', { resourceArn: arn, tagKeys: ['a'] }, sets({ 'tags.a': null })],
    [
      'AssociateKmsKey',
      { resourceIdentifier: arn, kmsKeyId: 'arn:k' },
      sets({ kms_key_id: 'arn:k' }),
    ],
  ])('%s %j', (operation, request, changes) => {
    expect(translate(operation, request)).toEqual({ [name]: changes });
  });

  it('of the same name in another region are left alone', () => {
    const request = { logGroupName, retentionInDays: 30 };

    expect(translate('PutRetentionPolicy', request, {}, estateOf(group('us-east-1')))).toEqual({
      [`aws_cloudwatch_log_group /app/web ${arn}`]: sets({ retention_in_days: 30 }),
    });
  });

  it.each<[string, JsonObject, string, JsonObject]>([
    [
      'CreateLogGroup',
      { tags: { a: 'b' }, logGroupClass: 'STANDARD' },
      name,
      { attributes: { name: logGroupName, tags: { a: 'b' } }, importId: logGroupName },
    ],
    [
      'PutMetricFilter',
      {
        filterName: 'errors',
        filterPattern: '',
        metricTransformations: [
          { metricName: 'Errors', metricNamespace: 'App', metricValue: '1', defaultValue: 0 },
        ],
      },
      'aws_cloudwatch_log_metric_filter /app/web errors',
      {
        attributes: {
          log_group_name: logGroupName,
          name: 'errors',
          pattern: '',
          metric_transformation: [
            { name: 'Errors', namespace: 'App', value: '1', default_value: '0' },
          ],
        },
        importId: '/app/web:errors',
        parent,
      },
    ],
    [
      'PutSubscriptionFilter',
      { filterName: 'ship', filterPattern: '', destinationArn: 'arn:d', roleArn: 'arn:r' },
      'aws_cloudwatch_log_subscription_filter /app/web ship',
      {
        attributes: {
          log_group_name: logGroupName,
          name: 'ship',
          filter_pattern: '',
          destination_arn: 'arn:d',
          role_arn: 'arn:r',
        },
        importId: '/app/web|ship',
        parent,
      },
    ],
  ])('%s makes one', (operation, request, resource, created) => {
    expect(translate(operation, { logGroupName, ...request })).toEqual({
      [resource]: [{ kind: 'create', ...created }],
    });
  });

  it('have filters that are replaced and deleted', () => {
    const filter = {
      address: 'aws_cloudwatch_log_metric_filter.errors',
      attributes: { log_group_name: logGroupName, name: 'errors' },
    };
    const request = {
      logGroupName,
      filterName: 'errors',
      filterPattern: 'ERROR',
      metricTransformations: [{ metricName: 'E', metricNamespace: 'App', metricValue: '1' }],
    };
    const resource = 'aws_cloudwatch_log_metric_filter /app/web errors';

    expect(translate('PutMetricFilter', request, {}, estateOf(filter))).toEqual({
      [resource]: sets({
        pattern: 'ERROR',
        'metric_transformation.0.name': 'E',
        'metric_transformation.0.namespace': 'App',
        'metric_transformation.0.value': '1',
        'metric_transformation.0.default_value': null,
        'metric_transformation.0.dimensions': null,
        'metric_transformation.0.unit': 'None',
      }),
    });
    expect(translate('DeleteMetricFilter', request)).toEqual({ [resource]: [{ kind: 'delete' }] });
  });

  it('have streams, of which only managed ones matter', () => {
    const request = { logGroupName, logStreamName: 's' };
    const stream = {
      address: 'aws_cloudwatch_log_stream.s',
      attributes: { log_group_name: logGroupName, name: 's' },
    };

    expect(translate('CreateLogStream', request)).toEqual({});
    expect(translate('DeleteLogStream', request)).toEqual({});
    expect(translate('DeleteLogStream', request, {}, estateOf(stream))).toEqual({
      'aws_cloudwatch_log_stream /app/web s': [{ kind: 'delete' }],
    });
    expect(translate('CreateLogStream', request, {}, estateOf(stream))).toMatchObject({
      'aws_cloudwatch_log_stream /app/web s': [{ kind: 'create' }],
    });
  });
});
