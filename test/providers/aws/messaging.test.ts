import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { hidden, sets, translator } from '../catalog/changes.ts';
import { estateOf } from '../catalog/event.ts';

describe('SNS', () => {
  const translate = translator(awsEntries, 'sns.amazonaws.com');
  const topicArn = 'arn:aws:sns:eu-central-1:111122223333:orders';
  const subscriptionArn = `${topicArn}:5d7f`;
  const topic = `aws_sns_topic ${topicArn}`;
  const subscription = `aws_sns_topic_subscription ${subscriptionArn}`;

  it.each<[string, string | undefined, readonly Change[]]>([
    ['DisplayName', 'Orders', sets({ display_name: 'Orders' })],
    ['DisplayName', '', sets({ display_name: null })],
    ['KmsMasterKeyId', undefined, sets({ kms_master_key_id: null })],
    ['Policy', '{"a":1}', sets({ policy: '{"a":1}' })],
    ['ContentBasedDeduplication', 'true', sets({ content_based_deduplication: true })],
    ['SignatureVersion', '2', sets({ signature_version: 2 })],
    ['HTTPSuccessFeedbackSampleRate', '10', sets({ http_success_feedback_sample_rate: 10 })],
    ['SQSFailureFeedbackRoleArn', 'arn:r', sets({ sqs_failure_feedback_role_arn: 'arn:r' })],
    ['FutureAttribute', 'x', [hidden('', 'omitted')]],
  ])('SetTopicAttributes %s=%s', (attributeName, attributeValue, changes) => {
    const request = {
      topicArn,
      attributeName,
      ...(attributeValue === undefined ? {} : { attributeValue }),
    };

    expect(translate('SetTopicAttributes', request)).toEqual({ [topic]: changes });
  });

  it('keeps the policy where the code has it', () => {
    const own = { address: 'aws_sns_topic_policy.p', attributes: { arn: topicArn } };
    const request = { topicArn, attributeName: 'Policy', attributeValue: '{}' };

    expect(translate('SetTopicAttributes', request, {}, estateOf(own))).toEqual({
      [`aws_sns_topic_policy ${topicArn}`]: sets({ policy: '{}' }),
    });
    expect(translate('AddPermission', { topicArn, label: 'x' })).toEqual({
      [topic]: [hidden('policy', 'omitted')],
    });
  });

  it('creates, tags and deletes topics', () => {
    const attributes = { FifoTopic: 'false', DisplayName: 'Orders' };
    const tags = [{ key: 'a', value: 'b' }];

    expect(translate('CreateTopic', { name: 'orders', attributes, tags }, { topicArn })).toEqual({
      [topic]: [
        {
          kind: 'create',
          attributes: { name: 'orders', display_name: 'Orders', tags: { a: 'b' } },
          importId: topicArn,
        },
      ],
    });
    expect(translate('TagResource', { resourceArn: topicArn, tags })).toEqual({
      [topic]: sets({ 'tags.a': 'b' }),
    });
    expect(translate('UntagResource', { resourceArn: topicArn, tagKeys: ['a'] })).toEqual({
      [topic]: sets({ 'tags.a': null }),
    });
    expect(translate('DeleteTopic', { topicArn })).toEqual({ [topic]: [{ kind: 'delete' }] });
  });

  it('subscribes', () => {
    const request = { topicArn, protocol: 'sqs', endpoint: 'arn:q' };
    const attributes = { RawMessageDelivery: 'true', FilterPolicy: '{}' };

    expect(translate('Subscribe', { ...request, attributes }, { subscriptionArn })).toEqual({
      [subscription]: [
        {
          kind: 'create',
          attributes: {
            topic_arn: topicArn,
            protocol: 'sqs',
            endpoint: 'arn:q',
            filter_policy: '{}',
            raw_message_delivery: true,
          },
          importId: subscriptionArn,
          parent: { type: 'aws_sns_topic', keys: [{ arn: topicArn }] },
        },
      ],
    });
    expect(translate('Unsubscribe', { subscriptionArn })).toEqual({
      [subscription]: [{ kind: 'delete' }],
    });
  });

  it('does not learn who has to confirm a subscription', () => {
    const endpoint = 'HIDDEN_DUE_TO_SECURITY_REASONS';
    const request = { topicArn, protocol: 'email', endpoint };
    const response = { subscriptionArn: 'pending confirmation' };

    expect(translate('Subscribe', request, response)).toEqual({
      [`aws_sns_topic_subscription ${topicArn} email ${endpoint}`]: [
        {
          kind: 'create',
          attributes: { topic_arn: topicArn, protocol: 'email' },
          parent: { type: 'aws_sns_topic', keys: [{ arn: topicArn }] },
        },
        hidden('endpoint', 'redacted'),
      ],
    });
  });

  it('changes nothing for an existing subscriber', () => {
    const endpoint = 'HIDDEN_DUE_TO_SECURITY_REASONS';
    const known = estateOf({
      address: 'aws_sns_topic_subscription.mail',
      attributes: { arn: subscriptionArn, topic_arn: topicArn, protocol: 'email' },
    });
    const request = { topicArn, protocol: 'email', endpoint };

    expect(translate('Subscribe', request, { subscriptionArn }, known)).toEqual({});
  });

  it.each<[string, string, readonly Change[]]>([
    ['FilterPolicy', '{"a":["b"]}', sets({ filter_policy: '{"a":["b"]}' })],
    ['RawMessageDelivery', 'true', sets({ raw_message_delivery: true })],
    ['RawMessageDelivery', '', sets({ raw_message_delivery: false })],
    ['RedrivePolicy', '', sets({ redrive_policy: null })],
  ])('SetSubscriptionAttributes %s=%s', (attributeName, attributeValue, changes) => {
    const request = { subscriptionArn, attributeName, attributeValue };

    expect(translate('SetSubscriptionAttributes', request)).toEqual({ [subscription]: changes });
  });
});

