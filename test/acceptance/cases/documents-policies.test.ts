import { useProject } from '../harness/project.ts';
import { runCase, runCases } from '../harness/run.ts';
import { trust } from './documents.ts';
import { allowing, edited, listed, statement } from './policy-edits.ts';

const documents = useProject('documents');
const queueUrl = 'aws_sqs_queue.intake';

runCases(documents, 'elements of policy documents', [
  {
    name: 'a service more may assume a role',
    by: 'console human',
    act: ({ iam }) =>
      iam.updateAssumeRolePolicy({
        RoleName: 'ledger-batch',
        PolicyDocument: trust('ec2.amazonaws.com', 'batch.amazonaws.com'),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_iam_role.batch'],
      in: ['roles.tf'],
      writes: ['identifiers = ["ec2.amazonaws.com", "batch.amazonaws.com"]'],
      drops: ['identifiers = ["ec2.amazonaws.com"]'],
    },
  },
  {
    name: 'an action for one of two that share a list',
    by: 'cli human',
    act: ({ iam, text }) =>
      iam.putRolePolicy({
        RoleName: 'ledger-batch',
        PolicyName: 'reader',
        PolicyDocument: allowing(
          text('aws_iam_role_policy.reader', 'policy'),
          'ReadArchive',
          's3:GetObjectTagging',
        ),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_iam_role_policy.reader', 'aws_iam_role.batch'],
      in: ['roles.tf'],
      writes: ['concat(local.read_actions, ["s3:GetObjectTagging"])'],
    },
  },
  {
    name: 'an action in the document that is merged in',
    by: 'on call',
    act: ({ iam, text }) =>
      iam.createPolicyVersion({
        PolicyArn: text('aws_iam_policy.publisher', 'arn'),
        SetAsDefault: true,
        PolicyDocument: allowing(
          text('aws_iam_policy.publisher', 'policy'),
          'Metrics',
          'cloudwatch:GetMetricData',
        ),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_iam_policy.publisher'],
      in: ['roles.tf'],
      writes: ['["cloudwatch:PutMetricData", "cloudwatch:GetMetricData"]'],
    },
  },
  {
    name: 'a partner more in generated statements',
    by: 'console human',
    act: ({ s3, text }) =>
      s3.putBucketPolicy({
        Bucket: 'ledger-exports-prod',
        Policy: edited(text('aws_s3_bucket_policy.exports', 'policy'), (policy) => {
          policy.Statement.push({
            ...statement(policy, 'Acme'),
            Sid: 'Initech',
            Principal: { AWS: 'arn:aws:iam::444444444444:root' },
          });
        }),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket_policy.exports'],
      in: ['storage.tf'],
      writes: ['Initech = {', 'account = "444444444444"', 'actions = ["s3:GetObject"]'],
    },
  },
  {
    name: 'a second condition on a queue',
    by: 'security bot',
    act: ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text(queueUrl, 'url'),
        Attributes: {
          Policy: edited(text('aws_sqs_queue_policy.intake', 'policy'), (policy) => {
            const found = statement(policy, 'FromTopic');
            found.Condition = {
              ...found.Condition,
              StringEquals: { 'aws:SourceAccount': '123456789012' },
            };
          }),
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_sqs_queue_policy.intake', queueUrl],
      in: ['messaging.tf'],
      writes: ['test = "StringEquals"', 'variable = "aws:SourceAccount"'],
    },
  },
  {
    name: 'one of the documents made for each team',
    by: 'cli human',
    act: ({ iam, text }) =>
      iam.putRolePolicy({
        RoleName: 'ledger-audit',
        PolicyName: 'tables',
        PolicyDocument: allowing(
          text('aws_iam_role_policy.team["audit"]', 'policy'),
          undefined,
          'dynamodb:Scan',
        ),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_iam_role_policy.team["audit"]', 'aws_iam_role.team["audit"]'],
      in: ['roles.tf'],
      writes: ['actions = ["dynamodb:Query", "dynamodb:Scan"]'],
    },
  },
  {
    name: 'a document handed to a module',
    by: 'console human',
    act: ({ iam, text }) =>
      iam.putRolePolicy({
        RoleName: 'ledger-worker',
        PolicyName: 'worker',
        PolicyDocument: edited(
          text('module.worker.aws_iam_role_policy.this', 'policy'),
          (policy) => {
            const found = statement(policy);
            found.Action = listed(found.Action).filter((each) => each !== 'sqs:DeleteMessage');
          },
        ),
      }),
    expect: {
      kind: 'codified',
      at: ['module.worker.aws_iam_role_policy.this', 'module.worker.aws_iam_role.this'],
      in: ['roles.tf'],
      writes: ['actions = ["sqs:ReceiveMessage"]'],
      drops: ['"sqs:DeleteMessage"'],
    },
  },
]);

runCases(documents, 'statements of policy documents', [
  {
    name: 'two people change two statements of one document',
    by: 'console human',
    act: async ({ iam, as, text, wait }) => {
      const names = { RoleName: 'ledger-batch', PolicyName: 'reader' };
      const first = allowing(
        text('aws_iam_role_policy.reader', 'policy'),
        'Parameters',
        'ssm:GetParameters',
      );
      await iam.putRolePolicy({ ...names, PolicyDocument: first });
      wait(600);
      const second = edited(first, (policy) => {
        statement(policy, 'ReadArchive').Resource = `${listed(
          statement(policy, 'ReadArchive').Resource,
        ).find((each) => each.endsWith('/*'))}`;
      });
      await as('on call').iam.putRolePolicy({ ...names, PolicyDocument: second });
    },
    expect: {
      kind: 'codified',
      at: ['aws_iam_role_policy.reader', 'aws_iam_role.batch'],
      in: ['roles.tf'],
      writes: [
        'actions = ["ssm:GetParameter", "ssm:GetParameters"]',
        'resources = ["${aws_s3_bucket.archive.arn}/*"]',
      ],
    },
  },
  {
    name: 'a statement more, about a resource that the code has',
    by: 'cli human',
    act: ({ iam, text }) =>
      iam.createPolicyVersion({
        PolicyArn: text('aws_iam_policy.publisher', 'arn'),
        SetAsDefault: true,
        PolicyDocument: edited(text('aws_iam_policy.publisher', 'policy'), (policy) => {
          policy.Statement.push({
            Sid: 'Exports',
            Effect: 'Allow',
            Action: ['s3:PutObject', 's3:AbortMultipartUpload'],
            Resource: 'arn:aws:s3:::ledger-exports-prod/*',
          });
        }),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_iam_policy.publisher'],
      in: ['roles.tf'],
      writes: ['sid = "Exports"', 'resources = ["${aws_s3_bucket.exports.arn}/*"]'],
    },
  },
  {
    name: 'a partner less in generated statements',
    by: 'security bot',
    act: ({ s3, text }) =>
      s3.putBucketPolicy({
        Bucket: 'ledger-exports-prod',
        Policy: edited(text('aws_s3_bucket_policy.exports', 'policy'), (policy) => {
          policy.Statement = policy.Statement.filter(({ Sid }) => Sid !== 'Acme');
        }),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket_policy.exports'],
      in: ['storage.tf'],
      drops: ['Acme = {', 'account = "111111111111"'],
    },
  },
  {
    name: 'a condition is gone',
    by: 'on call',
    act: ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text(queueUrl, 'url'),
        Attributes: {
          Policy: edited(text('aws_sqs_queue_policy.intake', 'policy'), (policy) => {
            delete statement(policy, 'FromTopic').Condition;
          }),
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_sqs_queue_policy.intake', queueUrl],
      in: ['messaging.tf'],
      drops: ['condition {', 'test = "ArnEquals"'],
    },
  },
  {
    name: 'another account may assume the roles of the teams',
    by: 'console human',
    act: async ({ iam, text }) => {
      for (const team of ['audit', 'finance']) {
        await iam.updateAssumeRolePolicy({
          RoleName: `ledger-${team}`,
          PolicyDocument: edited(
            text(`aws_iam_role.team["${team}"]`, 'assume_role_policy'),
            (policy) => {
              statement(policy).Principal = {
                AWS: ['arn:aws:iam::123456789012:root', 'arn:aws:iam::555555555555:root'],
              };
            },
          ),
        });
      }
    },
    expect: {
      kind: 'codified',
      at: ['aws_iam_role.team["audit"]', 'aws_iam_role.team["finance"]'],
      in: ['roles.tf'],
      writes: ['["arn:aws:iam::${local.account}:root", "arn:aws:iam::555555555555:root"]'],
    },
  },
  {
    name: 'a statement that denies now',
    by: 'security bot',
    act: ({ iam, text }) =>
      iam.putRolePolicy({
        RoleName: 'ledger-worker',
        PolicyName: 'worker',
        PolicyDocument: edited(
          text('module.worker.aws_iam_role_policy.this', 'policy'),
          (policy) => {
            statement(policy).Effect = 'Deny';
          },
        ),
      }),
    expect: {
      kind: 'codified',
      at: ['module.worker.aws_iam_role_policy.this', 'module.worker.aws_iam_role.this'],
      in: ['roles.tf'],
      writes: ['effect = "Deny"'],
    },
  },
]);

runCase(documents, {
  name: 'statements in another order, lists in another form',
  by: 'cli human',
  act: ({ iam, text }) =>
    iam.putRolePolicy({
      RoleName: 'ledger-batch',
      PolicyName: 'reader',
      PolicyDocument: edited(text('aws_iam_role_policy.reader', 'policy'), (policy) => {
        policy.Statement.reverse();
        for (const each of policy.Statement) each.Action = listed(each.Action).reverse();
      }),
    }),
  expect: { kind: 'untouched', trace: ['no-effect'] },
});

runCase(documents, {
  name: 'an inline policy that was made and taken away again',
  by: 'on call',
  act: async ({ iam, text, wait }) => {
    const names = { RoleName: 'ledger-batch', PolicyName: 'break-glass' };
    const PolicyDocument = text('aws_iam_role_policy.reader', 'policy');
    await iam.putRolePolicy({ ...names, PolicyDocument });
    wait(900);
    await iam.deleteRolePolicy(names);
  },
  expect: { kind: 'untouched', trace: ['reverted'] },
});
