import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { policy } from './documents.ts';

const resources = useProject('resources');

const cidr = (port: number, network: string) => [
  { IpProtocol: 'tcp', FromPort: port, ToPort: port, IpRanges: [{ CidrIp: network }] },
];

runCases(
  resources,
  'made beside others of a map',
  [
    {
      name: 'queue like those of a variable file',
      by: 'console human',
      act: ({ sqs }) =>
        sqs.createQueue({
          QueueName: 'ledger-chargebacks',
          // The provider's default; the service's own default is larger by now.
          Attributes: { VisibilityTimeout: '90', MaximumMessageSize: '262144' },
        }),
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_sqs_queue.work["chargebacks"]'],
        in: ['terraform.tfvars', 'messaging.tf'],
        writes: ['chargebacks = { visibility = 90 }', 'to = aws_sqs_queue.work["chargebacks"]'],
        unseen: true,
      },
    },
    {
      name: 'log group whose name holds the key',
      by: 'cli human',
      act: async ({ logs }) => {
        await logs.createLogGroup({ logGroupName: '/ledger/reports' });
        await logs.putRetentionPolicy({ logGroupName: '/ledger/reports', retentionInDays: 60 });
      },
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_cloudwatch_log_group.this["reports"]'],
        in: ['terraform.tfvars', 'operations.tf'],
        writes: ['reports = 60', 'to = aws_cloudwatch_log_group.this["reports"]'],
        unseen: true,
      },
    },
    {
      name: 'rule of a partner without a name',
      by: 'on call',
      act: ({ ec2, text }) =>
        ec2.authorizeSecurityGroupIngress({
          GroupId: text('aws_security_group.gateway'),
          IpPermissions: cidr(443, '198.51.100.192/28'),
        }),
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_vpc_security_group_ingress_rule.partner["gateway_443"]'],
        in: ['terraform.tfvars', 'network.tf'],
        writes: ['"198.51.100.192/28"'],
        unseen: true,
      },
    },
    {
      name: 'versioning that an entry could have had',
      by: 'security bot',
      act: ({ s3 }) =>
        s3.putBucketVersioning({
          Bucket: 'ledger-exports',
          VersioningConfiguration: { Status: 'Enabled' },
        }),
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_s3_bucket_versioning.this["exports"]'],
        in: ['storage.tf'],
        writes: ['exports = { versioned = true }', 'to = aws_s3_bucket_versioning.this["exports"]'],
        unseen: true,
      },
    },
    {
      name: 'user of a set in a default',
      by: 'console human',
      act: ({ iam }) => iam.createUser({ UserName: 'tableau', Path: '/readers/' }),
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_iam_user.reader["tableau"]'],
        in: ['variables.tf', 'iam.tf'],
        writes: ['"tableau"', 'to = aws_iam_user.reader["tableau"]'],
        unseen: true,
      },
    },
    {
      name: 'group of a map at the resource',
      by: 'cli human',
      act: ({ iam }) => iam.createGroup({ GroupName: 'risk', Path: '/teams/' }),
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_iam_group.team["risk"]'],
        in: ['iam.tf'],
        writes: ['risk = "/teams/"', 'to = aws_iam_group.team["risk"]'],
        unseen: true,
      },
    },
    {
      name: 'record of a map of lists',
      by: 'cli human',
      act: ({ route53, text }) =>
        route53.changeResourceRecordSets({
          HostedZoneId: text('aws_route53_zone.this', 'zone_id'),
          ChangeBatch: {
            Changes: [
              {
                Action: 'CREATE',
                ResourceRecordSet: {
                  Name: 'pay.ledger.example.org',
                  Type: 'A',
                  TTL: 300,
                  ResourceRecords: [{ Value: '192.0.2.13' }],
                },
              },
            ],
          },
        }),
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_route53_record.this["pay"]'],
        in: ['network.tf'],
        writes: ['pay = ["192.0.2.13"]', 'to = aws_route53_record.this["pay"]'],
        unseen: true,
      },
    },
    {
      name: 'bucket of a map that feeds more',
      by: 'unknown role',
      act: ({ s3 }) => s3.createBucket({ Bucket: 'ledger-receipts' }),
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_s3_bucket.this["receipts"]'],
        in: ['storage.tf'],
        writes: ['receipts = { versioned = false }', 'to = aws_s3_bucket.this["receipts"]'],
        unseen: true,
      },
    },
  ],
  { args: ['--adopt', 'all'] },
);

