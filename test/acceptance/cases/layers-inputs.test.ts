import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { putAlarm } from './alarm.ts';

const layers = useProject('layers');

const feed = (name: string) => `module.feed["${name}"].aws_sqs_queue.this`;
const queue = (module: string, name: string) =>
  `module.${module}.module.${name}.aws_sqs_queue.this`;

runCases(layers, 'inputs over several levels and callers', [
  {
    name: 'optional attribute that an entry did not have',
    by: 'on call',
    act: ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text(feed('platforms')),
        Attributes: { VisibilityTimeout: '120' },
      }),
    expect: {
      kind: 'codified',
      at: [feed('platforms')],
      in: ['locals.tf'],
      writes: ['visibility = 120'],
    },
  },
  {
    name: 'attribute of an entry that is merged with defaults',
    by: 'console human',
    act: ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text(feed('departures')),
        Attributes: { DelaySeconds: '9' },
      }),
    expect: {
      kind: 'codified',
      at: [feed('departures')],
      in: ['locals.tf'],
      writes: ['departures = { delay = 9 }'],
    },
  },
  {
    name: 'value that both queues of one caller share: the variable file',
    by: 'on call',
    act: async ({ sqs, text }) => {
      for (const name of ['in', 'out']) {
        await sqs.setQueueAttributes({
          QueueUrl: text(queue('north', name)),
          Attributes: { VisibilityTimeout: '75' },
        });
      }
    },
    expect: {
      kind: 'codified',
      at: [queue('north', 'in'), queue('north', 'out')],
      in: ['terraform.tfvars'],
      writes: ['visibility = 75 # seconds'],
    },
  },
  {
    name: 'value that both queues of the other caller share: its argument',
    by: 'cli human',
    act: async ({ sqs, text }) => {
      for (const name of ['in', 'out']) {
        await sqs.setQueueAttributes({
          QueueUrl: text(queue('south', name)),
          Attributes: { MessageRetentionPeriod: '7200' },
        });
      }
    },
    expect: {
      kind: 'codified',
      at: [queue('south', 'in'), queue('south', 'out')],
      in: ['main.tf'],
      writes: ['settings = { visibility = 45, retention = 7200 }'],
    },
  },
  {
    name: 'object that one caller leaves out',
    by: 'console human',
    act: ({ cloudwatch }) => putAlarm(cloudwatch, 'rail-south-in-depth', { Threshold: 70 }),
    expect: {
      kind: 'codified',
      at: ['module.south.aws_cloudwatch_metric_alarm.depth'],
      in: ['main.tf'],
      writes: ['threshold = 70'],
    },
  },
  {
    name: 'optional attribute of an object that the other caller gives',
    by: 'console human',
    act: ({ cloudwatch }) => putAlarm(cloudwatch, 'rail-north-in-depth', { EvaluationPeriods: 4 }),
    expect: {
      kind: 'codified',
      at: ['module.north.aws_cloudwatch_metric_alarm.depth'],
      in: ['main.tf'],
      writes: ['alarm = { threshold = 100, periods = 4 }'],
    },
  },
  {
    name: 'literal of a module, for one of its callers and instances: a new input',
    by: 'console human',
    act: ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text(feed('arrivals')),
        Attributes: { ReceiveMessageWaitTimeSeconds: '20' },
      }),
    expect: {
      kind: 'codified',
      at: [feed('arrivals')],
      in: ['main.tf', 'modules/queue/main.tf', 'modules/queue/variables.tf'],
      writes: [
        'receive_wait_time_seconds = each.key == "arrivals" ? 20 : null',
        'receive_wait_time_seconds = var.receive_wait_time_seconds',
        'variable "receive_wait_time_seconds" {',
        'nullable = false',
      ],
    },
  },
  {
    name: 'element of a list by count',
    by: 'cost bot',
    act: ({ logs }) =>
      logs.putRetentionPolicy({ logGroupName: '/rail/rail-board-1', retentionInDays: 7 }),
    expect: {
      kind: 'codified',
      at: ['module.board[1].aws_cloudwatch_log_group.this'],
      in: ['locals.tf'],
      writes: ['board_days = [14, 7]'],
    },
  },
  {
    name: 'output of a module that another resource reads',
    by: 'console human',
    act: ({ sns, text }) =>
      sns.setTopicAttributes({
        TopicArn: text('aws_sns_topic.delays', 'arn'),
        AttributeName: 'DisplayName',
        AttributeValue: 'Delays today',
      }),
    expect: {
      kind: 'codified',
      at: ['aws_sns_topic.delays'],
      in: ['main.tf'],
      writes: ['topic_label = "Delays today"'],
    },
  },
  {
    name: 'tag of one of several instances of a module',
    by: 'cli human',
    act: ({ sqs, text }) =>
      sqs.tagQueue({ QueueUrl: text(feed('departures')), Tags: { Critical: 'yes' } }),
    expect: {
      kind: 'codified',
      at: [feed('departures')],
      in: ['main.tf'],
      writes: ['tags = each.key == "departures" ? { Critical = "yes" } : {}'],
    },
  },
]);
