/**
 * Writes the demo's audit log: one hour of a production night, in CloudTrail's layout for S3, and a
 * file of the following hour. Run `npx tsx scripts/demo-events.ts` after changing the story; the
 * result is committed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Fields = { [key: string]: Json };

const account = '123456789012';
const region = 'us-east-1';
const root = join(import.meta.dirname, '..', 'fixtures', 'demo');

interface StateInstance {
  attributes: { id: string; arn?: string };
}
const state: { resources: { type: string; name: string; instances: StateInstance[] }[] } =
  JSON.parse(readFileSync(join(root, 'terraform.tfstate'), 'utf8'));

function idOf(type: string, name: string): string {
  const instance = state.resources.find((r) => r.type === type && r.name === name)?.instances[0];
  if (instance === undefined) throw new Error(`the demo state has no ${type}.${name}`);
  return instance.attributes.id;
}

function assumedRole(role: string, session: string, path = ''): Fields {
  return {
    type: 'AssumedRole',
    principalId: `AROAEXAMPLE${role.slice(0, 8).toUpperCase()}:${session}`,
    arn: `arn:aws:sts::${account}:assumed-role/${role}/${session}`,
    accountId: account,
    accessKeyId: 'ASIAIOSFODNN7EXAMPLE',
    sessionContext: {
      sessionIssuer: {
        type: 'Role',
        principalId: `AROAEXAMPLE${role.slice(0, 8).toUpperCase()}`,
        arn: `arn:aws:iam::${account}:role/${path}${role}`,
        accountId: account,
        userName: role,
      },
      webIdFederationData: {},
      attributes: { creationDate: '2026-03-14T01:58:11Z', mfaAuthenticated: 'false' },
    },
  };
}

const sso = 'aws-reserved/sso.amazonaws.com/';
const maria: Fields = {
  userIdentity: assumedRole('AWSReservedSSO_OnCall_4f2a9b81c07d', 'maria@example.com', sso),
  sourceIPAddress: '198.51.100.23',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0',
  sessionCredentialFromConsole: 'true',
};
const ben: Fields = {
  userIdentity: {
    type: 'IAMUser',
    principalId: 'AIDAEXAMPLEBEN',
    arn: `arn:aws:iam::${account}:user/ben`,
    accountId: account,
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    userName: 'ben',
  },
  sourceIPAddress: '198.51.100.61',
  userAgent:
    'aws-cli/2.31.4 md/awscrt#0.27.6 ua/2.1 os/linux#6.8 md/command#cloudwatch.disable-alarm-actions',
};
const autoscaler: Fields = {
  userIdentity: assumedRole('cluster-autoscaler', '1773453600112233445'),
  sourceIPAddress: '203.0.113.201',
  userAgent:
    'aws-sdk-go-v2/1.39.0 os/linux lang/go#1.25.1 md/GOOS#linux cluster-autoscaler/v1.34.1',
};
const custodian: Fields = {
  userIdentity: assumedRole('cloud-custodian', 'c7n-s3-public-access'),
  sourceIPAddress: '203.0.113.77',
  userAgent: 'c7n/0.9.47 c7n/policy#s3-public-access Boto3/1.40.1 Botocore/1.40.1',
};
const saver: Fields = {
  userIdentity: assumedRole('cost-saver', 'nightly'),
  sourceIPAddress: '203.0.113.90',
  userAgent: 'Boto3/1.40.1 md/Botocore#1.40.1 ua/2.1 os/linux#5.10',
};
const runner: Fields = {
  userIdentity: assumedRole('batch-runner', 'i-0a1b2c3d4e5f60718'),
  sourceIPAddress: '10.20.1.14',
  userAgent: 'aws-sdk-java/2.34.0 Linux/6.1 OpenJDK_64-Bit_Server_VM/21',
};
const deploy: Fields = {
  userIdentity: assumedRole('terraform-deploy', 'run-8841'),
  sourceIPAddress: '203.0.113.12',
  userAgent:
    'APN/1.0 HashiCorp/1.0 Terraform/1.11.4 (+https://www.terraform.io) terraform-provider-aws/5.100.0 (+https://registry.terraform.io/providers/hashicorp/aws) aws-sdk-go-v2/1.36.3',
};

const records: Fields[] = [];
let serial = 0;

function uuid(): string {
  serial += 1;
  return `5f0e6a1c-7d33-4c1e-9a40-${serial.toString(16).padStart(12, '0')}`;
}

function record(
  time: string,
  who: Fields,
  service: string,
  eventName: string,
  requestParameters: Json,
  more: Fields = {},
): Fields {
  const made: Fields = {
    eventVersion: '1.11',
    ...who,
    eventTime: `2026-03-14T${time}Z`,
    eventSource: `${service}.amazonaws.com`,
    eventName,
    awsRegion: region,
    requestParameters,
    responseElements: null,
    requestID: uuid(),
    eventID: uuid(),
    readOnly: false,
    eventType: 'AwsApiCall',
    managementEvent: true,
    recipientAccountId: account,
    eventCategory: 'Management',
    ...more,
  };
  records.push(made);
  return made;
}

const webGroup = idOf('aws_security_group', 'this');
const queueUrl = idOf('aws_sqs_queue', 'orders');
const adminRule: Json = {
  items: [
    {
      ipProtocol: 'tcp',
      fromPort: 8443,
      toPort: 8443,
      groups: {},
      ipRanges: { items: [{ cidrIp: '192.0.2.44/32', description: 'Admin port' }] },
      ipv6Ranges: {},
      prefixListIds: {},
    },
  ],
};

function deployment(): void {
  record('02:03:10', deploy, 'monitoring', 'PutMetricAlarm', {
    alarmName: 'storefront-prod-order-backlog',
    comparisonOperator: 'GreaterThanThreshold',
    evaluationPeriods: 3,
    threshold: 500,
    period: 60,
    statistic: 'Maximum',
    namespace: 'AWS/SQS',
    metricName: 'ApproximateNumberOfMessagesVisible',
    dimensions: [{ name: 'QueueName', value: 'storefront-prod-orders' }],
    actionsEnabled: true,
  });
}

function hotfix(): void {
  record('02:14:05', maria, 'lambda', 'UpdateFunctionConfiguration20150331v2', {
    functionName: 'storefront-prod-checkout',
    memorySize: 1024,
  });
  record('02:15:42', maria, 'sqs', 'SetQueueAttributes', {
    queueUrl,
    attributes: { VisibilityTimeout: '120' },
  });
  const opened = record('02:19:27', maria, 'ec2', 'AuthorizeSecurityGroupIngress', {
    groupId: webGroup,
    ipPermissions: adminRule,
  });
  opened['responseElements'] = { _return: true };
  // The same record is occasionally delivered twice.
  records.push(opened);
}

function robots(): void {
  for (const [time, capacity] of [
    ['02:11:00', 3],
    ['02:22:30', 5],
  ] as const) {
    record(time, autoscaler, 'autoscaling', 'SetDesiredCapacity', {
      autoScalingGroupName: 'storefront-prod-web',
      desiredCapacity: capacity,
      honorCooldown: false,
    });
  }
  record('02:30:00', custodian, 's3', 'PutBucketPublicAccessBlock', {
    publicAccessBlock: '',
    bucketName: 'storefront-prod-assets',
    Host: 'storefront-prod-assets.s3.us-east-1.amazonaws.com',
    PublicAccessBlockConfiguration: {
      xmlns: 'http://s3.amazonaws.com/doc/2006-03-01/',
      BlockPublicAcls: true,
      IgnorePublicAcls: true,
      BlockPublicPolicy: true,
      RestrictPublicBuckets: true,
    },
  });
  for (const [index, name] of ['checkout', 'invoice', 'search'].entries()) {
    record(`02:41:0${index}`, saver, 'logs', 'PutRetentionPolicy', {
      logGroupName: `/aws/lambda/storefront-prod-${name}`,
      retentionInDays: 30,
    });
  }
  record('02:47:19', runner, 'dynamodb', 'UpdateContinuousBackups', {
    tableName: 'storefront-prod-orders',
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
  });
}

function secondThoughts(): void {
  const alarm: Json = { alarmNames: ['storefront-prod-order-backlog'] };
  record('02:34:02', ben, 'monitoring', 'DisableAlarmActions', alarm);
  record('02:39:48', ben, 'monitoring', 'EnableAlarmActions', alarm);
}

function noise(): void {
  record(
    '02:33:11',
    ben,
    's3',
    'DeleteBucketPolicy',
    { bucketName: 'storefront-prod-exports', policy: '' },
    {
      errorCode: 'AccessDenied',
      errorMessage: 'User is not authorized to perform: s3:DeleteBucketPolicy',
    },
  );
  record(
    '02:33:40',
    ben,
    'ec2',
    'RunInstances',
    { instancesSet: { items: [{ imageId: 'ami-12c6146b', minCount: 1, maxCount: 1 }] } },
    { errorCode: 'Client.DryRunOperation', errorMessage: 'Request would have succeeded' },
  );
  record('02:52:05', ben, 'sqs', 'SetQueueAttributes', {
    queueUrl: `https://sqs.${region}.amazonaws.com/${account}/another-team-jobs`,
    attributes: { VisibilityTimeout: '45' },
  });
  const reads: readonly (readonly [string, string])[] = [
    ['ec2', 'DescribeInstances'],
    ['autoscaling', 'DescribeAutoScalingGroups'],
    ['lambda', 'GetFunction20150331v2'],
    ['s3', 'GetBucketPolicy'],
    ['sqs', 'GetQueueAttributes'],
    ['logs', 'DescribeLogGroups'],
  ];
  for (let second = 0; second < 3600; second += 5) {
    const [service, name] = reads[(second / 5) % reads.length] ?? ['ec2', 'DescribeInstances'];
    const clock = `02:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
    const who = second % 3 === 0 ? custodian : second % 2 === 0 ? autoscaler : deploy;
    record(clock, who, service, name, {}, { readOnly: true });
  }
}

/** The pipeline applies, and restores one of the log groups. */
function nextHour(): void {
  record('03:12:44', deploy, 'logs', 'PutRetentionPolicy', {
    logGroupName: '/aws/lambda/storefront-prod-search',
    retentionInDays: 365,
  });
}

