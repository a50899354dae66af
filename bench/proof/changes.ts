import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudWatchLogsClient, PutRetentionPolicyCommand } from '@aws-sdk/client-cloudwatch-logs';
import type { JsonObject } from '../../src/model/json.ts';
import { nameAt } from './project.ts';

const account = '123456789012';

/** Changes as many log groups, each by somebody else, and writes what CloudTrail would say. */
export async function makeChanges(
  endpoint: string,
  folder: string,
  from: number,
  to: number,
): Promise<void> {
  const logs = new CloudWatchLogsClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'example' },
  });
  const records: JsonObject[] = [];
  for (let index = from; index < to; index += 1) {
    const request = { logGroupName: `/jobs/${nameAt(index)}`, retentionInDays: 365 };
    await logs.send(new PutRetentionPolicyCommand(request));
    records.push(recordOf(index, request));
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${from}.json`), JSON.stringify({ Records: records }));
}

function recordOf(index: number, requestParameters: JsonObject): JsonObject {
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
    eventSource: 'logs.amazonaws.com',
    eventName: 'PutRetentionPolicy',
    awsRegion: 'us-east-1',
    requestParameters,
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