describe('SQS', () => {
  const translate = translator(awsEntries, 'sqs.amazonaws.com');
  const queueUrl = 'https://sqs.eu-central-1.amazonaws.com/111122223333/orders';
  const arn = 'arn:aws:sqs:eu-central-1:111122223333:orders';
  const queue = `aws_sqs_queue ${queueUrl}`;
  const managed = { address: 'aws_sqs_queue.orders', attributes: { url: queueUrl, arn } };
  const part = (type: string) => ({
    address: `${type}.orders`,
    attributes: { queue_url: queueUrl },
  });

  it.each<[JsonObject, readonly Change[]]>([
    [{ VisibilityTimeout: '60' }, sets({ visibility_timeout_seconds: 60 })],
    [
      { DelaySeconds: '0', MessageRetentionPeriod: '1209600' },
      sets({ delay_seconds: 0, message_retention_seconds: 1209600 }),
    ],
    [
      { KmsMasterKeyId: '', SqsManagedSseEnabled: 'true' },
      sets({ kms_master_key_id: null, sqs_managed_sse_enabled: true }),
    ],
    [{ Policy: '{"a":1}' }, sets({ policy: '{"a":1}' })],
    [{ Policy: '' }, sets({ policy: null })],
    [
      { RedrivePolicy: '{"deadLetterTargetArn":"arn:d","maxReceiveCount":"5"}' },
      sets({ redrive_policy: '{"deadLetterTargetArn":"arn:d","maxReceiveCount":5}' }),
    ],
    [{ FutureAttribute: 'x' }, [hidden('', 'omitted')]],
  ])('SetQueueAttributes %j', (attributes, changes) => {
    expect(
      translate('SetQueueAttributes', { queueUrl, attributes }, {}, estateOf(managed)),
    ).toEqual({ [queue]: changes });
  });

  it.each([
    ['Policy', 'aws_sqs_queue_policy', 'policy'],
    ['RedrivePolicy', 'aws_sqs_queue_redrive_policy', 'redrive_policy'],
    ['RedriveAllowPolicy', 'aws_sqs_queue_redrive_allow_policy', 'redrive_allow_policy'],
  ])('keeps %s in a resource of its own', (name, type, attribute) => {
    const estate = estateOf(managed, part(type));
    const set = (value: string) =>
      translate('SetQueueAttributes', { queueUrl, attributes: { [name]: value } }, {}, estate);

    expect(set('{}')).toEqual({ [`${type} ${queueUrl}`]: sets({ [attribute]: '{}' }) });
    expect(set('')).toEqual({ [`${type} ${queueUrl}`]: [{ kind: 'delete' }] });
  });

  it.each([
    'https://eu-central-1.queue.amazonaws.com/111122223333/orders',
    'http://localhost:5000/111122223333/orders',
  ])('finds the queue behind %s', (other) => {
    const estate = estateOf(managed, part('aws_sqs_queue_policy'));
    const request = { queueUrl: other, attributes: { Policy: '' } };
    const found = translate('SetQueueAttributes', request, {}, estate);

    expect(Object.values(found)).toEqual([[{ kind: 'delete' }]]);
  });

  it('creates, tags and deletes queues', () => {
    const attributes = { VisibilityTimeout: '30', DelaySeconds: '5', FifoQueue: 'true' };
    const request = { queueName: 'orders', attributes, tags: { a: 'b' } };

    expect(translate('CreateQueue', request, { queueUrl })).toEqual({
      [queue]: [
        {
          kind: 'create',
          attributes: { name: 'orders', delay_seconds: 5, fifo_queue: true, tags: { a: 'b' } },
          importId: queueUrl,
        },
      ],
    });
    expect(translate('TagQueue', { queueUrl, tags: { a: 'b' } })).toEqual({
      [queue]: sets({ 'tags.a': 'b' }),
    });
    expect(translate('UntagQueue', { queueUrl, tagKeys: ['a'] })).toEqual({
      [queue]: sets({ 'tags.a': null }),
    });
    expect(translate('DeleteQueue', { queueUrl })).toEqual({ [queue]: [{ kind: 'delete' }] });
    expect(translate('AddPermission', { queueUrl, label: 'x' })).toEqual({
      [queue]: [hidden('policy', 'omitted')],
    });
    expect(translate('PurgeQueue', { queueUrl })).toEqual({});
  });
});
