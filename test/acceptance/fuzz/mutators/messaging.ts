import { addition, change, type Mutator, removal, tagging, text } from '../mutator.ts';
import { withoutStatement, withStatement } from './documents.ts';

/** Attributes of a queue: the name in the API, the name in the state, and values. */
const queueNumbers: readonly (readonly [api: string, state: string, to: readonly number[]])[] = [
  ['VisibilityTimeout', 'visibility_timeout_seconds', [45, 90, 600]],
  ['DelaySeconds', 'delay_seconds', [5, 15]],
  ['MessageRetentionPeriod', 'message_retention_seconds', [86_400, 604_800, 1_209_600]],
  ['ReceiveMessageWaitTimeSeconds', 'receive_wait_time_seconds', [10, 20]],
  ['MaximumMessageSize', 'max_message_size', [65_536, 131_072]],
];

const queues: readonly Mutator[] = [
  ...queueNumbers.map(([api, state, to]) =>
    change<number>({
      name: `queue: ${api}`,
      type: 'aws_sqs_queue',
      calls: ['sqs SetQueueAttributes'],
      from: state,
      to,
      set: ({ sqs }, now, value) =>
        sqs.setQueueAttributes({ QueueUrl: text(now, 'url'), Attributes: { [api]: `${value}` } }),
    }),
  ),
  removal({
    name: 'queue: deleted',
    type: 'aws_sqs_queue',
    calls: ['sqs DeleteQueue'],
    act: ({ sqs }, now) => sqs.deleteQueue({ QueueUrl: text(now, 'url') }),
  }),
  tagging({
    name: 'queue',
    type: 'aws_sqs_queue',
    tag: [
      'sqs TagQueue',
      ({ sqs }, now, tags) => sqs.tagQueue({ QueueUrl: text(now, 'url'), Tags: { ...tags } }),
    ],
    untag: [
      'sqs UntagQueue',
      ({ sqs }, now, keys) => sqs.untagQueue({ QueueUrl: text(now, 'url'), TagKeys: [...keys] }),
    ],
  }),
  change<string>({
    name: 'queue policy: statement',
    type: 'aws_sqs_queue_policy',
    calls: ['sqs SetQueueAttributes'],
    from: 'policy',
    to: (now) => [
      withStatement(now, {
        Effect: 'Allow',
        Principal: { AWS: 'arn:aws:iam::123456789012:root' },
        Action: 'sqs:ReceiveMessage',
        Resource: '*',
      }),
    ],
    set: ({ sqs }, now, Policy) =>
      sqs.setQueueAttributes({ QueueUrl: text(now, 'queue_url'), Attributes: { Policy } }),
  }),
];

const topics: readonly Mutator[] = [
  change<string>({
    name: 'topic: display name',
    type: 'aws_sns_topic',
    calls: ['sns SetTopicAttributes'],
    from: (now) => text(now, 'display_name'),
    to: ['Shop', 'Night shift', 'on call'],
    set: ({ sns }, now, AttributeValue) =>
      sns.setTopicAttributes({
        TopicArn: text(now, 'arn'),
        AttributeName: 'DisplayName',
        AttributeValue,
      }),
  }),
  change<string>({
    name: 'topic policy: statement',
    type: 'aws_sns_topic_policy',
    calls: ['sns SetTopicAttributes'],
    from: 'policy',
    to: (now) => [
      withStatement(now, {
        Effect: 'Allow',
        Principal: { Service: 'budgets.amazonaws.com' },
        Action: 'sns:Publish',
        Resource: '*',
      }),
      withoutStatement(now),
    ],
    set: ({ sns }, now, AttributeValue) =>
      sns.setTopicAttributes({
        TopicArn: text(now, 'arn'),
        AttributeName: 'Policy',
        AttributeValue,
      }),
  }),
  removal({
    name: 'topic: deleted',
    type: 'aws_sns_topic',
    calls: ['sns DeleteTopic'],
    act: ({ sns }, now) => sns.deleteTopic({ TopicArn: text(now, 'arn') }),
  }),
  tagging({
    name: 'topic',
    type: 'aws_sns_topic',
    tag: [
      'sns TagResource',
      ({ sns }, now, tags) =>
        sns.tagResource({
          ResourceArn: text(now, 'arn'),
          Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
        }),
    ],
    untag: [
      'sns UntagResource',
      ({ sns }, now, keys) =>
        sns.untagResource({ ResourceArn: text(now, 'arn'), TagKeys: [...keys] }),
    ],
  }),
  change<boolean>({
    name: 'subscription: raw delivery',
    type: 'aws_sns_topic_subscription',
    calls: ['sns SetSubscriptionAttributes'],
    from: 'raw_message_delivery',
    to: [true, false],
    set: ({ sns }, now, value) =>
      sns.setSubscriptionAttributes({
        SubscriptionArn: text(now, 'arn'),
        AttributeName: 'RawMessageDelivery',
        AttributeValue: `${value}`,
      }),
  }),
  change<string>({
    name: 'subscription: filter',
    type: 'aws_sns_topic_subscription',
    calls: ['sns SetSubscriptionAttributes'],
    from: (now) => text(now, 'filter_policy'),
    to: ['{"kind":["order"]}', '{"kind":["order","refund"]}'],
    set: ({ sns }, now, AttributeValue) =>
      sns.setSubscriptionAttributes({
        SubscriptionArn: text(now, 'arn'),
        AttributeName: 'FilterPolicy',
        AttributeValue,
      }),
  }),
  removal({
    name: 'subscription: gone',
    type: 'aws_sns_topic_subscription',
    calls: ['sns Unsubscribe'],
    act: ({ sns }, now) => sns.unsubscribe({ SubscriptionArn: text(now, 'arn') }),
  }),
  addition({
    name: 'topic: subscriber',
    type: 'aws_sns_topic',
    calls: ['sns Subscribe'],
    act: ({ sns }, now, draw) =>
      sns.subscribe({
        TopicArn: text(now, 'arn'),
        Protocol: 'sqs',
        Endpoint: `arn:aws:sqs:us-east-1:123456789012:mirror-${draw}`,
      }),
  }),
];

export const messaging: readonly Mutator[] = [...queues, ...topics];
