import type { PutMetricAlarmCommandInput } from '@aws-sdk/client-cloudwatch';
import { putAlarm } from '../../cases/alarm.ts';
import { change, keyValues, type Mutator, removal, tagging, text, texts } from '../mutator.ts';
import { withAction } from './documents.ts';

const logGroups: readonly Mutator[] = [
  change<number>({
    name: 'log group: days',
    type: 'aws_cloudwatch_log_group',
    calls: ['logs PutRetentionPolicy', 'logs DeleteRetentionPolicy'],
    from: 'retention_in_days',
    to: [0, 3, 60, 180, 365],
    set: ({ logs }, now, days) => {
      const logGroupName = text(now, 'name');
      return days === 0
        ? logs.deleteRetentionPolicy({ logGroupName })
        : logs.putRetentionPolicy({ logGroupName, retentionInDays: days });
    },
  }),
  removal({
    name: 'log group: deleted',
    type: 'aws_cloudwatch_log_group',
    calls: ['logs DeleteLogGroup'],
    act: ({ logs }, now) => logs.deleteLogGroup({ logGroupName: text(now, 'name') }),
  }),
  tagging({
    name: 'log group',
    type: 'aws_cloudwatch_log_group',
    tag: [
      'logs TagResource',
      ({ logs }, now, tags) =>
        logs.tagResource({ resourceArn: text(now, 'arn'), tags: { ...tags } }),
    ],
    untag: [
      'logs UntagResource',
      ({ logs }, now, keys) =>
        logs.untagResource({ resourceArn: text(now, 'arn'), tagKeys: [...keys] }),
    ],
  }),
  change<string>({
    name: 'metric filter: pattern',
    type: 'aws_cloudwatch_log_metric_filter',
    calls: ['logs PutMetricFilter'],
    from: 'pattern',
    to: ['ERROR', '?ERROR ?FATAL', '{ $.level = "error" }'],
    set: ({ logs }, now, filterPattern) =>
      logs.putMetricFilter({
        logGroupName: text(now, 'log_group_name'),
        filterName: text(now, 'name'),
        filterPattern,
        metricTransformations: [
          {
            metricName: text(now, 'metric_transformation.0.name'),
            metricNamespace: text(now, 'metric_transformation.0.namespace'),
            metricValue: text(now, 'metric_transformation.0.value'),
            unit: 'None',
          },
        ],
      }),
  }),
  removal({
    name: 'metric filter: deleted',
    type: 'aws_cloudwatch_log_metric_filter',
    calls: ['logs DeleteMetricFilter'],
    act: ({ logs }, now) =>
      logs.deleteMetricFilter({
        logGroupName: text(now, 'log_group_name'),
        filterName: text(now, 'name'),
      }),
  }),
  change<string>({
    name: 'subscription of a log: pattern',
    type: 'aws_cloudwatch_log_subscription_filter',
    calls: ['logs PutSubscriptionFilter'],
    from: 'filter_pattern',
    to: ['storm', '?storm ?fog'],
    set: ({ logs }, now, filterPattern) =>
      logs.putSubscriptionFilter({
        logGroupName: text(now, 'log_group_name'),
        filterName: text(now, 'name'),
        filterPattern,
        destinationArn: text(now, 'destination_arn'),
        roleArn: text(now, 'role_arn'),
      }),
  }),
  removal({
    name: 'log stream: deleted',
    type: 'aws_cloudwatch_log_stream',
    calls: ['logs DeleteLogStream', 'logs CreateLogStream'],
    act: ({ logs }, now) =>
      logs.deleteLogStream({
        logGroupName: text(now, 'log_group_name'),
        logStreamName: text(now, 'name'),
      }),
    undo: ({ logs }, now) =>
      logs.createLogStream({
        logGroupName: text(now, 'log_group_name'),
        logStreamName: text(now, 'name'),
      }),
  }),
  change<string>({
    name: 'log policy: action',
    type: 'aws_cloudwatch_log_resource_policy',
    calls: ['logs PutResourcePolicy'],
    from: 'policy_document',
    to: (now) => [withAction(now, 'logs:CreateLogStream')],
    set: ({ logs }, now, policyDocument) =>
      logs.putResourcePolicy({ policyName: text(now, 'policy_name'), policyDocument }),
  }),
];

/** What calls may change about an alarm: the attribute, its name in the API, and values. */
const alarmParts: readonly (readonly [
  state: string,
  api: keyof PutMetricAlarmCommandInput,
  to: readonly (string | number | boolean)[],
])[] = [
  ['threshold', 'Threshold', [42, 75, 900]],
  ['evaluation_periods', 'EvaluationPeriods', [1, 4]],
  ['period', 'Period', [60, 120, 600]],
  ['alarm_description', 'AlarmDescription', ['See the runbook', 'Calls the night shift']],
  ['actions_enabled', 'ActionsEnabled', [true, false]],
  ['treat_missing_data', 'TreatMissingData', ['breaching', 'notBreaching']],
];

