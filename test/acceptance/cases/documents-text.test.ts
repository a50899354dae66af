import { useProject } from '../harness/project.ts';
import { runCase, runCases } from '../harness/run.ts';
import { putAlarm } from './alarm.ts';
import { allowing, edited, listed, statement } from './policy-edits.ts';

const documents = useProject('documents');

runCases(documents, 'elements of documents written as text', [
  {
    name: 'an action in a heredoc with references',
    by: 'console human',
    act: ({ iam, text }) =>
      iam.createPolicyVersion({
        PolicyArn: text('aws_iam_policy.boundary', 'arn'),
        SetAsDefault: true,
        PolicyDocument: allowing(text('aws_iam_policy.boundary', 'policy'), 'Storage', 's3:Head*'),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_iam_policy.boundary'],
      in: ['roles.tf'],
      writes: ['"Action": ["s3:Get*", "s3:List*", "s3:Head*"]'],
    },
  },
  {
    name: 'an action in a policy pasted as one string',
    by: 'cli human',
    act: ({ iam, text }) =>
      iam.putRolePolicy({
        RoleName: 'ledger-loader',
        PolicyName: 'legacy',
        PolicyDocument: allowing(
          text('aws_iam_role_policy.legacy', 'policy'),
          undefined,
          'logs:CreateLogGroup',
        ),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_iam_role_policy.legacy', 'aws_iam_role.loader'],
      in: ['roles.tf'],
      writes: ['\\"logs:PutLogEvents\\", \\"logs:CreateLogGroup\\"'],
    },
  },
  {
    name: 'a statement more for a queue',
    by: 'console human',
    act: ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text('aws_sqs_queue.returns', 'url'),
        Attributes: {
          Policy: edited(text('aws_sqs_queue.returns', 'policy'), (policy) => {
            policy.Statement.push({
              Sid: 'Readers',
              Effect: 'Allow',
              Principal: { AWS: 'arn:aws:iam::666666666666:root' },
              Action: 'sqs:ReceiveMessage',
              Resource: listed(statement(policy).Resource)[0] ?? '',
            });
          }),
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_sqs_queue.returns'],
      in: ['messaging.tf'],
      writes: ['"Sid": "Readers"', '"Action": "sqs:ReceiveMessage"'],
    },
  },
  {
    name: 'a state more in a pattern of events',
    by: 'cli human',
    act: ({ events, text }) => {
      const pattern = JSON.parse(text('aws_cloudwatch_event_rule.returns', 'event_pattern'));
      pattern.detail.state = ['open', 'disputed', 'lost'];
      return events.putRule({ Name: 'ledger-returns', EventPattern: JSON.stringify(pattern) });
    },
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_event_rule.returns'],
      in: ['signals.tf'],
      writes: ['"state": ["open", "disputed", "lost"]'],
    },
  },
  {
    name: 'a line of YAML between comments and references',
    by: 'on call',
    act: ({ cloudwatch, text }) =>
      putAlarm(cloudwatch, 'ledger-publish', {
        AlarmDescription: text('aws_cloudwatch_metric_alarm.publish', 'alarm_description').replace(
          'severity: low',
          'severity: high',
        ),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_metric_alarm.publish'],
      in: ['signals.tf'],
      writes: ['severity: high'],
      drops: ['severity: low'],
    },
  },
  {
    name: 'a policy in a file of its own',
    by: 'cli human',
    act: ({ iam, text }) =>
      iam.createPolicyVersion({
        PolicyArn: text('aws_iam_policy.vendor', 'arn'),
        SetAsDefault: true,
        PolicyDocument: allowing(
          text('aws_iam_policy.vendor', 'policy'),
          'Vendor',
          'ec2:DescribeVolumes',
        ),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_iam_policy.vendor'],
      in: ['vendor.json'],
      writes: ['"Action": ["ec2:DescribeInstances", "ec2:DescribeVolumes"]'],
    },
  },
]);

runCases(documents, 'statements of documents written as text', [
  {
    name: 'a statement that is gone from a heredoc',
    by: 'security bot',
    act: ({ iam, text }) =>
      iam.createPolicyVersion({
        PolicyArn: text('aws_iam_policy.boundary', 'arn'),
        SetAsDefault: true,
        PolicyDocument: edited(text('aws_iam_policy.boundary', 'policy'), (policy) => {
          policy.Statement = policy.Statement.filter(({ Sid }) => Sid === 'NoUsers');
        }),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_iam_policy.boundary'],
      in: ['roles.tf'],
      drops: ['"Sid": "Storage"'],
    },
  },
  {
    name: 'a condition in a heredoc',
    by: 'console human',
    act: ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text('aws_sqs_queue.returns', 'url'),
        Attributes: {
          Policy: edited(text('aws_sqs_queue.returns', 'policy'), (policy) => {
            statement(policy, 'Senders').Condition = {
              Bool: { 'aws:SecureTransport': 'true' },
            };
          }),
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_sqs_queue.returns'],
      in: ['messaging.tf'],
      writes: ['"Condition":', '"aws:SecureTransport": "true"'],
    },
  },
  {
    name: 'a step more in YAML',
    by: 'on call',
    act: ({ cloudwatch, text }) =>
      putAlarm(cloudwatch, 'ledger-publish', {
        AlarmDescription: `${text('aws_cloudwatch_metric_alarm.publish', 'alarm_description')}  - wake the desk\n`,
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_metric_alarm.publish'],
      in: ['signals.tf'],
      writes: ['- wake the desk'],
    },
  },
  {
    name: 'another effect in a file of its own',
    by: 'security bot',
    act: ({ iam, text }) =>
      iam.createPolicyVersion({
        PolicyArn: text('aws_iam_policy.vendor', 'arn'),
        SetAsDefault: true,
        PolicyDocument: edited(text('aws_iam_policy.vendor', 'policy'), (policy) => {
          statement(policy, 'Vendor').Effect = 'Deny';
        }),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_iam_policy.vendor'],
      in: ['vendor.json'],
      writes: ['"Effect": "Deny"'],
    },
  },
]);

runCase(documents, {
  name: 'a policy that a template makes',
  by: 'cli human',
  act: ({ iam, text }) =>
    iam.createPolicyVersion({
      PolicyArn: text('aws_iam_policy.rendered', 'arn'),
      SetAsDefault: true,
      PolicyDocument: allowing(
        text('aws_iam_policy.rendered', 'policy'),
        'Exports',
        's3:PutObject',
      ),
    }),
  expect: {
    kind: 'codified',
    at: ['aws_iam_policy.rendered'],
    in: ['rendered.json.tftpl'],
    writes: ['"s3:PutObject"'],
  },
});
