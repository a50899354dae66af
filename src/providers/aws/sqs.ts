import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { arnIn } from '../catalog/arn.ts';
import { toBool, toJsonText, toNumber, toText } from '../catalog/convert.ts';
import { refTo, unknownChange } from '../catalog/effects.ts';
import type { NamedAttributes } from '../catalog/named-attributes.ts';
import { namedMembersOf, namedValues, setNamed } from '../catalog/named-attributes.ts';
import { requestAt, requireText, textAt } from '../catalog/request.ts';
import { response } from '../catalog/sources.ts';
import type { DraftEffect } from '../catalog/types.ts';
import { aws } from './aws.ts';

const queue = 'aws_sqs_queue';

const queueAttributes: NamedAttributes = {
  ContentBasedDeduplication: ['content_based_deduplication', toBool],
  DeduplicationScope: ['deduplication_scope', toText],
  DelaySeconds: ['delay_seconds', toNumber],
  FifoQueue: ['fifo_queue', toBool],
  FifoThroughputLimit: ['fifo_throughput_limit', toText],
  KmsDataKeyReusePeriodSeconds: ['kms_data_key_reuse_period_seconds', toNumber],
  KmsMasterKeyId: ['kms_master_key_id', toText],
  MaximumMessageSize: ['max_message_size', toNumber],
  MessageRetentionPeriod: ['message_retention_seconds', toNumber],
  Policy: ['policy', toJsonText],
  ReceiveMessageWaitTimeSeconds: ['receive_wait_time_seconds', toNumber],
  RedriveAllowPolicy: ['redrive_allow_policy', toJsonText],
  RedrivePolicy: ['redrive_policy', toRedrivePolicy],
  SqsManagedSseEnabled: ['sqs_managed_sse_enabled', toBool],
  VisibilityTimeout: ['visibility_timeout_seconds', toNumber],
};

/** Callers may write `maxReceiveCount` as text; SQS returns it as a number. */
function toRedrivePolicy(value: Json): string | undefined {
  const text = toJsonText(value);
  return text?.replace(/("maxReceiveCount"\s*:\s*)"(\d+)"/, '$1$2');
}

/** A queue has several URLs (old endpoints, VPC endpoints), which all end in account and name. */
function queueRef(event: AuditEvent, url: string): ResourceRef {
  const [account, name] = url.split('/').slice(-2);
  const arn = arnIn({ ...event, scope: account ?? event.scope }, 'sqs', name ?? url);
  return refTo(queue, { url }, { arn });
}

function requestedQueue(event: AuditEvent): ResourceRef {
  return queueRef(event, requireText(event.request, 'queueUrl'));
}

function setAttributes(event: AuditEvent): readonly DraftEffect[] {
  const ref = requestedQueue(event);
  if (event.omitted.includes('request')) return [unknownChange(ref)];
  return namedValues(requestAt(event.request, 'attributes')).map(([name, value]) =>
    setNamed(ref, queueAttributes, name, value),
  );
}

const ofQueue = { by: 'queue_url', holds: 'url' };

export const sqsEntries = aws('sqs.amazonaws.com', [
  {
    type: queue,
    identity: requestedQueue,
    created: (event) => {
      const url = textAt(event.response, 'queueUrl');
      if (url !== undefined) return queueRef(event, url);
      return refTo(queue, { arn: arnIn(event, 'sqs', requireText(event.request, 'queueName')) });
    },
    fields: { name: 'queueName', ...namedMembersOf(queueAttributes, 'attributes') },
    tags: ({ request }) => {
      const tags = requestAt(request, 'tags') ?? requestAt(request, 'tag');
      return isJsonObject(tags) ? tags : undefined;
    },
    defaults: {
      content_based_deduplication: false,
      delay_seconds: 0,
      fifo_queue: false,
      kms_data_key_reuse_period_seconds: 300,
      max_message_size: 262144,
      message_retention_seconds: 345600,
      receive_wait_time_seconds: 0,
      sqs_managed_sse_enabled: true,
      visibility_timeout_seconds: 30,
    },
    importId: response('queueUrl'),
    calls: {
      CreateQueue: 'create',
      DeleteQueue: 'delete',
      SetQueueAttributes: { special: setAttributes },
      // These calls rewrite the policy, but the log has only the statement.
      AddPermission: { hides: 'policy' },
      RemovePermission: { hides: 'policy' },
      TagQueue: { tag: 'tags' },
      UntagQueue: { untag: 'tagKeys' },
    },
    parts: {
      policy: { type: 'aws_sqs_queue_policy', ...ofQueue },
      redrive_allow_policy: { type: 'aws_sqs_queue_redrive_allow_policy', ...ofQueue },
      redrive_policy: { type: 'aws_sqs_queue_redrive_policy', ...ofQueue },
    },
  },
  {
    ignores: [
      'CancelMessageMoveTask',
      'ChangeMessageVisibility',
      'ChangeMessageVisibilityBatch',
      'DeleteMessage',
      'DeleteMessageBatch',
      'PurgeQueue',
      'ReceiveMessage',
      'SendMessage',
      'SendMessageBatch',
      'StartMessageMoveTask',
    ],
  },
]);
