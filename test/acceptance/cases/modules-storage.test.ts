import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { policy } from './documents.ts';

const modules = useProject('modules');

runCases(modules, 'one module, two buckets', [
  {
    name: 'versioning of the only bucket that has it',
    by: 'cost bot',
    act: ({ s3 }) =>
      s3.putBucketVersioning({
        Bucket: 'payments-live-archive',
        VersioningConfiguration: { Status: 'Suspended' },
      }),
    expect: {
      kind: 'codified',
      at: ['module.archive.aws_s3_bucket_versioning.this[0]', 'module.archive.aws_s3_bucket.this'],
      in: ['modules/bucket/main.tf'],
      writes: ['status = "Suspended"'],
    },
  },
  {
    name: 'days by an argument',
    by: 'console human',
    act: ({ s3 }) =>
      s3.putBucketLifecycleConfiguration({
        Bucket: 'payments-live-exports',
        LifecycleConfiguration: {
          Rules: [
            { ID: 'expire', Status: 'Enabled', Filter: { Prefix: '' }, Expiration: { Days: 60 } },
          ],
        },
      }),
    expect: {
      kind: 'codified',
      at: [
        'module.exports.aws_s3_bucket_lifecycle_configuration.this',
        'module.exports.aws_s3_bucket.this',
      ],
      in: ['main.tf'],
      writes: ['expire_days = 60'],
    },
  },
  {
    name: 'encryption where both callers share the default',
    by: 'security bot',
    act: ({ s3 }) =>
      s3.putBucketEncryption({
        Bucket: 'payments-live-exports',
        ServerSideEncryptionConfiguration: {
          Rules: [
            {
              ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms' },
              BucketKeyEnabled: false,
            },
          ],
        },
      }),
    expect: {
      kind: 'codified',
      at: [
        'module.exports.aws_s3_bucket_server_side_encryption_configuration.this',
        'module.exports.aws_s3_bucket.this',
      ],
      in: ['main.tf'],
      writes: ['sse_algorithm = "aws:kms"'],
    },
  },
  {
    name: 'tag in the merge of a call',
    by: 'console human',
    act: ({ s3, at }) => {
      const tags = { ...(at('module.exports.aws_s3_bucket.this')['tags_all'] as object) };
      const TagSet = Object.entries({ ...tags, Confidential: 'internal' }).map(([Key, Value]) => ({
        Key,
        Value: String(Value),
      }));
      return s3.putBucketTagging({ Bucket: 'payments-live-exports', Tagging: { TagSet } });
    },
    expect: {
      kind: 'codified',
      at: ['module.exports.aws_s3_bucket.this'],
      in: ['main.tf'],
      writes: ['Confidential = "internal"'],
    },
  },
  {
    name: 'dead letters after more tries',
    by: 'cli human',
    act: ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text('module.inbox.aws_sqs_queue.this'),
        Attributes: {
          RedrivePolicy: JSON.stringify({
            deadLetterTargetArn: text('module.inbox.aws_sqs_queue.dead', 'arn'),
            maxReceiveCount: 10,
          }),
        },
      }),
    expect: {
      kind: 'codified',
      at: ['module.inbox.aws_sqs_queue.this'],
      in: ['main.tf'],
      writes: ['max_receive_count = 10'],
    },
  },
]);

runCases(
  modules,
  'access',
  [
    {
      name: 'policy document that two roles share, changed on both',
      by: 'security bot',
      act: async ({ iam }) => {
        for (const RoleName of ['payments-live-api', 'payments-live-worker']) {
          await iam.putRolePolicy({
            RoleName,
            PolicyName: 'access',
            PolicyDocument: policy({
              Sid: 'Observe',
              Effect: 'Allow',
              Action: ['logs:PutLogEvents', 'logs:CreateLogStream', 'cloudwatch:PutMetricData'],
              Resource: '*',
            }),
          });
        }
      },
      expect: {
        kind: 'codified',
        at: ['module.api.aws_iam_role_policy.access', 'module.worker.aws_iam_role_policy.access'],
        in: ['modules/service/main.tf'],
        writes: ['"logs:CreateLogStream"'],
      },
    },
    {
      name: 'network taken from a list that makes rules',
      by: 'cli human',
      act: ({ ec2, text }) =>
        ec2.revokeSecurityGroupIngress({
          GroupId: text('module.api.aws_security_group.this'),
          IpPermissions: [
            {
              IpProtocol: 'tcp',
              FromPort: 8443,
              ToPort: 8443,
              IpRanges: [{ CidrIp: '203.0.113.0/25', Description: 'Clients' }],
            },
          ],
        }),
      expect: {
        kind: 'removed',
        at: ['module.api.aws_vpc_security_group_ingress_rule.clients["203.0.113.0/25"]'],
        in: ['terraform.tfvars'],
        drops: ['"203.0.113.0/25"'],
      },
    },
  ],
  { args: ['--adopt', 'related'] },
);
