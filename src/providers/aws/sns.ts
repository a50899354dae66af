import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { toBool, toJsonText, toNumber, toText } from '../catalog/convert.ts';
import { refTo, setEffect } from '../catalog/effects.ts';
import type { NamedAttributes } from '../catalog/named-attributes.ts';
import { namedMembersOf, setNamed } from '../catalog/named-attributes.ts';
import { requestAt, requireText, textAt } from '../catalog/request.ts';
import { response } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect } from '../catalog/types.ts';
import { aws } from './aws.ts';

const service = 'sns.amazonaws.com';
const topic = 'aws_sns_topic';
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

/** A subscription has the ARN `pending confirmation` until someone confirms it. */
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

function setSubscription({ request }: AuditEvent): readonly DraftEffect[] {
  const ref = refTo(subscription, { arn: textAt(request, 'subscriptionArn') });
  const name = requireText(request, 'attributeName');
  const value = requestAt(request, 'attributeValue');
  const unset = value === undefined || value === '';
  if (name === 'RawMessageDelivery' && unset) {
    return [setEffect(ref, ['raw_message_delivery'], false)];
  }
  return [setNamed(ref, subscriptionAttributes, name, value)];
}

const subscriptionEntries = aws(service, [
  {
    type: subscription,
    identity: [{ arn: 'subscriptionArn' }],
    created: subscriptionRef,
    fields: {
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
    calls: {
      Subscribe: 'create',
      Unsubscribe: 'delete',
      SetSubscriptionAttributes: { special: setSubscription },
    },
  },
]).map(onlyNew);

/** Subscribing an endpoint again returns the existing subscription unchanged. */
function onlyNew(entry: CatalogEntry): CatalogEntry {
  if (!entry.operations.includes('Subscribe')) return entry;
  return {
    ...entry,
    effects: (event, estate) => {
      const arn = textAt(event.response, 'subscriptionArn');
      const isThere = arn !== undefined && estate.find(refTo(subscription, { arn })) !== undefined;
      return isThere ? [] : entry.effects(event, estate);
    },
  };
}

export const snsEntries: readonly CatalogEntry[] = [
  ...aws(service, [
    {
      type: topic,
      identity: [{ arn: 'topicArn' }],
      created: [{ arn: response('topicArn') }],
      fields: { name: 'name', ...namedMembersOf(topicAttributes, 'attributes') },
      tags: 'tags',
      defaults: { fifo_topic: false, content_based_deduplication: false },
      importId: response('topicArn'),
      calls: {
        CreateTopic: 'create',
        DeleteTopic: 'delete',
        SetTopicAttributes: {
          special: ({ request }) => {
            const name = requireText(request, 'attributeName');
            const ref = refTo(topic, { arn: requireText(request, 'topicArn') });
            return [setNamed(ref, topicAttributes, name, requestAt(request, 'attributeValue'))];
          },
        },
        // These calls rewrite the policy, but the log has only the statement.
        AddPermission: { hides: 'policy' },
        RemovePermission: { hides: 'policy' },
        TagResource: { tag: 'tags', by: [{ arn: 'resourceArn' }] },
        UntagResource: { untag: 'tagKeys', by: [{ arn: 'resourceArn' }] },
      },
      parts: { policy: { type: 'aws_sns_topic_policy', by: 'arn' } },
    },
    {
      ignores: [
        'ConfirmSubscription',
        'CreateSMSSandboxPhoneNumber',
        'DeleteSMSSandboxPhoneNumber',
        'OptInPhoneNumber',
        'Publish',
        'PublishBatch',
        'VerifySMSSandboxPhoneNumber',
      ],
    },
  ]),
  ...subscriptionEntries,
];
