import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { policy, trust } from './documents.ts';

const flat = useProject('flat');

runCases(
  flat,
  'identities',
  [
    {
      name: 'trust policy with another service',
      by: 'console human',
      act: ({ iam }) =>
        iam.updateAssumeRolePolicy({
          RoleName: 'storefront-web',
          PolicyDocument: trust('ec2.amazonaws.com', 'ssm.amazonaws.com'),
        }),
      expect: {
        kind: 'codified',
        at: ['aws_iam_role.web'],
        in: ['iam.tf'],
        writes: ['"ssm.amazonaws.com"'],
      },
    },
    {
      name: 'action added to an inline policy',
      by: 'cli human',
      act: ({ iam }) =>
        iam.putRolePolicy({
          RoleName: 'storefront-web',
          PolicyName: 'metrics',
          PolicyDocument: policy({
            Effect: 'Allow',
            Action: ['cloudwatch:PutMetricData', 'logs:PutLogEvents'],
            Resource: '*',
          }),
        }),
      expect: {
        kind: 'codified',
        at: ['aws_iam_role_policy.web_metrics', 'aws_iam_role.web'],
        in: ['iam.tf'],
        writes: ['"logs:PutLogEvents"'],
      },
    },
    {
      name: 'new version of a policy kept in a heredoc',
      by: 'cli human',
      act: ({ iam, text }) =>
        iam.createPolicyVersion({
          PolicyArn: text('aws_iam_policy.assets_rw', 'arn'),
          SetAsDefault: true,
          PolicyDocument: policy({
            Sid: 'Assets',
            Effect: 'Allow',
            Action: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
            Resource: 'arn:aws:s3:::storefront-assets-prod/*',
          }),
        }),
      expect: {
        kind: 'codified',
        at: ['aws_iam_policy.assets_rw'],
        in: ['iam.tf'],
        writes: ['"s3:DeleteObject"'],
      },
    },
    {
      name: 'role described and given longer sessions',
      by: 'console human',
      act: ({ iam }) =>
        iam.updateRole({
          RoleName: 'storefront-worker',
          Description: 'Functions of the storefront',
          MaxSessionDuration: 7200,
        }),
      expect: {
        kind: 'codified',
        at: ['aws_iam_role.worker'],
        in: ['iam.tf'],
        writes: ['description = "Functions of the storefront"', 'max_session_duration = 7200'],
      },
    },
    {
      name: 'user retagged',
      by: 'deploy role by hand',
      act: ({ iam }) =>
        iam.tagUser({ UserName: 'storefront-deployer', Tags: [{ Key: 'Team', Value: 'core' }] }),
      expect: {
        kind: 'codified',
        at: ['aws_iam_user.deployer'],
        in: ['iam.tf'],
        writes: ['Team = "core"'],
      },
    },
    {
      name: 'managed policy attached to a role',
      by: 'on call',
      act: ({ iam }) =>
        iam.attachRolePolicy({
          RoleName: 'storefront-web',
          PolicyArn: 'arn:aws:iam::aws:policy/AmazonSSMManagedInstanceCore',
        }),
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_iam_role.web'],
        in: ['iam.tf', 'imports.tf'],
        writes: ['policy_arn = "arn:aws:iam::aws:policy/AmazonSSMManagedInstanceCore"'],
      },
    },
    {
      name: 'managed policy detached',
      by: 'security bot',
      act: ({ iam }) =>
        iam.detachRolePolicy({
          RoleName: 'storefront-worker',
          PolicyArn: 'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole',
        }),
      expect: {
        kind: 'removed',
        at: ['aws_iam_role_policy_attachment.worker_logs'],
        in: ['iam.tf'],
        drops: ['resource "aws_iam_role_policy_attachment" "worker_logs" {'],
      },
    },
  ],
  { args: ['--adopt', 'related'] },
);