runCases(
  resources,
  'made on its own',
  [
    {
      name: 'policy attached to a role',
      by: 'cli human',
      act: ({ iam }) =>
        iam.attachRolePolicy({
          RoleName: 'ledger-app',
          PolicyArn: 'arn:aws:iam::aws:policy/CloudWatchAgentServerPolicy',
        }),
      expect: {
        kind: 'adopted',
        imports: 1,
        at: [],
        in: ['iam.tf'],
        writes: ['role = aws_iam_role.app.name', 'CloudWatchAgentServerPolicy'],
        unseen: true,
      },
    },
    {
      name: 'inline policy that names a queue and a bucket',
      by: 'console human',
      act: ({ iam, text }) =>
        iam.putRolePolicy({
          RoleName: 'ledger-batch',
          PolicyName: 'drain',
          PolicyDocument: policy(
            {
              Effect: 'Allow',
              Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage'],
              Resource: text('aws_sqs_queue.mail', 'arn'),
            },
            {
              Effect: 'Allow',
              Action: 's3:GetObject',
              Resource: `${text('aws_s3_bucket.landing', 'arn')}/*`,
            },
          ),
        }),
      expect: {
        kind: 'adopted',
        imports: 1,
        at: [],
        in: ['iam.tf'],
        writes: [
          'role = aws_iam_role.batch.name',
          'policy = jsonencode({',
          'aws_sqs_queue.mail.arn',
          '"${aws_s3_bucket.landing.arn}/*"',
        ],
        unseen: true,
      },
    },
    {
      name: 'public access block of an old bucket',
      by: 'security bot',
      act: ({ s3 }) =>
        s3.putPublicAccessBlock({
          Bucket: 'ledger-archive',
          PublicAccessBlockConfiguration: {
            BlockPublicAcls: true,
            BlockPublicPolicy: true,
            IgnorePublicAcls: true,
            RestrictPublicBuckets: true,
          },
        }),
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_s3_bucket_public_access_block.archive'],
        in: ['storage.tf'],
        writes: ['bucket = aws_s3_bucket.archive.id'],
        unseen: true,
      },
    },
    {
      name: 'topic behind the other topics',
      by: 'on call',
      act: ({ sns }) => sns.createTopic({ Name: 'ledger-alerts' }),
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_sns_topic.ledger_alerts'],
        in: ['messaging.tf'],
        writes: ['resource "aws_sns_topic" "ledger_alerts"', 'name = "ledger-alerts"'],
        unseen: true,
      },
    },
    {
      name: 'record with an entry of its own kind',
      by: 'cli human',
      act: ({ route53, text }) =>
        route53.changeResourceRecordSets({
          HostedZoneId: text('aws_route53_zone.this', 'zone_id'),
          ChangeBatch: {
            Changes: [
              {
                Action: 'CREATE',
                ResourceRecordSet: {
                  Name: 'ledger.example.org',
                  Type: 'TXT',
                  TTL: 3600,
                  ResourceRecords: [{ Value: '"v=spf1 -all"' }],
                },
              },
            ],
          },
        }),
      expect: {
        kind: 'adopted',
        imports: 1,
        at: [],
        in: ['network.tf'],
        writes: ['zone_id = aws_route53_zone.this.zone_id', 'type = "TXT"'],
        unseen: true,
      },
    },
  ],
  { args: ['--adopt', 'all'] },
);

runCases(
  resources,
  'made, but not to be written',
  [
    {
      name: 'subscription whose endpoint the log masks',
      by: 'console human',
      act: ({ sns, text }) =>
        sns.subscribe({
          TopicArn: text('aws_sns_topic.events', 'arn'),
          Protocol: 'sqs',
          Endpoint: text('aws_sqs_queue.importer', 'arn'),
        }),
      expect: { kind: 'untouched', trace: ['drift'] },
    },
    {
      name: 'parameter whose value the log masks',
      by: 'cli human',
      act: ({ ssm }) =>
        ssm.putParameter({ Name: '/ledger/flags/blue', Type: 'String', Value: 'on' }),
      expect: { kind: 'untouched', trace: ['drift'] },
    },
  ],
  { args: ['--adopt', 'all'] },
);
