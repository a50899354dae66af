import { expect } from 'vitest';
import type { Drift } from '../../../src/model/drift.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import type { Report } from '../../../src/model/report.ts';
import { asUnknown, readBackCases, withoutMember, withoutRequest } from './readback.ts';

const only = (report: Report, address: string): Partial<Drift> | undefined =>
  report.drifts.find((drift) => drift.address === address);

const confirmed = (address: string) => (report: Report) =>
  expect(only(report, address)).toMatchObject({ basis: 'confirmed', live: { kind: 'value' } });

readBackCases('values that the log hides, cuts or gets wrong', [
  {
    name: 'variables of a function, of which the log has none',
    by: 'console human',
    act: ({ lambda }) =>
      lambda.updateFunctionConfiguration({
        FunctionName: 'press',
        Environment: { Variables: { LOG_LEVEL: 'info', MAX_EDGE: '4096' } },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_lambda_function.press'],
      in: ['compute.tf'],
      writes: ['MAX_EDGE = "4096"'],
    },
    says: confirmed('aws_lambda_function.press'),
  },
  {
    name: 'a parameter whose value is public, and masked all the same',
    by: 'console human',
    act: ({ ssm }) =>
      ssm.putParameter({ Name: '/press/banner', Value: 'Closed today', Overwrite: true }),
    expect: {
      kind: 'codified',
      at: ['aws_ssm_parameter.banner'],
      in: ['secrets.tf'],
      writes: ['insecure_value = "Closed today"'],
    },
    says: confirmed('aws_ssm_parameter.banner'),
  },
  {
    name: 'the same where a local has the value',
    by: 'console human',
    act: ({ ssm }) =>
      ssm.putParameter({ Name: '/press/motto', Value: 'Print it well', Overwrite: true }),
    expect: {
      kind: 'codified',
      at: ['aws_ssm_parameter.motto'],
      in: ['messaging.tf'],
      writes: ['motto = "Print it well"'],
    },
  },
  {
    name: 'user data of a launch template',
    by: 'console human',
    act: ({ ec2, text }) =>
      ec2.createLaunchTemplateVersion({
        LaunchTemplateId: text('aws_launch_template.pool'),
        SourceVersion: '1',
        LaunchTemplateData: {
          UserData: Buffer.from('#!/bin/sh\necho deeper pool\n').toString('base64'),
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_launch_template.pool'],
      in: ['compute.tf'],
      writes: ['echo deeper pool'],
    },
  },
  {
    name: 'the policy of a bucket, cut for its size',
    by: 'console human',
    act: async ({ s3, text, rewrite }) => {
      const before = JSON.parse(text('aws_s3_bucket_policy.assets', 'policy')) as JsonObject;
      const Policy = JSON.stringify(before).replace('s3:GetObject', 's3:GetObjectVersion');
      await s3.putBucketPolicy({ Bucket: 'press-assets-4711', Policy });
      rewrite((records) => records.map((record) => withoutMember(record, 'bucketPolicy')));
    },
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket_policy.assets'],
      in: ['messaging.tf'],
      writes: ['s3:GetObjectVersion'],
    },
  },
  {
    name: 'the policy of a role, cut for its size',
    by: 'console human',
    act: async ({ iam, text, rewrite }) => {
      const before = text('aws_iam_role_policy.worker', 'policy');
      await iam.putRolePolicy({
        RoleName: 'press-worker',
        PolicyName: 'press-worker',
        PolicyDocument: before.replace('s3:GetObject', 's3:PutObject'),
      });
      rewrite((records) => records.map((record) => withoutMember(record, 'policyDocument')));
    },
    expect: {
      kind: 'codified',
      at: ['aws_iam_role_policy.worker'],
      in: ['compute.tf'],
      writes: ['s3:PutObject'],
    },
  },
  {
    name: 'a request that is left out as a whole',
    by: 'console human',
    act: async ({ rds, rewrite }) => {
      await rds.modifyDBInstance({
        DBInstanceIdentifier: 'press-archive',
        BackupRetentionPeriod: 14,
        ApplyImmediately: true,
      });
      rewrite((records) => records.map(withoutRequest));
    },
    expect: {
      kind: 'codified',
      at: ['aws_db_instance.archive'],
      in: ['secrets.tf'],
      writes: ['backup_retention_period = 14'],
    },
  },
  {
    name: 'an operation that nobody knows, on an instance of a module',
    by: 'console human',
    act: async ({ sqs, text, rewrite }) => {
      await sqs.setQueueAttributes({
        QueueUrl: text('module.returns[1].aws_sqs_queue.this'),
        Attributes: { DelaySeconds: '20' },
      });
      rewrite((records) => records.map(asUnknown));
    },
    expect: {
      kind: 'codified',
      at: ['module.returns[1].aws_sqs_queue.this'],
      in: ['terraform.tfvars'],
      writes: ['delays = [5, 20]'],
      trace: ['unknown-operation'],
    },
    says: confirmed('module.returns[1].aws_sqs_queue.this'),
  },
  {
    name: 'a log that tells another value: the live one is written',
    by: 'console human',
    act: async ({ sqs, text, rewrite }) => {
      await sqs.setQueueAttributes({
        QueueUrl: text('aws_sqs_queue.jobs["print"]'),
        Attributes: { VisibilityTimeout: '90' },
      });
      rewrite((records) => JSON.parse(JSON.stringify(records).replaceAll('"90"', '"45"')));
    },
    expect: {
      kind: 'codified',
      at: ['aws_sqs_queue.jobs["print"]'],
      in: ['terraform.tfvars'],
      writes: ['visibility = 90'],
    },
    says: (report) =>
      expect(only(report, 'aws_sqs_queue.jobs["print"]')).toMatchObject({
        basis: 'confirmed',
        live: { kind: 'value', value: 90 },
        loggedValue: { kind: 'value', value: 45 },
      }),
  },
  {
    name: 'calls whose order the log lost',
    by: 'console human',
    act: async ({ sqs, text, rewrite }) => {
      const QueueUrl = text('aws_sqs_queue.jobs["bind"]');
      await sqs.setQueueAttributes({ QueueUrl, Attributes: { VisibilityTimeout: '75' } });
      await sqs.setQueueAttributes({ QueueUrl, Attributes: { VisibilityTimeout: '120' } });
      // The last call carries the time of the first, and the other way round.
      rewrite((records) => {
        const times = records.map(({ eventTime }) => eventTime ?? null).reverse();
        return records.map((record, at) => ({ ...record, eventTime: times[at] ?? null }));
      });
    },
    expect: {
      kind: 'codified',
      at: ['aws_sqs_queue.jobs["bind"]'],
      in: ['terraform.tfvars'],
      writes: ['visibility = 120'],
    },
  },
  {
    name: 'a value in a loop that an unknown operation set',
    by: 'console human',
    act: async ({ sqs, text, rewrite }) => {
      await sqs.setQueueAttributes({
        QueueUrl: text('aws_sqs_queue.jobs["trim"]'),
        Attributes: { MessageRetentionPeriod: '172800' },
      });
      rewrite((records) => records.map(asUnknown));
    },
    expect: {
      kind: 'codified',
      at: ['aws_sqs_queue.jobs["trim"]'],
      in: ['terraform.tfvars'],
      writes: ['retention = 172800'],
      trace: ['unknown-operation'],
    },
  },
  {
    name: 'a queue that is gone',
    by: 'console human',
    act: ({ sqs, text }) => sqs.deleteQueue({ QueueUrl: text('aws_sqs_queue.scraps') }),
    expect: {
      kind: 'removed',
      at: ['aws_sqs_queue.scraps'],
      in: ['messaging.tf'],
      drops: ['resource "aws_sqs_queue" "scraps" {'],
    },
    says: (report) =>
      expect(only(report, 'aws_sqs_queue.scraps')).toMatchObject({
        basis: 'confirmed',
        live: { kind: 'absent' },
      }),
  },
]);
