import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';

/** The night of the bundled demo, on the bundled project. */
const demo = useProject('demo');

runCases(demo, 'the night', [
  {
    name: 'hotfix of a function',
    by: 'on call',
    act: ({ lambda }) =>
      lambda.updateFunctionConfiguration({
        FunctionName: 'storefront-prod-checkout',
        MemorySize: 1024,
      }),
    expect: {
      kind: 'codified',
      at: ['aws_lambda_function.this["checkout"]'],
      in: ['locals.tf'],
      writes: ['checkout = { memory = 1024, timeout = 15 }'],
    },
  },
  {
    name: 'hotfix of a queue',
    by: 'on call',
    act: ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text('aws_sqs_queue.orders'),
        Attributes: { VisibilityTimeout: '120' },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_sqs_queue.orders'],
      in: ['variables.tf'],
      writes: ['default = 120'],
    },
  },
  {
    name: 'admin port opened',
    by: 'on call',
    act: ({ ec2, text }) =>
      ec2.authorizeSecurityGroupIngress({
        GroupId: text('module.web.aws_security_group.this'),
        IpPermissions: [
          {
            IpProtocol: 'tcp',
            FromPort: 8443,
            ToPort: 8443,
            IpRanges: [{ CidrIp: '192.0.2.44/32', Description: 'Admin port' }],
          },
        ],
      }),
    expect: {
      kind: 'codified',
      at: ['module.web.aws_security_group.this'],
      in: ['terraform.tfvars'],
      writes: ['"192.0.2.44/32"'],
      regroups: ['module.web.aws_security_group.this'],
    },
  },
  {
    name: 'web tier scaled out',
    by: 'autoscaling',
    act: async ({ autoscaling, wait }) => {
      for (const DesiredCapacity of [3, 5]) {
        await autoscaling.setDesiredCapacity({
          AutoScalingGroupName: 'storefront-prod-web',
          DesiredCapacity,
          HonorCooldown: false,
        });
        wait(690);
      }
    },
    expect: {
      kind: 'codified',
      at: ['module.web.aws_autoscaling_group.this'],
      in: ['terraform.tfvars'],
      writes: ['desired = 5'],
    },
  },
  {
    name: 'public access blocked',
    by: 'cloud custodian',
    act: ({ s3 }) =>
      s3.putPublicAccessBlock({
        Bucket: 'storefront-prod-assets',
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          IgnorePublicAcls: true,
          BlockPublicPolicy: true,
          RestrictPublicBuckets: true,
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket_public_access_block.this["assets"]'],
      in: ['locals.tf|storage.tf'],
    },
  },
  {
    name: 'logs of all functions kept shorter',
    by: 'cost bot',
    act: async ({ logs }) => {
      for (const name of ['checkout', 'invoice', 'search']) {
        await logs.putRetentionPolicy({
          logGroupName: `/aws/lambda/storefront-prod-${name}`,
          retentionInDays: 30,
        });
      }
    },
    expect: {
      kind: 'codified',
      at: ['checkout', 'invoice', 'search'].map(
        (name) => `aws_cloudwatch_log_group.functions["${name}"]`,
      ),
      in: ['variables.tf'],
      writes: ['default = 30 # finance asked'],
    },
  },
  {
    name: 'recovery of a table switched on',
    by: 'unknown role',
    act: ({ dynamodb }) =>
      dynamodb.updateContinuousBackups({
        TableName: 'storefront-prod-orders',
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_dynamodb_table.orders'],
      in: ['orders.tf'],
      writes: ['enabled = true'],
    },
  },
]);
