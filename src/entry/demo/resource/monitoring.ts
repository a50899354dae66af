import { type DemoResource, demoArn, demoTagLine, demoTags } from '../resources.ts';

export function demoLogGroup(name: string, groupName: string, days: number): DemoResource {
  return {
    type: 'aws_cloudwatch_log_group',
    name,
    body: `  name              = "${groupName}"
  retention_in_days = ${days} # auditors ask for a year
${demoTagLine}`,
    attributes: {
      ...{ id: groupName, name: groupName, arn: demoArn('logs', `log-group:${groupName}`) },
      ...{ retention_in_days: days, ...demoTags },
    },
  };
}

export function demoAlarm(name: string, alarmName: string, threshold: number): DemoResource {
  return {
    type: 'aws_cloudwatch_metric_alarm',
    name,
    body: `  alarm_name          = "${alarmName}"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 3
  threshold           = ${threshold}
  period              = 60
  statistic           = "Maximum"
  namespace           = "AWS/SQS"
  metric_name         = "ApproximateNumberOfMessagesVisible"
  actions_enabled     = true
${demoTagLine}`,
    attributes: {
      ...{ id: alarmName, alarm_name: alarmName, arn: demoArn('cloudwatch', `alarm:${alarmName}`) },
      ...{ comparison_operator: 'GreaterThanThreshold', evaluation_periods: 3, threshold },
      ...{ period: 60, statistic: 'Maximum', namespace: 'AWS/SQS', actions_enabled: true },
      ...{
        metric_name: 'ApproximateNumberOfMessagesVisible',
        treat_missing_data: 'missing',
        ...demoTags,
      },
    },
  };
}
