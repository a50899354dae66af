import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { arnIn } from '../catalog/arn.ts';
import { toBool, toJsonText, toNumber, toText } from '../catalog/convert.ts';
import { creates, ignores, response, tagging, unknownChange } from '../catalog/define.ts';
import { deleteEffect, effect, refTo } from '../catalog/effects.ts';
import type { NamedAttributes } from '../catalog/named-attributes.ts';
import { namedMembersOf, namedValues, setNamed } from '../catalog/named-attributes.ts';
import { requestAt, requireText, scalar, textAt } from '../catalog/request.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';

const service = 'sqs.amazonaws.com';
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

/** Attributes that may live in a resource of their own, of the same attribute name. */
const ownTypes: Readonly<Record<string, string>> = {
  Policy: 'aws_sqs_queue_policy',
  RedriveAllowPolicy: 'aws_sqs_queue_redrive_allow_policy',
  RedrivePolicy: 'aws_sqs_queue_redrive_policy',
};

const types = [queue, ...Object.values(ownTypes)];

/** Callers write `maxReceiveCount` as text; SQS gives it back as a number. */
function toRedrivePolicy(value: Json): string | undefined {
  const text = toJsonText(value);
  return text?.replace(/("maxReceiveCount"\s*:\s*)"(\d+)"/, '$1$2');
}

/** One queue has several URLs (old endpoints, a VPC's); all end in account and name. */
function queueRef(event: AuditEvent, url: string): ResourceRef {
  const [account, name] = url.split('/').slice(-2);
  const arn = arnIn({ ...event, scope: account ?? event.scope }, 'sqs', name ?? url);
  return refTo(queue, { url }, { arn });
}

function requestedQueue(event: AuditEvent): ResourceRef {
  return queueRef(event, requireText(event.request, 'queueUrl'));
}

/** The resource of its own that holds an attribute of the queue, if one is managed. */
function ownHolder(name: string, ref: ResourceRef, estate: Estate): ResourceRef | undefined {
  const type = Object.hasOwn(ownTypes, name) ? ownTypes[name] : undefined;
  if (type === undefined) return undefined;
  const managed = estate.find(ref)?.attributes['url'];
  const urls = new Set([ref.keys[0]?.['url'], typeof managed === 'string' ? managed : undefined]);
  const holder = refTo(type, ...[...urls].map((queue_url) => ({ queue_url })));
  return estate.find(holder) === undefined ? undefined : holder;
}

function setAttribute(ref: ResourceRef, estate: Estate, name: string, value: Json): DraftEffect {
  const holder = ownHolder(name, ref, estate);
  if (holder !== undefined && scalar(value) === '') return deleteEffect(holder);
  return setNamed(holder ?? ref, queueAttributes, name, value);
}

function setAttributes(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const ref = requestedQueue(event);
  if (event.omitted.includes('request')) return [unknownChange(ref)];
  return namedValues(requestAt(event.request, 'attributes')).map(([name, value]) =>
    setAttribute(ref, estate, name, value),
  );
}

/** They rewrite the policy, and the log has only the statement. */
function policyChange(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const ref = requestedQueue(event);
  const holder = ownHolder('Policy', ref, estate) ?? ref;
  return [effect(holder, { kind: 'set', path: ['policy'], value: { kind: 'omitted' } })];
}

export const sqsEntries: readonly CatalogEntry[] = [
  creates({
    service,
    operations: ['CreateQueue'],
    type: queue,
    keys: (event) => {
      const url = textAt(event.response, 'queueUrl');
      if (url !== undefined) return queueRef(event, url);
      return refTo(queue, { arn: arnIn(event, 'sqs', requireText(event.request, 'queueName')) });
    },
    attributes: { name: 'queueName', ...namedMembersOf(queueAttributes, 'attributes') },
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
  }),
  {
    service,
    operations: ['DeleteQueue'],
    types: [queue],
    effects: (event) => [deleteEffect(requestedQueue(event))],
  },
  { service, operations: ['SetQueueAttributes'], types, effects: setAttributes },
  {
    service,
    operations: ['AddPermission', 'RemovePermission'],
    types: [queue, 'aws_sqs_queue_policy'],
    effects: policyChange,
  },
  ...tagging({
    service,
    tag: ['TagQueue'],
    untag: ['UntagQueue'],
    types: [queue],
    tags: 'tags',
    tagKeys: 'tagKeys',
    resource: requestedQueue,
  }),
  ignores(service, [
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
  ]),
];
