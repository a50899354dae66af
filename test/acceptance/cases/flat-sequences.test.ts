import { jsonAt } from '../../../src/model/json.ts';
import type { Case, Cloud } from '../harness/case.ts';
import { useProject } from '../harness/project.ts';
import { runCase, runCases } from '../harness/run.ts';
import { putAlarm } from './alarm.ts';

const flat = useProject('flat');

const Bucket = 'storefront-assets-prod';
const webMetrics = { RoleName: 'storefront-web', PolicyName: 'metrics' };
const putBack: Case['expect'] = { kind: 'untouched', trace: ['reverted'] };

function metricsPolicy(...Action: readonly string[]): string {
  const Statement = [{ Effect: 'Allow', Action, Resource: '*' }];
  return JSON.stringify({ Version: '2012-10-17', Statement });
}

/** Revokes a rule and opens the same one again, to which the cloud gives a new id. */
async function reopen(
  ec2: Cloud['ec2'],
  GroupId: string,
  port: number,
  range: { readonly CidrIp: string; readonly Description: string },
): Promise<void> {
  const permission = { IpProtocol: 'tcp', FromPort: port, ToPort: port, IpRanges: [range] };
  const rule = { GroupId, IpPermissions: [permission] };
  await ec2.revokeSecurityGroupIngress(rule);
  await ec2.authorizeSecurityGroupIngress(rule);
}

runCases(flat, 'deleted and made again as it was', [
  {
    name: 'public access block',
    by: 'console human',
    act: async ({ s3 }) => {
      await s3.deletePublicAccessBlock({ Bucket });
      await s3.putPublicAccessBlock({
        Bucket,
        PublicAccessBlockConfiguration: { BlockPublicAcls: true, IgnorePublicAcls: true },
      });
    },
    expect: putBack,
  },
  {
    name: 'policy of a role',
    by: 'cli human',
    act: async ({ iam }) => {
      await iam.deleteRolePolicy(webMetrics);
      await iam.putRolePolicy({
        ...webMetrics,
        PolicyDocument: metricsPolicy('cloudwatch:PutMetricData'),
      });
    },
    expect: putBack,
  },
  {
    name: 'alarm',
    by: 'on call',
    act: async ({ cloudwatch }) => {
      const name = 'storefront-sale-cpu';
      const { MetricAlarms = [] } = await cloudwatch.describeAlarms({ AlarmNames: [name] });
      const [alarm] = MetricAlarms;
      await cloudwatch.deleteAlarms({ AlarmNames: [name] });
      await cloudwatch.putMetricAlarm({
        AlarmName: name,
        Namespace: alarm?.Namespace,
        MetricName: alarm?.MetricName,
        Statistic: alarm?.Statistic,
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
        Threshold: 80,
        Period: 300,
        EvaluationPeriods: 2,
      });
    },
    expect: putBack,
  },
  {
    name: 'rule of its own, under a new id',
    by: 'on call',
    act: ({ ec2, text }) =>
      reopen(ec2, text('aws_security_group.db'), 5432, {
        CidrIp: '10.20.9.0/28',
        Description: 'PostgreSQL from the bastion',
      }),
    expect: putBack,
  },
  {
    name: 'rule of the older kind',
    by: 'console human',
    act: ({ ec2, text }) =>
      reopen(ec2, text('aws_security_group.cache'), 6379, {
        CidrIp: '10.20.0.0/16',
        Description: 'redis from the vpc',
      }),
    expect: putBack,
  },
]);

runCases(flat, 'deleted and made again with other values', [
  {
    name: 'ownership controls',
    by: 'console human',
    act: async ({ s3 }) => {
      await s3.deleteBucketOwnershipControls({ Bucket });
      await s3.putBucketOwnershipControls({
        Bucket,
        OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      });
    },
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket_ownership_controls.assets'],
      in: ['storage.tf'],
      writes: ['object_ownership = "BucketOwnerEnforced"'],
      trace: ['reverted'],
    },
  },
  {
    name: 'policy of a role',
    by: 'cli human',
    act: async ({ iam }) => {
      await iam.deleteRolePolicy(webMetrics);
      await iam.putRolePolicy({
        ...webMetrics,
        PolicyDocument: metricsPolicy('cloudwatch:PutMetricData', 'cloudwatch:GetMetricData'),
      });
    },
    expect: {
      kind: 'codified',
      at: ['aws_iam_role_policy.web_metrics'],
      in: ['iam.tf'],
      writes: ['cloudwatch:GetMetricData'],
      trace: ['reverted'],
    },
  },
  {
    name: 'put, deleted and put by two people',
    by: 'console human',
    act: async ({ s3, as }) => {
      const put = (maxAge: number, client = s3) =>
        client.putBucketCors({
          Bucket,
          CORSConfiguration: {
            CORSRules: [
              {
                AllowedMethods: ['GET', 'HEAD'],
                AllowedOrigins: ['https://shop.example.com'],
                AllowedHeaders: ['*'],
                MaxAgeSeconds: maxAge,
              },
            ],
          },
        });
      await put(60);
      await s3.deleteBucketCors({ Bucket });
      await put(600, as('on call').s3);
    },
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket_cors_configuration.assets'],
      in: ['storage.tf'],
      writes: ['max_age_seconds = 600'],
      trace: ['reverted'],
    },
  },
]);

runCase(flat, {
  name: 'two thresholds in one second',
  by: 'console human',
  act: async ({ cloudwatch, as, rewrite }) => {
    await putAlarm(cloudwatch, 'storefront-orders-age', { Threshold: 900 });
    await putAlarm(as('on call').cloudwatch, 'storefront-orders-age', { Threshold: 600 });
    rewrite((records) => {
      const time = jsonAt(records[0], 'eventTime') ?? null;
      return records.map((record) => ({ ...record, eventTime: time }));
    });
  },
  expect: { kind: 'untouched', trace: ['redacted'] },
});
