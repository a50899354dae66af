import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { putAlarm } from './alarm.ts';

const modules = useProject('modules');

runCases(modules, 'values that come through modules', [
  {
    name: 'object in tfvars',
    by: 'on call',
    act: ({ autoscaling }) =>
      autoscaling.updateAutoScalingGroup({
        AutoScalingGroupName: 'payments-live-api',
        MaxSize: 9,
      }),
    expect: {
      kind: 'codified',
      at: ['module.api.aws_autoscaling_group.this'],
      in: ['terraform.tfvars'],
      writes: ['max = 9 # two per zone'],
    },
  },
  {
    name: 'default of a root variable',
    by: 'console human',
    act: ({ autoscaling }) =>
      autoscaling.updateAutoScalingGroup({
        AutoScalingGroupName: 'payments-live-worker',
        MaxSize: 5,
      }),
    expect: {
      kind: 'codified',
      at: ['module.worker.aws_autoscaling_group.this'],
      in: ['variables.tf'],
      writes: ['default = 5'],
    },
  },
  {
    name: 'local through two modules',
    by: 'cli human',
    act: ({ cloudwatch }) => putAlarm(cloudwatch, 'payments-live-api-cpu', { Threshold: 85 }),
    expect: {
      kind: 'codified',
      at: ['module.api.module.observability.aws_cloudwatch_metric_alarm.cpu'],
      in: ['locals.tf'],
      writes: ['alarm_threshold = 85'],
    },
  },
  {
    name: 'argument of a call, changed under the deploy role',
    by: 'deploy role by hand',
    act: ({ cloudwatch }) => putAlarm(cloudwatch, 'payments-live-worker-cpu', { Threshold: 95 }),
    expect: {
      kind: 'codified',
      at: ['module.worker.module.observability.aws_cloudwatch_metric_alarm.cpu'],
      in: ['main.tf'],
      writes: ['cpu_threshold = 95'],
    },
  },
  {
    name: 'root default through two modules',
    by: 'cost bot',
    act: ({ logs }) =>
      logs.putRetentionPolicy({ logGroupName: '/payments-live-api', retentionInDays: 7 }),
    expect: {
      kind: 'codified',
      at: ['module.api.module.observability.aws_cloudwatch_log_group.this'],
      in: ['variables.tf'],
      writes: ['default = 7'],
    },
  },
  {
    name: 'default of a module that one caller overrides',
    by: 'console human',
    act: ({ logs }) =>
      logs.putRetentionPolicy({ logGroupName: '/payments-live-worker', retentionInDays: 60 }),
    expect: {
      kind: 'codified',
      at: ['module.worker.module.observability.aws_cloudwatch_log_group.this'],
      in: ['main.tf|modules/service/variables.tf'],
      writes: ['60'],
    },
  },
  {
    name: 'memory by a root variable, time by an argument',
    by: 'console human',
    act: ({ lambda }) =>
      lambda.updateFunctionConfiguration({
        FunctionName: 'payments-live-settlement',
        MemorySize: 1024,
        Timeout: 300,
      }),
    expect: {
      kind: 'codified',
      at: ['module.settlement.aws_lambda_function.this'],
      in: ['main.tf', 'variables.tf'],
      writes: ['default = 1024', 'timeout = 300'],
    },
  },
  {
    name: 'schedule by an argument',
    by: 'cli human',
    act: ({ events }) =>
      events.putRule({
        Name: 'payments-live-settlement',
        ScheduleExpression: 'rate(30 minutes)',
        State: 'ENABLED',
      }),
    expect: {
      kind: 'codified',
      at: ['module.settlement.aws_cloudwatch_event_rule.this'],
      in: ['main.tf'],
      writes: ['schedule = "rate(30 minutes)"'],
    },
  },
]);

runCases(modules, 'locals and literals', [
  {
    name: 'entry of a local map',
    by: 'console human',
    act: ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text('module.inbox.aws_sqs_queue.this'),
        Attributes: { VisibilityTimeout: '90' },
      }),
    expect: {
      kind: 'codified',
      at: ['module.inbox.aws_sqs_queue.this'],
      in: ['locals.tf'],
      writes: ['visibility = 90'],
    },
  },
  {
    name: 'table capacity from a local',
    by: 'dynamodb autoscaling',
    act: ({ dynamodb }) =>
      dynamodb.updateTable({
        TableName: 'payments-live-ledger',
        ProvisionedThroughput: { ReadCapacityUnits: 40, WriteCapacityUnits: 10 },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_dynamodb_table.ledger'],
      in: ['locals.tf'],
      writes: ['read = 40'],
    },
  },
  {
    name: 'rotation switched on by a scanner',
    by: 'cloud custodian',
    act: ({ kms, text }) => kms.enableKeyRotation({ KeyId: text('aws_kms_key.ledger', 'key_id') }),
    expect: {
      kind: 'codified',
      at: ['aws_kms_key.ledger'],
      in: ['main.tf'],
      writes: ['enable_key_rotation = true'],
    },
  },
  {
    name: 'default of a module with one caller',
    by: 'console human',
    act: ({ ec2, text }) =>
      ec2.modifyVpcAttribute({
        VpcId: text('module.network.aws_vpc.this'),
        EnableDnsHostnames: { Value: false },
      }),
    expect: {
      kind: 'codified',
      at: ['module.network.aws_vpc.this'],
      in: ['main.tf|modules/network/main.tf'],
      writes: ['false'],
    },
  },
  {
    name: 'tag on a resource whose tags are a shared local',
    by: 'cli human',
    act: ({ ecs, text }) =>
      ecs.tagResource({
        resourceArn: text('aws_ecs_cluster.this', 'arn'),
        tags: [{ key: 'Critical', value: 'yes' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_ecs_cluster.this'],
      in: ['main.tf'],
      writes: ['Critical'],
    },
  },
  {
    name: 'another instance type for one of two fleets',
    by: 'console human',
    act: async ({ ec2, autoscaling, text }) => {
      const LaunchTemplateId = text('module.worker.aws_launch_template.this');
      await ec2.createLaunchTemplateVersion({
        LaunchTemplateId,
        SourceVersion: '1',
        LaunchTemplateData: { InstanceType: 't3.large' },
      });
      await ec2.modifyLaunchTemplate({ LaunchTemplateId, DefaultVersion: '2' });
      await autoscaling.updateAutoScalingGroup({
        AutoScalingGroupName: 'payments-live-worker',
        LaunchTemplate: { LaunchTemplateId, Version: '2' },
      });
    },
    expect: {
      kind: 'codified',
      at: ['module.worker.aws_launch_template.this', 'module.worker.aws_autoscaling_group.this'],
      in: ['main.tf'],
      writes: ['instance_type = "t3.large" # settlement runs need the memory'],
    },
  },
]);
