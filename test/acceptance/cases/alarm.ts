import type { CloudWatch, PutMetricAlarmCommandInput } from '@aws-sdk/client-cloudwatch';

/** Changes an alarm as the console does: reads it, and puts all of it back. */
export async function putAlarm(
  cloudwatch: CloudWatch,
  name: string,
  changes: Partial<PutMetricAlarmCommandInput>,
): Promise<void> {
  const { MetricAlarms = [] } = await cloudwatch.describeAlarms({ AlarmNames: [name] });
  const [alarm] = MetricAlarms;
  if (alarm === undefined) throw new Error(`There is no alarm ${name}.`);
  await cloudwatch.putMetricAlarm({
    AlarmName: name,
    AlarmDescription: alarm.AlarmDescription,
    ActionsEnabled: alarm.ActionsEnabled,
    AlarmActions: alarm.AlarmActions,
    MetricName: alarm.MetricName,
    Namespace: alarm.Namespace,
    Statistic: alarm.Statistic,
    Dimensions: alarm.Dimensions,
    Period: alarm.Period,
    EvaluationPeriods: alarm.EvaluationPeriods,
    Threshold: alarm.Threshold,
    ComparisonOperator: alarm.ComparisonOperator,
    TreatMissingData: alarm.TreatMissingData,
    ...changes,
  });
}