const alarms: readonly Mutator[] = [
  ...alarmParts.map(([state, api, to]) =>
    change<string | number | boolean>({
      name: `alarm: ${state}`,
      type: 'aws_cloudwatch_metric_alarm',
      calls: ['monitoring PutMetricAlarm'],
      fits: (now) => texts(now, 'metric_query').length === 0,
      from: state,
      to,
      set: ({ cloudwatch }, now, value) =>
        putAlarm(cloudwatch, text(now, 'alarm_name'), { [api]: value }),
    }),
  ),
  removal({
    name: 'alarm: deleted',
    type: 'aws_cloudwatch_metric_alarm',
    calls: ['monitoring DeleteAlarms'],
    act: ({ cloudwatch }, now) =>
      cloudwatch.deleteAlarms({ AlarmNames: [text(now, 'alarm_name')] }),
  }),
  tagging({
    name: 'alarm',
    type: 'aws_cloudwatch_metric_alarm',
    tag: [
      'monitoring TagResource',
      ({ cloudwatch }, now, tags) =>
        cloudwatch.tagResource({ ResourceARN: text(now, 'arn'), Tags: keyValues(tags) }),
    ],
    untag: [
      'monitoring UntagResource',
      ({ cloudwatch }, now, keys) =>
        cloudwatch.untagResource({ ResourceARN: text(now, 'arn'), TagKeys: [...keys] }),
    ],
  }),
  change<string>({
    name: 'dashboard: body',
    type: 'aws_cloudwatch_dashboard',
    calls: ['monitoring PutDashboard'],
    from: 'dashboard_body',
    to: (now) => [now.replace(/"height":\d+/, '"height":9')],
    set: ({ cloudwatch }, now, DashboardBody) =>
      cloudwatch.putDashboard({ DashboardName: text(now, 'dashboard_name'), DashboardBody }),
  }),
];

const keys: readonly Mutator[] = [
  change<string>({
    name: 'key: description',
    type: 'aws_kms_key',
    calls: ['kms UpdateKeyDescription'],
    from: (now) => text(now, 'description'),
    to: ['Seals letters', 'of the night shift'],
    set: ({ kms }, now, Description) =>
      kms.updateKeyDescription({ KeyId: text(now, 'key_id'), Description }),
  }),
  change<boolean>({
    name: 'key: rotation',
    type: 'aws_kms_key',
    calls: ['kms EnableKeyRotation', 'kms DisableKeyRotation'],
    fits: (now) => text(now, 'customer_master_key_spec') === 'SYMMETRIC_DEFAULT',
    from: 'enable_key_rotation',
    to: [true, false],
    set: ({ kms }, now, on) => {
      const KeyId = text(now, 'key_id');
      return on ? kms.enableKeyRotation({ KeyId }) : kms.disableKeyRotation({ KeyId });
    },
  }),
  tagging({
    name: 'key',
    type: 'aws_kms_key',
    tag: [
      'kms TagResource',
      ({ kms }, now, tags) =>
        kms.tagResource({
          KeyId: text(now, 'key_id'),
          Tags: Object.entries(tags).map(([TagKey, TagValue]) => ({ TagKey, TagValue })),
        }),
    ],
    untag: [
      'kms UntagResource',
      ({ kms }, now, TagKeys) =>
        kms.untagResource({ KeyId: text(now, 'key_id'), TagKeys: [...TagKeys] }),
    ],
  }),
  change<string>({
    name: 'key policy: action',
    type: 'aws_kms_key_policy',
    calls: ['kms PutKeyPolicy'],
    from: 'policy',
    to: (now) => [withAction(now, 'kms:Decrypt')],
    set: ({ kms }, now, Policy) =>
      kms.putKeyPolicy({ KeyId: text(now, 'key_id'), PolicyName: 'default', Policy }),
  }),
  removal({
    name: 'key: name deleted',
    type: 'aws_kms_alias',
    calls: ['kms DeleteAlias', 'kms CreateAlias'],
    act: ({ kms }, now) => kms.deleteAlias({ AliasName: text(now, 'name') }),
    undo: ({ kms }, now) =>
      kms.createAlias({ AliasName: text(now, 'name'), TargetKeyId: text(now, 'target_key_id') }),
  }),
  removal({
    name: 'key: grant revoked',
    type: 'aws_kms_grant',
    calls: ['kms RevokeGrant'],
    act: ({ kms }, now) =>
      kms.revokeGrant({ KeyId: text(now, 'key_id'), GrantId: text(now, 'grant_id') }),
  }),
];

export const operations: readonly Mutator[] = [...logGroups, ...alarms, ...keys];
