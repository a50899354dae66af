import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { jsonAt } from '../../../src/model/json.ts';
import { type Clients, createClients } from './clients.ts';
import type { PersonaName } from './personas.ts';
import { type Answer, createRecorder } from './recorder.ts';

const done: Answer = { kind: 'done', output: {} };

async function record(
  act: (aws: Clients) => Promise<unknown>,
  { persona = 'console human' as PersonaName, answer = done } = {},
): Promise<JsonObject> {
  const recorder = createRecorder('details');
  await act(createClients({ endpoint: 'http://127.0.0.1:1', recorder, persona, answer }));
  return recorder.records[0] ?? {};
}

const requests: readonly (readonly [string, (aws: Clients) => Promise<unknown>, Json])[] = [
  [
    'rules in items, absent lists as empty objects',
    ({ ec2 }) =>
      ec2.authorizeSecurityGroupIngress({
        GroupId: 'sg-1',
        IpPermissions: [
          { IpProtocol: 'tcp', FromPort: 22, ToPort: 22, IpRanges: [{ CidrIp: '192.0.2.1/32' }] },
        ],
      }),
    {
      groupId: 'sg-1',
      ipPermissions: {
        items: [
          {
            ipProtocol: 'tcp',
            fromPort: 22,
            toPort: 22,
            groups: {},
            ipRanges: { items: [{ cidrIp: '192.0.2.1/32' }] },
            ipv6Ranges: {},
            prefixListIds: {},
          },
        ],
      },
    },
  ],
  [
    'a newer EC2 action as the XML it was',
    ({ ec2 }) =>
      ec2.modifySecurityGroupRules({
        GroupId: 'sg-1',
        SecurityGroupRules: [
          {
            SecurityGroupRuleId: 'sgr-1',
            SecurityGroupRule: {
              IpProtocol: 'tcp',
              FromPort: 1,
              ToPort: 2,
              CidrIpv4: '10.0.0.0/8',
            },
          },
        ],
      }),
    {
      ModifySecurityGroupRulesRequest: {
        GroupId: 'sg-1',
        SecurityGroupRule: {
          SecurityGroupRuleId: 'sgr-1',
          SecurityGroupRule: { IpProtocol: 'tcp', FromPort: 1, ToPort: 2, CidrIpv4: '10.0.0.0/8' },
          tag: 1,
        },
      },
    },
  ],
  [
    'attributes of an instance in value objects',
    ({ ec2 }) =>
      ec2.modifyInstanceAttribute({ InstanceId: 'i-1', DisableApiTermination: { Value: true } }),
    { instanceId: 'i-1', disableApiTermination: { value: true } },
  ],
  [
    'a bucket policy as an object',
    ({ s3 }) => s3.putBucketPolicy({ Bucket: 'b', Policy: '{"Version":"2012-10-17"}' }),
    {
      bucketName: 'b',
      Host: 'b.s3.us-east-1.amazonaws.com',
      policy: '',
      bucketPolicy: { Version: '2012-10-17' },
    },
  ],
  [
    'bucket tags with guessed types, one of them no list',
    ({ s3 }) =>
      s3.putBucketTagging({ Bucket: 'b', Tagging: { TagSet: [{ Key: 'Public', Value: 'true' }] } }),
    {
      bucketName: 'b',
      Host: 'b.s3.us-east-1.amazonaws.com',
      tagging: '',
      Tagging: {
        xmlns: 'http://s3.amazonaws.com/doc/2006-03-01/',
        TagSet: { Tag: { Key: 'Public', Value: true } },
      },
    },
  ],
  [
    'the value of a parameter hidden',
    ({ ssm }) => ssm.putParameter({ Name: '/p', Value: 'secret', Type: 'String', Overwrite: true }),
    { name: '/p', value: 'HIDDEN_DUE_TO_SECURITY_REASONS', type: 'String', overwrite: true },
  ],
  [
    'queue attributes under their own names',
    ({ sqs }) => sqs.setQueueAttributes({ QueueUrl: 'u', Attributes: { DelaySeconds: '5' } }),
    { queueUrl: 'u', attributes: { DelaySeconds: '5' } },
  ],
];

const names: readonly (readonly [string, (aws: Clients) => Promise<unknown>])[] = [
  [
    'PutBucketPublicAccessBlock',
    ({ s3 }) => s3.putPublicAccessBlock({ Bucket: 'b', PublicAccessBlockConfiguration: {} }),
  ],
  [
    'PutBucketLifecycle',
    ({ s3 }) =>
      s3.putBucketLifecycleConfiguration({ Bucket: 'b', LifecycleConfiguration: { Rules: [] } }),
  ],
  ['TagResource20170331v2', ({ lambda }) => lambda.tagResource({ Resource: 'arn', Tags: {} })],
  [
    'PutRetentionPolicy',
    ({ logs }) => logs.putRetentionPolicy({ logGroupName: 'l', retentionInDays: 1 }),
  ],
];

describe('recorder', () => {
  it.each(requests)('prints %s', async (_what, act, expected) => {
    expect((await record(act))['requestParameters']).toEqual(expected);
  });

  it.each(names)('names %s as CloudTrail does', async (name, act) => {
    expect((await record(act))['eventName']).toBe(name);
  });

  it('puts the user agent in brackets for S3 only', async () => {
    const s3 = await record(({ s3 }) => s3.deleteBucketCors({ Bucket: 'b' }));
    const iam = await record(({ iam }) => iam.deleteRole({ RoleName: 'r' }));

    expect(s3['userAgent']).toMatch(/^\[Mozilla.*\]$/);
    expect(iam['userAgent']).toMatch(/^Mozilla/);
  });

  it('marks calls from the console, and no others', async () => {
    const act = ({ iam }: Clients) => iam.deleteRole({ RoleName: 'r' });
    const cli = await record(act, { persona: 'cli human' });

    expect((await record(act))['sessionCredentialFromConsole']).toBe('true');
    expect(cli).not.toHaveProperty('sessionCredentialFromConsole');
    expect(jsonAt(cli['userIdentity'], 'type')).toBe('IAMUser');
  });

  it('keeps the request of a refused call, without a response', async () => {
    const refused = await record(({ ec2 }) => ec2.deleteSecurityGroup({ GroupId: 'sg-1' }), {
      answer: { kind: 'refused', code: 'UnauthorizedOperation', message: 'no' },
    });

    expect(refused).toMatchObject({
      errorCode: 'Client.UnauthorizedOperation',
      requestParameters: { groupId: 'sg-1' },
      responseElements: null,
      readOnly: false,
    });
  });

  it('gives every record its own id and time, the same in every run', async () => {
    const run = async (): Promise<readonly JsonObject[]> => {
      const recorder = createRecorder('same');
      const options = { endpoint: 'http://127.0.0.1:1', recorder, answer: done };
      const { sqs } = createClients({ ...options, persona: 'cost bot' });
      await sqs.purgeQueue({ QueueUrl: 'u' });
      recorder.wait(60);
      await sqs.purgeQueue({ QueueUrl: 'u' });
      return recorder.records;
    };
    const [first, second] = await run();

    expect(first?.['eventID']).not.toBe(second?.['eventID']);
    expect(first?.['eventTime']).toBe('2025-03-04T09:00:07Z');
    expect(second?.['eventTime']).toBe('2025-03-04T09:01:14Z');
    expect(await run()).toEqual([first, second]);
  });
});