deployment();
hotfix();
robots();
secondThoughts();
noise();

// Delivered in files of a quarter of an hour, in approximate order, as CloudTrail does.
const quarters = new Map<number, Fields[]>();
for (const entry of records) {
  const minute = Number(String(entry['eventTime']).slice(14, 16));
  const quarter = Math.floor(minute / 15);
  quarters.set(quarter, [...(quarters.get(quarter) ?? []), entry]);
}
for (const [quarter, entries] of quarters) {
  const stamp = `20260314T02${String((quarter + 1) * 15 - 10).padStart(2, '0')}Z`;
  const folder = join(root, 'events', 'AWSLogs', account, 'CloudTrail', region, '2026', '03', '14');
  const file = join(folder, `${account}_CloudTrail_${region}_${stamp}_demo000${quarter}.json.gz`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, gzipSync(JSON.stringify({ Records: entries }), { level: 9 }));
}

const night = records.length;
nextHour();
const later = join(root, 'later');
mkdirSync(later, { recursive: true });
writeFileSync(
  join(later, `${account}_CloudTrail_${region}_20260314T0320Z_demo0004.json`),
  `${JSON.stringify({ Records: records.slice(night) }, null, 2)}\n`,
);
process.stderr.write(`${records.length} records in ${quarters.size} files\n`);
