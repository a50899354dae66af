import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudWatchLogsClient, PutRetentionPolicyCommand } from '@aws-sdk/client-cloudwatch-logs';
import { SetTopicAttributesCommand, SNSClient, TagResourceCommand } from '@aws-sdk/client-sns';
import { AddTagsToResourceCommand, SSMClient } from '@aws-sdk/client-ssm';
import type { JsonObject } from '../../src/model/json.ts';
import { nameAt } from './project.ts';

const account = '123456789012';

/** A call, in the form in which CloudTrail would log it. */
type Change =
  | { readonly service: 'logs'; readonly operation: string; readonly request: Retention }
  | { readonly service: 'sns'; readonly operation: string; readonly request: Attribute | Tagged }
  | { readonly service: 'ssm'; readonly operation: string; readonly request: TaggedParameter };

interface Retention {
  readonly logGroupName: string;
  readonly retentionInDays: number;
}

interface Attribute {
  readonly topicArn: string;
  readonly attributeName: string;
  readonly attributeValue: string;
}

interface Tagged {
  readonly resourceArn: string;
  readonly tags: readonly Tag[];
}

interface TaggedParameter {
  readonly resourceType: 'Parameter';
  readonly resourceId: string;
  readonly tags: readonly Tag[];
}

interface Tag {
  readonly key: string;
  readonly value: string;
}

/**
 * The maximal number of changes: one for each resource, and another one for each topic, by another
 * person.
 */
export function maxChanges(size: number): number {
  return size + jobsWith(2, size);
}

/** Jobs that have a resource of this kind, in a project of this size. */
function jobsWith(kind: number, size: number): number {
  return Math.max(0, Math.ceil((size - kind) / 3));
}

/** Retention of log groups first, then names of topics, tags of parameters, and tags of topics. */
function changeAt(index: number, size: number): Change {
  const [groups, parameters, topics] = [0, 1, 2].map((kind) => jobsWith(kind, size));
  const kinds: readonly (readonly [count: number | undefined, make: (at: number) => Change])[] = [
    [groups, retention],
    [topics, (at) => displayName(at, `Of person-${index}`)],
    [parameters, (at) => taggedParameter(at, `person-${index}`)],
    [topics, (at) => taggedTopic(at, `person-${index}`)],
  ];
  let left = index;
  for (const [count = 0, make] of kinds) {
    if (left < count) return make(left);
    left -= count;
  }
  throw new Error(`There are no ${index + 1} changes of ${size} resources.`);
}

function retention(at: number): Change {
  const request = { logGroupName: `/jobs/${nameAt(at)}`, retentionInDays: 365 };
  return { service: 'logs', operation: 'PutRetentionPolicy', request };
}

function displayName(at: number, attributeValue: string): Change {
  const request = { topicArn: topicAt(at), attributeName: 'DisplayName', attributeValue };
  return { service: 'sns', operation: 'SetTopicAttributes', request };
}

function taggedTopic(at: number, value: string): Change {
  const request = { resourceArn: topicAt(at), tags: [{ key: 'Owner', value }] };
  return { service: 'sns', operation: 'TagResource', request };
}

function topicAt(at: number): string {
  return `arn:aws:sns:us-east-1:${account}:${nameAt(at)}`;
}

function taggedParameter(at: number, value: string): Change {
  const resourceId = `/jobs/${nameAt(at)}/size`;
  const request = {
    resourceType: 'Parameter',
    resourceId,
    tags: [{ key: 'Owner', value }],
  } as const;
  return { service: 'ssm', operation: 'AddTagsToResource', request };
}

/**
 * Makes the changes from one number to the next, each by another person, and writes their records.
 */
export async function makeChanges(
  endpoint: string,
  folder: string,
  size: number,
  [from, to]: readonly [number, number],
): Promise<void> {
  const credentials = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'example' };
  const options = { endpoint, region: 'us-east-1', credentials };
  const clients: Clients = {
    logs: new CloudWatchLogsClient(options),
    sns: new SNSClient(options),
    ssm: new SSMClient(options),
  };
  const records: JsonObject[] = [];
  for (let index = from; index < to; index += 1) {
    const change = changeAt(index, size);
    await send(clients, change);
    records.push(recordOf(index, change));
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${from}.json`), JSON.stringify({ Records: records }));
}

interface Clients {
  readonly logs: CloudWatchLogsClient;
  readonly sns: SNSClient;
  readonly ssm: SSMClient;
}

async function send({ logs, sns, ssm }: Clients, { service, request }: Change): Promise<void> {
  if (service === 'logs') {
    await logs.send(new PutRetentionPolicyCommand(request));
    return;
  }
  if (service === 'ssm') {
    const { resourceType: ResourceType, resourceId: ResourceId, tags } = request;
    await ssm.send(new AddTagsToResourceCommand({ ResourceType, ResourceId, Tags: sent(tags) }));
    return;
  }
  if ('tags' in request) {
    const { resourceArn: ResourceArn, tags } = request;
    await sns.send(new TagResourceCommand({ ResourceArn, Tags: sent(tags) }));
    return;
  }
  const { topicArn: TopicArn, attributeName, attributeValue } = request;
  const attribute = { AttributeName: attributeName, AttributeValue: attributeValue };
  await sns.send(new SetTopicAttributesCommand({ TopicArn, ...attribute }));
}

function sent(tags: readonly Tag[]): { Key: string; Value: string }[] {
  return tags.map(({ key, value }) => ({ Key: key, Value: value }));
}

function recordOf(index: number, { service, operation, request }: Change): JsonObject {
  const id = index.toString(16).padStart(12, '0');
  const userName = `person-${index}`;
  return {
    eventVersion: '1.11',
    userIdentity: {
      type: 'IAMUser',
      principalId: `AIDAEXAMPLE${String(index).padStart(5, '0')}`,
      arn: `arn:aws:iam::${account}:user/${userName}`,
      accountId: account,
      userName,
    },
    sourceIPAddress: '198.51.100.61',
    userAgent: 'aws-cli/2.31.4 md/awscrt#0.27.6 ua/2.1 os/linux#6.8',
    eventTime: new Date(Date.UTC(2026, 2, 14, 2, 0, index)).toISOString().replace(/\.\d+/, ''),
    eventSource: `${service}.amazonaws.com`,
    eventName: operation,
    awsRegion: 'us-east-1',
    requestParameters: { ...request } as JsonObject,
    responseElements: null,
    requestID: `5d2e9a34-0000-4000-8000-${id}`,
    eventID: `6f1b2c3d-0000-4000-8000-${id}`,
    readOnly: false,
    eventType: 'AwsApiCall',
    managementEvent: true,
    recipientAccountId: account,
    eventCategory: 'Management',
  };
}
