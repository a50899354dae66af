import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { arnIn } from '../catalog/arn.ts';
import { withoutDefaults } from '../catalog/creation.ts';
import { refTo } from '../catalog/effects.ts';
import { firstManaged, localRef } from '../catalog/naming.ts';
import type { Resets } from '../catalog/replace.ts';
import { boolAt, numberAt, objectsAt, requestAt, requireText, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, built, number, set } from '../catalog/sources.ts';
import type { CatalogEntry, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';

export const cloudwatchService = 'monitoring.amazonaws.com';
export const metricAlarm = 'aws_cloudwatch_metric_alarm';
export const compositeAlarm = 'aws_cloudwatch_composite_alarm';

function alarmRef(event: AuditEvent, estate: Estate, type: string, name: string): ResourceRef {
  const arn = arnIn(event, 'cloudwatch', `alarm:${name}`);
  return localRef(event, estate, type, { alarm_name: name }, arn);
}

/** Both kinds of alarm share one namespace, and most calls do not say which kind they mean. */
function anyAlarm(event: AuditEvent, estate: Estate): ResourceRef {
  const name = requireText(event.request, 'alarmName');
  return firstManaged(
    estate,
    alarmRef(event, estate, metricAlarm, name),
    alarmRef(event, estate, compositeAlarm, name),
  );
}

function dimensions(value: Json | undefined): JsonObject | undefined {
  const found = objectsAt(value, 'dimensions');
  if (found.length === 0) return undefined;
  const pairs = found.map((item) => [requireText(item, 'name'), textAt(item, 'value') ?? '']);
  return Object.fromEntries(pairs.sort());
}

function queries({ request }: AuditEvent): Json | undefined {
  const found = objectsAt(request, 'metrics');
  return found.length === 0 ? undefined : found.map(query);
}

/** A query without `returnData` returns data. Terraform's default is the opposite. */
function query(item: JsonObject): JsonObject {
  const stat = requestAt(item, 'metricStat');
  const metric = withoutDefaults(
    {
      dimensions: dimensions(requestAt(stat, 'metric')) ?? null,
      metric_name: textAt(stat, 'metric.metricName') ?? null,
      namespace: textAt(stat, 'metric.namespace') ?? null,
      period: numberAt(stat, 'period') ?? null,
      stat: textAt(stat, 'stat') ?? null,
      unit: textAt(stat, 'unit') ?? null,
    },
    {},
  );
  return withoutDefaults(
    {
      account_id: textAt(item, 'accountId') ?? null,
      expression: textAt(item, 'expression') ?? null,
      id: requireText(item, 'id'),
      label: textAt(item, 'label') ?? null,
      metric: stat === undefined ? null : [metric],
      period: numberAt(item, 'period') ?? null,
      return_data: boolAt(item, 'returnData') ?? true,
    },
    { return_data: false },
  );
}

const actions: CatalogAttributes = {
  actions_enabled: bool('actionsEnabled'),
  alarm_actions: set('alarmActions'),
  alarm_description: 'alarmDescription',
  insufficient_data_actions: set('insufficientDataActions'),
  ok_actions: set('okActions'),
};

/**
 * `PutMetricAlarm` and `PutCompositeAlarm` replace the alarm: what the call leaves out returns to
 * these values.
 */
const actionResets: Resets = {
  actions_enabled: true,
  alarm_actions: [],
  alarm_description: null,
  insufficient_data_actions: [],
  ok_actions: [],
};

const putMetricAlarm = aws({
  service: cloudwatchService,
  type: metricAlarm,
  identity: (event, estate) =>
    alarmRef(event, estate, metricAlarm, requireText(event.request, 'alarmName')),
  fields: {
    alarm_name: 'alarmName',
    ...actions,
    comparison_operator: 'comparisonOperator',
    datapoints_to_alarm: number('datapointsToAlarm'),
    dimensions: built(({ request }) => dimensions(request)),
    evaluate_low_sample_count_percentiles: 'evaluateLowSampleCountPercentile',
    evaluation_periods: number('evaluationPeriods'),
    extended_statistic: 'extendedStatistic',
    metric_name: 'metricName',
    metric_query: built(queries),
    namespace: 'namespace',
    period: number('period'),
    statistic: 'statistic',
    threshold: number('threshold'),
    threshold_metric_id: 'thresholdMetricId',
    treat_missing_data: 'treatMissingData',
    unit: 'unit',
  },
  resets: {
    ...actionResets,
    datapoints_to_alarm: null,
    dimensions: null,
    evaluate_low_sample_count_percentiles: null,
    extended_statistic: null,
    metric_name: null,
    metric_query: [],
    namespace: null,
    period: null,
    statistic: null,
    threshold: null,
    threshold_metric_id: null,
    treat_missing_data: 'missing',
    unit: null,
  },
  tags: 'tags',
  defaults: { actions_enabled: true, treat_missing_data: 'missing' },
  importId: 'alarmName',
  calls: { PutMetricAlarm: 'put' },
});

const putCompositeAlarm = aws({
  service: cloudwatchService,
  type: compositeAlarm,
  identity: (event, estate) =>
    alarmRef(event, estate, compositeAlarm, requireText(event.request, 'alarmName')),
  fields: {
    alarm_name: 'alarmName',
    ...actions,
    alarm_rule: 'alarmRule',
    'actions_suppressor.0.alarm': 'actionsSuppressor',
    'actions_suppressor.0.extension_period': number('actionsSuppressorExtensionPeriod'),
    'actions_suppressor.0.wait_period': number('actionsSuppressorWaitPeriod'),
  },
  resets: { ...actionResets, actions_suppressor: [] },
  tags: 'tags',
  defaults: { actions_enabled: true },
  importId: 'alarmName',
  calls: { PutCompositeAlarm: 'put' },
});

const eachAlarm = { in: 'alarmNames', as: 'alarmName' };

export function taggedAlarm(estate: Estate, arn: string): ResourceRef {
  return firstManaged(estate, refTo(metricAlarm, { arn }), refTo(compositeAlarm, { arn }));
}

export const cloudwatchAlarmEntries: readonly CatalogEntry[] = [
  ...putMetricAlarm,
  ...putCompositeAlarm,
  ...aws({
    service: cloudwatchService,
    type: metricAlarm,
    also: [compositeAlarm],
    identity: anyAlarm,
    fields: {},
    calls: {
      DeleteAlarms: { does: 'delete', each: eachAlarm },
      EnableAlarmActions: { to: { actions_enabled: true }, each: eachAlarm },
      DisableAlarmActions: { to: { actions_enabled: false }, each: eachAlarm },
    },
  }),
];
