import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { putAlarm } from './alarm.ts';

const foreach = useProject('foreach');

runCases(foreach, 'map entries', [
  {
    name: 'object on one line',
    by: 'on call',
    act: ({ autoscaling }) =>
      autoscaling.updateAutoScalingGroup({
        AutoScalingGroupName: 'fleet-prod-render',
        MaxSize: 20,
      }),
    expect: {
      kind: 'codified',
      at: ['aws_autoscaling_group.fleet["render"]'],
      in: ['fleet.auto.tfvars'],
      writes: ['render = { instance_type = "t3.large", min = 0, max = 20, desired = 0 }'],
    },
  },
  {
    name: 'optional attribute that the entry lacks',
    by: 'console human',
    act: ({ autoscaling }) =>
      autoscaling.updateAutoScalingGroup({
        AutoScalingGroupName: 'fleet-prod-ingest',
        DesiredCapacity: 2,
      }),
    expect: {
      kind: 'codified',
      at: ['aws_autoscaling_group.fleet["ingest"]'],
      in: ['fleet.auto.tfvars'],
      writes: ['desired = 2'],
    },
  },
  {
    name: 'entry that is an empty object',
    by: 'console human',
    act: ({ lambda }) =>
      lambda.updateFunctionConfiguration({ FunctionName: 'fleet-prod-notify', MemorySize: 256 }),
    expect: {
      kind: 'codified',
      at: ['aws_lambda_function.this["notify"]'],
      in: ['fleet.auto.tfvars'],
      writes: ['memory = 256'],
    },
  },
  {
    name: 'number in a map of numbers',
    by: 'cli human',
    act: ({ logs }) =>
      logs.putRetentionPolicy({ logGroupName: '/fleet-prod/audit', retentionInDays: 400 }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.this["audit"]'],
      in: ['operations.auto.tfvars'],
      writes: ['audit = 400'],
    },
  },
  {
    name: 'string in a map of strings',
    by: 'cli human',
    act: ({ events }) =>
      events.putRule({
        Name: 'fleet-prod-report',
        ScheduleExpression: 'cron(0 6 * * ? *)',
        State: 'ENABLED',
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_event_rule.this["report"]'],
      in: ['operations.auto.tfvars'],
      writes: ['report = "cron(0 6 * * ? *)"'],
    },
  },
  {
    name: 'threshold in a long line, by the deploy role',
    by: 'deploy role by hand',
    act: ({ cloudwatch }) =>
      putAlarm(cloudwatch, 'fleet-prod-render-errors', { Threshold: 10, EvaluationPeriods: 2 }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_metric_alarm.this["render-errors"]'],
      in: ['operations.auto.tfvars'],
      writes: ['threshold = 10', 'periods = 2'],
    },
  },
  {
    name: 'queue in a one-line object',
    by: 'console human',
    act: ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text('aws_sqs_queue.this["mail"]'),
        Attributes: { MessageRetentionPeriod: '172800' },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_sqs_queue.this["mail"]'],
      in: ['data.auto.tfvars'],
      writes: ['mail = { retention = 172800 }'],
    },
  },
  {
    name: 'table before a comment',
    by: 'dynamodb autoscaling',
    act: ({ dynamodb }) =>
      dynamodb.updateTable({
        TableName: 'fleet-prod-events',
        ProvisionedThroughput: { ReadCapacityUnits: 40, WriteCapacityUnits: 50 },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_dynamodb_table.this["events"]'],
      in: ['data.auto.tfvars'],
      writes: ['read = 40, write = 50, pitr = true } # the busy one'],
    },
  },
  {
    name: 'recovery of a table that does not mention it',
    by: 'security bot',
    act: ({ dynamodb }) =>
      dynamodb.updateContinuousBackups({
        TableName: 'fleet-prod-sessions',
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_dynamodb_table.this["sessions"]'],
      in: ['data.auto.tfvars'],
      writes: ['pitr = true'],
    },
  },
  {
    name: 'second of two counted instances',
    by: 'console human',
    act: async ({ ec2, text }) => {
      const InstanceId = text('aws_instance.runner[1]');
      await ec2.stopInstances({ InstanceIds: [InstanceId] });
      await ec2.modifyInstanceAttribute({ InstanceId, InstanceType: { Value: 't3.medium' } });
      await ec2.startInstances({ InstanceIds: [InstanceId] });
    },
    expect: {
      kind: 'codified',
      at: ['aws_instance.runner[1]'],
      in: ['variables.tf'],
      writes: ['"t3.medium"'],
    },
  },
]);
