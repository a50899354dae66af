import { expect } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { asUnknown, readBackCases } from './readback.ts';

const unresolvedAt = (report: Report, address: string) =>
  report.unresolved.filter((each) => each.address === address).map(({ code }) => code);

const hidden =
  (address: string, code: string = 'value-not-in-log') =>
  (report: Report) => {
    const drifts = report.drifts.filter((drift) => drift.address === address);

    expect(drifts.map(({ live }) => live.kind)).toEqual(['redacted']);
    expect(unresolvedAt(report, address)).toEqual([code]);
  };

const denied = (address: string) => (report: Report) => {
  const reverted = report.reverted.filter((each) => each.address === address);

  expect(report.drifts.filter((drift) => drift.address === address)).toEqual([]);
  expect(reverted.map(({ because }) => typeof because)).toEqual(['string']);
};

readBackCases('what is not written', [
  {
    name: 'the password of a database',
    by: 'console human',
    act: ({ rds }) =>
      rds.modifyDBInstance({
        DBInstanceIdentifier: 'press-archive',
        MasterUserPassword: 'second-password-4711',
        ApplyImmediately: true,
      }),
    expect: { kind: 'untouched', trace: ['redacted'] },
    says: hidden('aws_db_instance.archive'),
  },
  {
    name: 'a parameter that is a secret',
    by: 'console human',
    act: ({ ssm }) =>
      ssm.putParameter({
        Name: '/press/api-key',
        Value: 'sk-second-key',
        Type: 'SecureString',
        Overwrite: true,
      }),
    expect: { kind: 'untouched', trace: ['redacted'] },
    says: hidden('aws_ssm_parameter.api_key'),
  },
  {
    name: 'the value of a secret',
    by: 'console human',
    act: ({ secrets }) =>
      secrets.putSecretValue({ SecretId: 'press-signing', SecretString: 'second-signing-key' }),
    expect: { kind: 'untouched', trace: ['redacted'] },
  },
  {
    name: 'a variable of a function that the code calls sensitive',
    by: 'console human',
    act: ({ lambda }) =>
      lambda.updateFunctionConfiguration({
        FunctionName: 'mailer',
        Environment: { Variables: { SENDER: 'press@example.com', TOKEN: 'second-token' } },
      }),
    expect: { kind: 'untouched', trace: ['redacted'] },
    says: hidden('aws_lambda_function.mailer', 'credential'),
  },
  {
    name: 'user data of an instance, of which the provider keeps a hash',
    by: 'console human',
    act: async ({ ec2, text }) => {
      await ec2.modifyInstanceAttribute({
        InstanceId: text('aws_instance.worker'),
        UserData: { Value: Buffer.from(btoa('#!/bin/sh\necho other\n')) },
      });
    },
    expect: { kind: 'untouched', trace: ['redacted'] },
    says: (report) => {
      const [drift] = report.drifts.filter(({ address }) => address === 'aws_instance.worker');

      expect(drift).toMatchObject({ path: ['user_data'], live: { kind: 'unknown' } });
    },
  },
  {
    name: 'a call that the log tells of and that never was',
    by: 'console human',
    act: ({ reported, text }) =>
      reported().sqs.setQueueAttributes({
        QueueUrl: text('aws_sqs_queue.proofs'),
        Attributes: { DelaySeconds: '60' },
      }),
    expect: { kind: 'untouched', trace: ['reverted'] },
    says: denied('aws_sqs_queue.proofs'),
  },
  {
    name: 'a change that was put back where no log looked',
    by: 'console human',
    act: async ({ sqs, text, rewrite }) => {
      const QueueUrl = text('aws_sqs_queue.jobs["print"]');
      await sqs.setQueueAttributes({ QueueUrl, Attributes: { VisibilityTimeout: '90' } });
      await sqs.setQueueAttributes({ QueueUrl, Attributes: { VisibilityTimeout: '30' } });
      rewrite((records) => records.slice(0, 1));
    },
    expect: { kind: 'untouched', trace: ['reverted'] },
    says: denied('aws_sqs_queue.jobs["print"]'),
  },
  {
    name: 'a deletion that the log tells of and that never was',
    by: 'console human',
    act: ({ reported, text }) =>
      reported().sqs.deleteQueue({ QueueUrl: text('aws_sqs_queue.scraps') }),
    expect: { kind: 'untouched', trace: ['reverted'] },
    says: denied('aws_sqs_queue.scraps'),
  },
  {
    name: 'an operation that nobody knows and that changed nothing',
    by: 'console human',
    act: async ({ reported, text, rewrite }) => {
      await reported().sqs.setQueueAttributes({
        QueueUrl: text('aws_sqs_queue.inks'),
        Attributes: { DelaySeconds: '60' },
      });
      rewrite((records) => records.map(asUnknown));
    },
    expect: { kind: 'untouched', trace: ['unknown-operation', 'no-effect'] },
    says: (report) => expect(unresolvedAt(report, 'aws_sqs_queue.inks')).toEqual([]),
  },
  {
    name: 'a change without an event, beside one with an event',
    by: 'console human',
    act: async ({ sqs, text, rewrite }) => {
      const QueueUrl = text('aws_sqs_queue.plates');
      await sqs.setQueueAttributes({ QueueUrl, Attributes: { DelaySeconds: '30' } });
      await sqs.tagQueue({ QueueUrl, Tags: { Team: 'press' } });
      rewrite((records) => records.slice(1));
    },
    expect: { kind: 'untouched', trace: ['no-effect'] },
    says: ({ pending = [] }) =>
      expect(pending).toMatchObject([
        {
          drift: { address: 'aws_sqs_queue.plates', path: ['delay_seconds'], basis: 'confirmed' },
          kept: false,
        },
      ]),
  },
]);
