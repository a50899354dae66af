import { ECR } from '@aws-sdk/client-ecr';
import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { policy, trust } from './documents.ts';

const companions = useProject('companions');
const options = { args: ['--verify', 'plan'], appliedOnce: true } as const;

/*
 * The state is that of a single apply: a role does not know its attachments yet, a bucket its
 * companions, or a group its rules. Each change is proved all the same.
 */

runCases(
  companions,
  'identities of which the state is old',
  [
    {
      name: 'session length of a role with attachments and inline policies',
      by: 'console human',
      act: ({ iam, text }) =>
        iam.updateRole({
          RoleName: 'courier',
          Description: text('aws_iam_role.courier', 'description'),
          MaxSessionDuration: 7200,
        }),
      expect: {
        kind: 'codified',
        at: ['aws_iam_role.courier'],
        in: ['identity.tf'],
        writes: ['max_session_duration = 7200'],
      },
    },
    {
      name: 'trust of a role with an inline policy',
      by: 'console human',
      act: ({ iam }) =>
        iam.updateAssumeRolePolicy({
          RoleName: 'clerk',
          PolicyDocument: trust('lambda.amazonaws.com', 'ssm.amazonaws.com'),
        }),
      expect: {
        kind: 'codified',
        at: ['aws_iam_role.clerk'],
        in: ['identity.tf'],
        writes: ['"ssm.amazonaws.com"'],
      },
    },
    {
      name: 'an inline policy of such a role',
      by: 'cli human',
      act: ({ iam }) =>
        iam.putRolePolicy({
          RoleName: 'courier',
          PolicyName: 'mail',
          PolicyDocument: policy({
            Effect: 'Allow',
            Action: ['ses:SendEmail', 'ses:SendRawEmail'],
            Resource: '*',
          }),
        }),
      expect: {
        kind: 'codified',
        at: ['aws_iam_role_policy.courier_mail'],
        in: ['identity.tf'],
        writes: ['"ses:SendRawEmail"'],
      },
    },
    {
      name: 'tag of a user with a policy attached',
      by: 'cli human',
      act: ({ iam }) => iam.tagUser({ UserName: 'printer', Tags: [{ Key: 'Floor', Value: '3' }] }),
      expect: {
        kind: 'codified',
        at: ['aws_iam_user.printer'],
        in: ['identity.tf'],
        writes: ['Floor = "3"'],
      },
    },
    {
      name: 'policy of a group',
      by: 'console human',
      act: ({ iam }) =>
        iam.putGroupPolicy({
          GroupName: 'sorters',
          PolicyName: 'sorting',
          PolicyDocument: policy({
            Effect: 'Allow',
            Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage'],
            Resource: '*',
          }),
        }),
      expect: {
        kind: 'codified',
        at: ['aws_iam_group_policy.sorters'],
        in: ['identity.tf'],
        writes: ['"sqs:DeleteMessage"'],
      },
    },
  ],
  options,
);

