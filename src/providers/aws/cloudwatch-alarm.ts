import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { withoutDefaults } from '../catalog/creation.ts';
import { refTo } from '../catalog/effects.ts';
import { firstManaged, refByName } from '../catalog/naming.ts';
import type { Resets } from '../catalog/replace.ts';
import { boolAt, numberAt, objectsAt, requestAt, requireText, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, built, number, set } from '../catalog/sources.ts';
import type { Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';

export const cloudwatchService = 'monitoring.amazonaws.com';
export const metricAlarm = 'aws_cloudwatch_metric_alarm';
export const compositeAlarm = 'aws_cloudwatch_composite_alarm';

const alarmRef = (type: string) =>
  refByName(type, 'alarmName', ['cloudwatch', 'alarm:'], 'alarm_name');
const metricRef = alarmRef(metricAlarm);
const compositeRef = alarmRef(compositeAlarm);

/** Both kinds of alarm share one namespace, and most calls do not say which kind they mean. */
function anyAlarm(event: AuditEvent, estate: Estate): ResourceRef {
  return firstManaged(estate, metricRef(event, estate), compositeRef(event, estate));
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
  const metric = withoutDefaults({
    dimensions: dimensions(requestAt(stat, 'metric')),
    metric_name: textAt(stat, 'metric.metricName'),
    namespace: textAt(stat, 'metric.namespace'),
    period: numberAt(stat, 'period'),
    stat: textAt(stat, 'stat'),
    unit: textAt(stat, 'unit'),
  });
  return withoutDefaults(
    {
      account_id: textAt(item, 'accountId'),
      expression: textAt(item, 'expression'),
      id: requireText(item, 'id'),
      label: textAt(item, 'label'),
      metric: stat === undefined ? null : [metric],
      period: numberAt(item, 'period'),
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

const eachAlarm = { in: 'alarmNames', as: 'alarmName' };

export function taggedAlarm(estate: Estate, arn: string): ResourceRef {
  return firstManaged(estate, refTo(metricAlarm, { arn }), refTo(compositeAlarm, { arn }));
}

export const cloudwatchAlarmEntries = aws(cloudwatchService, [
  {
    type: metricAlarm,
    identity: metricRef,
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
  },
  {
    type: compositeAlarm,
    identity: compositeRef,
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
  },
  {
    type: metricAlarm,
    also: [compositeAlarm],
    identity: anyAlarm,
    calls: {
      DeleteAlarms: { does: 'delete', each: eachAlarm },
      EnableAlarmActions: { to: { actions_enabled: true }, each: eachAlarm },
      DisableAlarmActions: { to: { actions_enabled: false }, each: eachAlarm },
    },
  },
]);
