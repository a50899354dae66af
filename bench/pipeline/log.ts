import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { JsonObject } from '../../src/model/json.ts';
import { groupId, numbered } from './estate.ts';
import { queueUrl } from './resources.ts';

const account = '123456789012';
const reads = 5_000;

const maria = {
  userIdentity: {
    type: 'IAMUser',
    principalId: 'AIDAEXAMPLEMARIA',
    arn: `arn:aws:iam::${account}:user/maria`,
    accountId: account,
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    userName: 'maria',
  },
  sourceIPAddress: '198.51.100.61',
  userAgent: 'aws-cli/2.31.4 md/awscrt#0.27.6 ua/2.1 os/linux#6.8',
} satisfies JsonObject;

let serial = 0;

function record(service: string, eventName: string, requestParameters: JsonObject): JsonObject {
  serial += 1;
  const id = serial.toString(16).padStart(12, '0');
  return {
    eventVersion: '1.11',
    ...maria,
    eventTime: new Date(Date.UTC(2026, 2, 14, 2) + serial * 500).toISOString().replace(/\.\d+/, ''),
    eventSource: `${service}.amazonaws.com`,
    eventName,
    awsRegion: 'us-east-1',
    requestParameters,
    responseElements: null,
    requestID: `5d2e9a34-0000-4000-8000-${id}`,
    eventID: `6f1b2c3d-0000-4000-8000-${id}`,
    readOnly: /^(Describe|Get|List)/.test(eventName),
    eventType: 'AwsApiCall',
    managementEvent: true,
    recipientAccountId: account,
    eventCategory: 'Management',
  };
}

/** Five changes among reads, each of a value with another kind of origin. */
function changes(): readonly JsonObject[] {
  const rule = {
    ipProtocol: 'tcp',
    fromPort: 8443,
    toPort: 8443,
    groups: {},
    ipRanges: { items: [{ cidrIp: '192.0.2.44/32', description: 'Admin port' }] },
    ipv6Ranges: {},
    prefixListIds: {},
  };
  return [
    record('lambda', 'UpdateFunctionConfiguration20150331v2', {
      functionName: numbered('service', 0),
      memorySize: 1024,
    }),
    record('sqs', 'SetQueueAttributes', {
      queueUrl: queueUrl(numbered('worker', 1)),
      attributes: { VisibilityTimeout: '120' },
    }),
    record('logs', 'PutRetentionPolicy', {
      logGroupName: `/jobs/${numbered('job', 0)}`,
      retentionInDays: 365,
    }),
    record('ec2', 'AuthorizeSecurityGroupIngress', {
      groupId: groupId(1),
      ipPermissions: { items: [rule] },
    }),
    record('sqs', 'SetQueueAttributes', {
      queueUrl: queueUrl('intake'),
      attributes: { VisibilityTimeout: '240' },
    }),
  ];
}

/** Number of resources that the log changes by default. */
export const touched = 5;

/** A busy night: the `index`th further change, cycling through the kinds of origins of values. */
function further(index: number): JsonObject {
  const at = 1 + Math.floor(index / 4);
  switch (index % 4) {
    case 0:
      return record('sqs', 'SetQueueAttributes', {
        queueUrl: queueUrl(numbered('worker', at + 1)),
        attributes: { VisibilityTimeout: String(120 + at) },
      });
    case 1:
      return record('lambda', 'UpdateFunctionConfiguration20150331v2', {
        functionName: numbered('worker', at),
        memorySize: 512,
      });
    case 2:
      return record('logs', 'PutRetentionPolicy', {
        logGroupName: `/jobs/${numbered('job', at)}`,
        retentionInDays: 365,
      });
    default:
      return record('lambda', 'UpdateFunctionConfiguration20150331v2', {
        functionName: numbered('service', at % 40),
        timeout: 20 + at,
        memorySize: 1024,
      });
  }
}

export function writeLog(folder: string, changed: number): void {
  serial = 0;
  const noise = Array.from({ length: reads }, (_, index) =>
    record('ec2', 'DescribeInstances', { filterSet: { items: [{ name: `page-${index}` }] } }),
  );
  // First, so that a longer log contains all records of a shorter one.
  const own = changes();
  const more = Array.from({ length: Math.max(0, changed - touched) }, (_, index) => further(index));
  const records = [...noise, ...own, ...more];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'log.json.gz'), gzipSync(JSON.stringify({ Records: records })));
}