runCases(
  companions,
  'stores of which the state is old',
  [
    {
      name: 'tags of a bucket with every companion',
      by: 'console human',
      act: ({ s3 }) =>
        s3.putBucketTagging({
          Bucket: 'companions-parcels',
          Tagging: {
            TagSet: [
              { Key: 'Team', Value: 'post' },
              { Key: 'Cost', Value: '4711' },
            ],
          },
        }),
      expect: {
        kind: 'codified',
        at: ['aws_s3_bucket.parcels'],
        in: ['storage.tf'],
        writes: ['Cost = "4711"'],
      },
    },
    {
      name: 'versioning of a bucket suspended',
      by: 'console human',
      act: ({ s3 }) =>
        s3.putBucketVersioning({
          Bucket: 'companions-parcels',
          VersioningConfiguration: { Status: 'Suspended' },
        }),
      expect: {
        kind: 'codified',
        at: ['aws_s3_bucket_versioning.parcels'],
        in: ['storage.tf'],
        writes: ['status = "Suspended"'],
      },
    },
    {
      name: 'CORS of a bucket',
      by: 'cli human',
      act: ({ s3 }) =>
        s3.putBucketCors({
          Bucket: 'companions-parcels',
          CORSConfiguration: {
            CORSRules: [
              {
                AllowedMethods: ['GET'],
                AllowedOrigins: ['https://post.example.com'],
                MaxAgeSeconds: 1200,
              },
            ],
          },
        }),
      expect: {
        kind: 'codified',
        at: ['aws_s3_bucket_cors_configuration.parcels'],
        in: ['storage.tf'],
        writes: ['max_age_seconds = 1200'],
      },
    },
    {
      name: 'policy of a bucket',
      by: 'console human',
      act: ({ s3, text }) =>
        s3.putBucketPolicy({
          Bucket: 'companions-parcels',
          Policy: text('aws_s3_bucket_policy.parcels', 'policy').replace(
            's3:GetObject',
            's3:GetObjectVersion',
          ),
        }),
      expect: {
        kind: 'codified',
        at: ['aws_s3_bucket_policy.parcels'],
        in: ['storage.tf'],
        writes: ['"s3:GetObjectVersion"'],
      },
    },
    {
      name: 'tags of a bucket that is closed',
      by: 'cli human',
      act: ({ s3 }) =>
        s3.putBucketTagging({
          Bucket: 'companions-receipts',
          Tagging: { TagSet: [{ Key: 'Team', Value: 'audit' }] },
        }),
      expect: {
        kind: 'codified',
        at: ['aws_s3_bucket.receipts'],
        in: ['storage.tf'],
        writes: ['Team = "audit"'],
      },
    },
    {
      name: 'a repository with a lifecycle policy',
      by: 'console human',
      act: ({ of, text }) =>
        of(ECR).putImageTagMutability({
          repositoryName: text('aws_ecr_repository.stamps', 'name'),
          imageTagMutability: 'IMMUTABLE',
        }),
      expect: {
        kind: 'codified',
        at: ['aws_ecr_repository.stamps'],
        in: ['storage.tf'],
        writes: ['image_tag_mutability = "IMMUTABLE"'],
      },
    },
    {
      name: 'a volume made larger',
      by: 'console human',
      act: ({ ec2, text }) =>
        ec2.modifyVolume({ VolumeId: text('aws_ebs_volume.shelf'), Size: 20 }),
      expect: {
        kind: 'codified',
        at: ['aws_ebs_volume.shelf'],
        in: ['storage.tf'],
        writes: ['size = 20'],
      },
    },
  ],
  options,
);

runCases(
  companions,
  'queues and keys of which the state is old',
  [
    {
      name: 'timeout of a queue with policy and redrive apart',
      by: 'console human',
      act: ({ sqs, text }) =>
        sqs.setQueueAttributes({
          QueueUrl: text('aws_sqs_queue.letters'),
          Attributes: { VisibilityTimeout: '45' },
        }),
      expect: {
        kind: 'codified',
        at: ['aws_sqs_queue.letters'],
        in: ['messaging.tf'],
        writes: ['visibility_timeout_seconds = 45'],
      },
    },
    {
      name: 'name of a topic with its policy apart',
      by: 'console human',
      act: ({ sns, text }) =>
        sns.setTopicAttributes({
          TopicArn: text('aws_sns_topic.bell'),
          AttributeName: 'DisplayName',
          AttributeValue: 'Doorbell',
        }),
      expect: {
        kind: 'codified',
        at: ['aws_sns_topic.bell'],
        in: ['messaging.tf'],
        writes: ['display_name = "Doorbell"'],
      },
    },
    {
      name: 'description of a key with its policy apart',
      by: 'cli human',
      act: ({ kms, text }) =>
        kms.updateKeyDescription({ KeyId: text('aws_kms_key.seal'), Description: 'Wax' }),
      expect: {
        kind: 'codified',
        at: ['aws_kms_key.seal'],
        in: ['messaging.tf'],
        writes: ['description = "Wax"'],
      },
    },
    {
      name: 'description of a secret with a version',
      by: 'console human',
      act: ({ secrets }) =>
        secrets.updateSecret({ SecretId: 'companions-code', Description: 'Code of the gate' }),
      expect: {
        kind: 'codified',
        at: ['aws_secretsmanager_secret.code'],
        in: ['messaging.tf'],
        writes: ['description = "Code of the gate"'],
      },
    },
    {
      name: 'retention of a log group with a filter',
      by: 'console human',
      act: ({ logs }) =>
        logs.putRetentionPolicy({ logGroupName: '/companions/desk', retentionInDays: 60 }),
      expect: {
        kind: 'codified',
        at: ['aws_cloudwatch_log_group.desk'],
        in: ['messaging.tf'],
        writes: ['retention_in_days = 60'],
      },
    },
    {
      name: 'schedule of a rule with a target',
      by: 'console human',
      act: ({ events }) =>
        events.putRule({ Name: 'companions-morning', ScheduleExpression: 'rate(2 days)' }),
      expect: {
        kind: 'codified',
        at: ['aws_cloudwatch_event_rule.morning'],
        in: ['messaging.tf'],
        writes: ['schedule_expression = "rate(2 days)"'],
      },
    },
  ],
  options,
);

