import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { putAlarm } from './alarm.ts';

const registry = useProject('registry');

const orders = 'module.orders.aws_sqs_queue.this[0]';
const dead = 'module.orders.aws_sqs_queue.dlq[0]';
const invoices = 'module.queues["invoices"].aws_sqs_queue.this[0]';
const shipments = 'module.queues["shipments"].aws_sqs_queue.this[0]';
const alarm = (name: string) =>
  `module.orders.module.alarm["${name}"].aws_cloudwatch_metric_alarm.this`;

runCases(registry, 'arguments of modules from a registry', [
  {
    name: 'argument that the call has',
    by: 'on call',
    act: ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text(orders),
        Attributes: { VisibilityTimeout: '90' },
      }),
    expect: {
      kind: 'codified',
      at: [orders],
      in: ['main.tf'],
      writes: ['visibility_timeout_seconds = 90 # as long as a checkout takes'],
    },
  },
  {
    name: 'argument behind coalesce and try, left out so far',
    by: 'console human',
    act: ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text(dead),
        Attributes: { MessageRetentionPeriod: '1209600' },
      }),
    expect: {
      kind: 'codified',
      at: [dead],
      in: ['main.tf'],
      writes: ['dlq_message_retention_seconds = 1209600'],
    },
  },
  {
    name: 'entry of an object that a nested module looks up',
    by: 'console human',
    act: ({ cloudwatch }) => putAlarm(cloudwatch, 'shop-live-orders-age', { Threshold: 900 }),
    expect: {
      kind: 'codified',
      at: [alarm('age')],
      in: ['main.tf'],
      writes: ['threshold = 900'],
    },
  },
  {
    name: 'attribute that an entry leaves to the fallback of try',
    by: 'cli human',
    act: ({ cloudwatch }) =>
      putAlarm(cloudwatch, 'shop-live-orders-depth', { EvaluationPeriods: 5 }),
    expect: {
      kind: 'codified',
      at: [alarm('depth')],
      in: ['main.tf'],
      writes: ['periods = 5'],
    },
  },
  {
    name: 'argument of a submodule that is called by itself',
    by: 'cost bot',
    act: ({ cloudwatch }) => putAlarm(cloudwatch, 'shop-live-spend', { Threshold: 4000 }),
    expect: {
      kind: 'codified',
      at: ['module.spend_alarm.aws_cloudwatch_metric_alarm.this'],
      in: ['main.tf'],
      writes: ['threshold = 4000'],
    },
  },
  {
    name: 'entry of one of several instances, with a default beside it',
    by: 'on call',
    act: ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text(invoices),
        Attributes: { VisibilityTimeout: '300', DelaySeconds: '20' },
      }),
    expect: {
      kind: 'codified',
      at: [invoices],
      in: ['locals.tf'],
      writes: ['delay_seconds = 20 # the ledger is slow', 'visibility_timeout_seconds = 300'],
    },
  },
  {
    name: 'what one of several instances takes from the shared default',
    by: 'console human',
    act: ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text(shipments),
        Attributes: { MessageRetentionPeriod: '172800' },
      }),
    expect: {
      kind: 'codified',
      at: [shipments],
      in: ['locals.tf'],
      writes: ['message_retention_seconds = 172800'],
    },
  },
  {
    name: 'tag of a bucket whose tags are a shared local',
    by: 'console human',
    act: ({ s3 }) =>
      s3.putBucketTagging({
        Bucket: 'shop-live-exports',
        Tagging: {
          TagSet: [
            { Key: 'Service', Value: 'shop' },
            { Key: 'Team', Value: 'storefront' },
            { Key: 'Retention', Value: 'legal' },
          ],
        },
      }),
    expect: {
      kind: 'codified',
      at: ['module.exports.aws_s3_bucket.this'],
      in: ['main.tf'],
      writes: ['merge(local.tags, { Retention = "legal" })'],
    },
  },
  {
    name: 'versioning switched by a map',
    by: 'security bot',
    act: ({ s3 }) =>
      s3.putBucketVersioning({
        Bucket: 'shop-live-exports',
        VersioningConfiguration: { Status: 'Suspended' },
      }),
    expect: {
      kind: 'codified',
      at: ['module.exports.aws_s3_bucket_versioning.this[0]', 'module.exports.aws_s3_bucket.this'],
      in: ['main.tf'],
      writes: ['versioning = { enabled = false }'],
    },
  },
]);
