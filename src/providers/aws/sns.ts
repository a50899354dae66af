import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { toBool, toJsonText, toNumber, toText } from '../catalog/convert.ts';
import { creates, deletes, ignores, response, tagging } from '../catalog/define.ts';
import { deleteEffect, effect, refTo, setEffect } from '../catalog/effects.ts';
import type { NamedAttributes } from '../catalog/named-attributes.ts';
import { namedMembersOf, setNamed } from '../catalog/named-attributes.ts';
import { requestAt, requireText, textAt } from '../catalog/request.ts';
import type { CatalogEntry, Estate } from '../catalog/types.ts';

const service = 'sns.amazonaws.com';
const topic = 'aws_sns_topic';
const topicPolicy = 'aws_sns_topic_policy';
const subscription = 'aws_sns_topic_subscription';

const feedback = ['Application', 'Firehose', 'HTTP', 'Lambda', 'SQS'].flatMap((protocol) => {
  const prefix = protocol.toLowerCase();
  return [
    [`${protocol}SuccessFeedbackRoleArn`, [`${prefix}_success_feedback_role_arn`, toText]],
    [`${protocol}FailureFeedbackRoleArn`, [`${prefix}_failure_feedback_role_arn`, toText]],
    [`${protocol}SuccessFeedbackSampleRate`, [`${prefix}_success_feedback_sample_rate`, toNumber]],
  ] as const;
});

const topicAttributes: NamedAttributes = {
  ArchivePolicy: ['archive_policy', toJsonText],
  ContentBasedDeduplication: ['content_based_deduplication', toBool],
  DeliveryPolicy: ['delivery_policy', toJsonText],
  DisplayName: ['display_name', toText],
  FifoThroughputScope: ['fifo_throughput_scope', toText],
  FifoTopic: ['fifo_topic', toBool],
  KmsMasterKeyId: ['kms_master_key_id', toText],
  Policy: ['policy', toJsonText],
  SignatureVersion: ['signature_version', toNumber],
  TracingConfig: ['tracing_config', toText],
  ...Object.fromEntries(feedback),
};

const subscriptionAttributes: NamedAttributes = {
  DeliveryPolicy: ['delivery_policy', toJsonText],
  FilterPolicy: ['filter_policy', toJsonText],
  FilterPolicyScope: ['filter_policy_scope', toText],
  RawMessageDelivery: ['raw_message_delivery', toBool],
  RedrivePolicy: ['redrive_policy', toJsonText],
  ReplayPolicy: ['replay_policy', toJsonText],
  SubscriptionRoleArn: ['subscription_role_arn', toText],
};

/** A policy of its own where there is one, else the attribute of the topic. */
function policyHolder(event: AuditEvent, estate: Estate): ResourceRef {
  const arn = requireText(event.request, 'topicArn');
  const own = refTo(topicPolicy, { arn });
  return estate.find(own) === undefined ? refTo(topic, { arn }) : own;
}

/** Until somebody confirms it, a subscription has no ARN: `pending confirmation`. */
function subscriptionRef({ request, response }: AuditEvent): ResourceRef {
  const arn = textAt(response, 'subscriptionArn');
  return refTo(
    subscription,
    { arn: arn?.startsWith('arn:') ? arn : undefined },
    {
      topic_arn: textAt(request, 'topicArn'),
      protocol: textAt(request, 'protocol'),
      endpoint: textAt(request, 'endpoint'),
    },
  );
}

const topicEntries: readonly CatalogEntry[] = [
  creates({
    service,
    operations: ['CreateTopic'],
    type: topic,
    keys: [{ arn: response('topicArn') }],
    attributes: { name: 'name', ...namedMembersOf(topicAttributes, 'attributes') },
    tags: 'tags',
    defaults: { fifo_topic: false, content_based_deduplication: false },
    importId: response('topicArn'),
  }),
  deletes({ service, operations: ['DeleteTopic'], type: topic, keys: [{ arn: 'topicArn' }] }),
  {
    service,
    operations: ['SetTopicAttributes'],
    types: [topic, topicPolicy],
    effects: (event, estate) => {
      const { request } = event;
      const name = requireText(request, 'attributeName');
      const arn = requireText(request, 'topicArn');
      const holder = name === 'Policy' ? policyHolder(event, estate) : refTo(topic, { arn });
      return [setNamed(holder, topicAttributes, name, requestAt(request, 'attributeValue'))];
    },
  },
  {
    // They rewrite the policy, and the log has only the statement.
    service,
    operations: ['AddPermission', 'RemovePermission'],
    types: [topic, topicPolicy],
    effects: (event, estate) => [
      effect(policyHolder(event, estate), {
        kind: 'set',
        path: ['policy'],
        value: { kind: 'omitted' },
      }),
    ],
  },
  ...tagging({
    service,
    tag: ['TagResource'],
    untag: ['UntagResource'],
    types: [topic],
    tags: 'tags',
    tagKeys: 'tagKeys',
    resource: ({ request }) => refTo(topic, { arn: textAt(request, 'resourceArn') }),
  }),
];

const subscribe = creates({
  service,
  operations: ['Subscribe'],
  type: subscription,
  keys: subscriptionRef,
  attributes: {
    topic_arn: 'topicArn',
    protocol: 'protocol',
    endpoint: 'endpoint',
    ...namedMembersOf(subscriptionAttributes, 'attributes'),
  },
  defaults: { raw_message_delivery: false, filter_policy_scope: 'MessageAttributes' },
  importId: ({ response }) => {
    const arn = textAt(response, 'subscriptionArn');
    return arn?.startsWith('arn:') ? arn : undefined;
  },
  parent: { type: topic, keys: [{ arn: 'topicArn' }] },
});

const subscriptionEntries: readonly CatalogEntry[] = [
  {
    ...subscribe,
    // Who is subscribed already gets the subscription that is there, as it is.
    effects: (event, estate) => {
      const arn = textAt(event.response, 'subscriptionArn');
      const isThere = arn !== undefined && estate.find(refTo(subscription, { arn })) !== undefined;
      return isThere ? [] : subscribe.effects(event, estate);
    },
  },
  {
    service,
    operations: ['Unsubscribe'],
    types: [subscription],
    effects: ({ request }) => [
      deleteEffect(refTo(subscription, { arn: textAt(request, 'subscriptionArn') })),
    ],
  },
  {
    service,
    operations: ['SetSubscriptionAttributes'],
    types: [subscription],
    effects: ({ request }) => {
      const ref = refTo(subscription, { arn: textAt(request, 'subscriptionArn') });
      const name = requireText(request, 'attributeName');
      const value = requestAt(request, 'attributeValue');
      const unset = value === undefined || value === '';
      if (name === 'RawMessageDelivery' && unset) {
        return [setEffect(ref, ['raw_message_delivery'], false)];
      }
      return [setNamed(ref, subscriptionAttributes, name, value)];
    },
  },
];

export const snsEntries: readonly CatalogEntry[] = [
  ...topicEntries,
  ...subscriptionEntries,
  ignores(service, [
    'ConfirmSubscription',
    'CreateSMSSandboxPhoneNumber',
    'DeleteSMSSandboxPhoneNumber',
    'OptInPhoneNumber',
    'Publish',
    'PublishBatch',
    'VerifySMSSandboxPhoneNumber',
  ]),
];