runCases(
  companions,
  'networks of which the state is old',
  [
    {
      name: 'tag of a group with rules of their own',
      by: 'console human',
      act: ({ ec2, text }) =>
        ec2.createTags({
          Resources: [text('aws_security_group.counter')],
          Tags: [{ Key: 'Tier', Value: 'front' }],
        }),
      expect: {
        kind: 'codified',
        at: ['aws_security_group.counter'],
        in: ['network.tf'],
        writes: ['Tier = "front"'],
      },
    },
    {
      name: 'a rule of such a group',
      by: 'cli human',
      act: ({ ec2, text }) =>
        ec2.modifySecurityGroupRules({
          GroupId: text('aws_security_group.counter'),
          SecurityGroupRules: [
            {
              SecurityGroupRuleId: text('aws_vpc_security_group_ingress_rule.counter_https'),
              SecurityGroupRule: {
                Description: 'HTTPS',
                CidrIpv4: '10.41.0.0/16',
                FromPort: 443,
                ToPort: 443,
                IpProtocol: 'tcp',
              },
            },
          ],
        }),
      expect: {
        kind: 'codified',
        at: ['aws_vpc_security_group_ingress_rule.counter_https'],
        in: ['network.tf'],
        writes: ['cidr_ipv4 = "10.41.0.0/16"'],
      },
    },
    {
      name: 'tag of a group with rules in the old style',
      by: 'console human',
      act: ({ ec2, text }) =>
        ec2.createTags({
          Resources: [text('aws_security_group.vault')],
          Tags: [{ Key: 'Tier', Value: 'back' }],
        }),
      expect: {
        kind: 'codified',
        at: ['aws_security_group.vault'],
        in: ['network.tf'],
        writes: ['Tier = "back"'],
      },
    },
    {
      name: 'an inline rule for one more source',
      by: 'console human',
      act: ({ ec2, text }) =>
        ec2.authorizeSecurityGroupIngress({
          GroupId: text('aws_security_group.lobby'),
          IpPermissions: [
            {
              IpProtocol: 'tcp',
              FromPort: 80,
              ToPort: 80,
              IpRanges: [{ CidrIp: '10.50.0.0/16', Description: 'HTTP' }],
            },
          ],
        }),
      expect: {
        kind: 'codified',
        at: ['aws_security_group.lobby'],
        in: ['network.tf'],
        writes: ['"10.50.0.0/16"'],
        regroups: ['aws_security_group.lobby'],
      },
    },
    {
      name: 'tag of a route table with routes of their own',
      by: 'console human',
      act: ({ ec2, text }) =>
        ec2.createTags({
          Resources: [text('aws_route_table.hall')],
          Tags: [{ Key: 'Tier', Value: 'front' }],
        }),
      expect: {
        kind: 'codified',
        at: ['aws_route_table.hall'],
        in: ['network.tf'],
        writes: ['Tier = "front"'],
      },
    },
    {
      name: 'tag of an ACL with entries of their own',
      by: 'console human',
      act: ({ ec2, text }) =>
        ec2.createTags({
          Resources: [text('aws_network_acl.hall')],
          Tags: [{ Key: 'Tier', Value: 'edge' }],
        }),
      expect: {
        kind: 'codified',
        at: ['aws_network_acl.hall'],
        in: ['network.tf'],
        writes: ['Tier = "edge"'],
      },
    },
    {
      name: 'size of a group with a schedule',
      by: 'console human',
      act: ({ autoscaling }) =>
        autoscaling.updateAutoScalingGroup({
          AutoScalingGroupName: 'companions-carts',
          MaxSize: 6,
        }),
      expect: {
        kind: 'codified',
        at: ['aws_autoscaling_group.carts'],
        in: ['compute.tf'],
        writes: ['max_size = 6'],
      },
    },
    {
      name: 'tag of a cluster with its capacity providers apart',
      by: 'console human',
      act: ({ ecs, text }) =>
        ecs.tagResource({
          resourceArn: text('aws_ecs_cluster.hall', 'arn'),
          tags: [{ key: 'Team', value: 'hall' }],
        }),
      expect: {
        kind: 'codified',
        at: ['aws_ecs_cluster.hall'],
        in: ['compute.tf'],
        writes: ['Team = "hall"'],
      },
    },
    {
      name: 'insights of a cluster that says nothing of settings',
      by: 'cli human',
      act: ({ ecs }) =>
        ecs.updateCluster({
          cluster: 'companions-hall',
          settings: [{ name: 'containerInsights', value: 'enabled' }],
        }),
      expect: {
        kind: 'codified',
        at: ['aws_ecs_cluster.hall'],
        in: ['compute.tf'],
        writes: ['name = "containerInsights"', 'value = "enabled"'],
      },
    },
  ],
  options,
);
