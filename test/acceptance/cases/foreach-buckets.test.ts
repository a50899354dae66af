import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';

const foreach = useProject('foreach');

runCases(foreach, 'buckets by map', [
  {
    name: 'days of one bucket',
    by: 'cost bot',
    act: ({ s3 }) =>
      s3.putBucketLifecycleConfiguration({
        Bucket: 'fleet-prod-reports',
        LifecycleConfiguration: {
          Rules: [
            { ID: 'expire', Status: 'Enabled', Filter: { Prefix: '' }, Expiration: { Days: 365 } },
          ],
        },
      }),
    expect: {
      kind: 'codified',
      at: [
        'aws_s3_bucket_lifecycle_configuration.this["reports"]',
        'aws_s3_bucket.this["reports"]',
      ],
      in: ['data.auto.tfvars'],
      writes: ['expire_days = 365'],
    },
  },
  {
    name: 'tag in a nested map, comment behind it',
    by: 'console human',
    act: ({ s3 }) =>
      s3.putBucketTagging({
        Bucket: 'fleet-prod-reports',
        Tagging: {
          TagSet: [
            { Key: 'System', Value: 'fleet' },
            { Key: 'Stage', Value: 'prod' },
            { Key: 'Team', Value: 'finance' },
            { Key: 'Sensitivity', Value: 'restricted' },
          ],
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket.this["reports"]'],
      in: ['data.auto.tfvars'],
      writes: ['Sensitivity = "restricted" # audited'],
    },
  },
  {
    name: 'encryption chosen by a flag',
    by: 'cloud custodian',
    act: ({ s3 }) =>
      s3.putBucketEncryption({
        Bucket: 'fleet-prod-landing',
        ServerSideEncryptionConfiguration: {
          Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms' } }],
        },
      }),
    expect: {
      kind: 'codified',
      at: [
        'aws_s3_bucket_server_side_encryption_configuration.this["landing"]',
        'aws_s3_bucket.this["landing"]',
      ],
      in: ['data.auto.tfvars|storage.tf'],
      writes: [],
    },
  },
]);

runCases(
  foreach,
  'entries that come and go',
  [
    {
      name: 'record deleted',
      by: 'console human',
      act: ({ route53, text }) =>
        route53.changeResourceRecordSets({
          HostedZoneId: text('aws_route53_zone.this', 'zone_id'),
          ChangeBatch: {
            Changes: [
              {
                Action: 'DELETE',
                ResourceRecordSet: {
                  Name: 'spf.fleet.example.org',
                  Type: 'TXT',
                  TTL: 3600,
                  ResourceRecords: [{ Value: '"v=spf1 -all"' }],
                },
              },
            ],
          },
        }),
      expect: {
        kind: 'removed',
        at: ['aws_route53_record.this["spf"]'],
        in: ['operations.auto.tfvars'],
        drops: ['spf'],
      },
    },
    {
      name: 'policy detached from one role',
      by: 'security bot',
      act: ({ iam }) =>
        iam.detachRolePolicy({
          RoleName: 'fleet-prod-render',
          PolicyArn: 'arn:aws:iam::aws:policy/CloudWatchAgentServerPolicy',
        }),
      expect: {
        kind: 'removed',
        at: ['aws_iam_role_policy_attachment.this["render|CloudWatchAgentServerPolicy"]'],
        in: ['operations.auto.tfvars'],
        drops: ['"arn:aws:iam::aws:policy/CloudWatchAgentServerPolicy"'],
        loses: ['# needed by the agent'],
      },
    },
    {
      name: 'versioning of a bucket that its entry left out',
      by: 'security bot',
      act: ({ s3 }) =>
        s3.putBucketVersioning({
          Bucket: 'fleet-prod-landing',
          VersioningConfiguration: { Status: 'Enabled' },
        }),
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_s3_bucket.this["landing"]'],
        in: ['data.auto.tfvars', 'storage.tf', 'imports.tf'],
      },
    },
    {
      name: 'rule added for another partner',
      by: 'console human',
      act: ({ ec2, text }) =>
        ec2.authorizeSecurityGroupIngress({
          GroupId: text('aws_security_group.gateway'),
          IpPermissions: [
            {
              IpProtocol: 'tcp',
              FromPort: 8443,
              ToPort: 8443,
              IpRanges: [{ CidrIp: '192.0.2.128/26', Description: 'hooli' }],
            },
          ],
        }),
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_security_group.gateway'],
        in: ['fleet.auto.tfvars', 'network.tf', 'imports.tf'],
        writes: ['192.0.2.128/26'],
      },
    },
  ],
  { args: ['--adopt', 'related'] },
);
