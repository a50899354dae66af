import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudWatchLogsClient, PutRetentionPolicyCommand } from '@aws-sdk/client-cloudwatch-logs';
import { SetTopicAttributesCommand, SNSClient } from '@aws-sdk/client-sns';
import type { JsonObject } from '../../src/model/json.ts';
import { nameAt } from './project.ts';

const account = '123456789012';

/** A call, and what CloudTrail would say of it. */
interface Change {
  readonly service: 'logs' | 'sns';
  readonly operation: string;
  readonly request: JsonObject;
}

/** As many changes as there can be: one of each log group, and one of each topic. */
export function maxChanges(size: number): number {
  return jobsWith(0, size) + jobsWith(2, size);
}

/** Jobs of a project of this size that have a resource of this kind. */
function jobsWith(kind: number, size: number): number {
  return Math.max(0, Math.ceil((size - kind) / 3));
}

/** Retention of log groups first, then names of topics. */
function changeAt(index: number, size: number): Change {
  const groups = jobsWith(0, size);
  if (index < groups) {
    const request = { logGroupName: `/jobs/${nameAt(index)}`, retentionInDays: 365 };
    return { service: 'logs', operation: 'PutRetentionPolicy', request };
  }
  const topicArn = `arn:aws:sns:us-east-1:${account}:${nameAt(index - groups)}`;
  const attribute = { attributeName: 'DisplayName', attributeValue: `Of person-${index}` };
  return { service: 'sns', operation: 'SetTopicAttributes', request: { topicArn, ...attribute } };
}

/** Makes the changes from one number to the next, each by somebody else, and writes their records. */
export async function makeChanges(
  endpoint: string,
  folder: string,
  size: number,
  [from, to]: readonly [number, number],
): Promise<void> {
  const credentials = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'example' };
  const options = { endpoint, region: 'us-east-1', credentials };
  const clients = { logs: new CloudWatchLogsClient(options), sns: new SNSClient(options) };
  const records: JsonObject[] = [];
  for (let index = from; index < to; index += 1) {
    const change = changeAt(index, size);
    await send(clients, change);
    records.push(recordOf(index, change));
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${from}.json`), JSON.stringify({ Records: records }));
}

async function send(
  { logs, sns }: { readonly logs: CloudWatchLogsClient; readonly sns: SNSClient },
  { service, request }: Change,
): Promise<void> {
  const { logGroupName, retentionInDays, topicArn, attributeName, attributeValue } = request;
  if (service === 'logs') {
    const retention = {
      logGroupName: String(logGroupName),
      retentionInDays: Number(retentionInDays),
    };
    await logs.send(new PutRetentionPolicyCommand(retention));
    return;
  }
  const attribute = {
    TopicArn: String(topicArn),
    AttributeName: String(attributeName),
    AttributeValue: String(attributeValue),
  };
  await sns.send(new SetTopicAttributesCommand(attribute));
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
    requestParameters: request,
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
