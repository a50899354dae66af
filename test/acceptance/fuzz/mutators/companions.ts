import type { Route53 } from '@aws-sdk/client-route-53';
import type { JsonObject } from '../../../../src/model/json.ts';
import { addition, type Mutator, text, texts } from '../mutator.ts';

const Bucket = (now: JsonObject) => ({ Bucket: text(now, 'bucket') });
const none = (key: string) => (now: JsonObject) =>
  text(now, key) === '' && texts(now, key).length === 0;

/** Parts added to buckets that had none of the kind. */
const buckets: readonly Mutator[] = [
  addition({
    name: 'bucket: first policy',
    type: 'aws_s3_bucket',
    calls: ['s3 PutBucketPolicy', 's3 DeleteBucketPolicy'],
    fits: none('policy'),
    act: ({ s3 }, now) =>
      s3.putBucketPolicy({
        ...Bucket(now),
        Policy: JSON.stringify({
          Version: '2012-10-17',
          Statement: [
            {
              Sid: 'Encrypted',
              Effect: 'Deny',
              Principal: '*',
              // The emulator is asked without TLS: what reads the bucket's objects has to go on.
              Action: 's3:PutObject',
              Resource: `arn:aws:s3:::${text(now, 'bucket')}/*`,
              Condition: { Bool: { 'aws:SecureTransport': 'false' } },
            },
          ],
        }),
      }),
    undo: ({ s3 }, now) => s3.deleteBucketPolicy(Bucket(now)),
  }),
  addition({
    name: 'bucket: first answers to others',
    type: 'aws_s3_bucket',
    calls: ['s3 PutBucketCors', 's3 DeleteBucketCors'],
    fits: none('cors_rule'),
    act: ({ s3 }, now) =>
      s3.putBucketCors({
        ...Bucket(now),
        CORSConfiguration: {
          CORSRules: [{ AllowedMethods: ['GET'], AllowedOrigins: ['https://app.example.com'] }],
        },
      }),
    undo: ({ s3 }, now) => s3.deleteBucketCors(Bucket(now)),
  }),
  addition({
    name: 'bucket: first thing that expires',
    type: 'aws_s3_bucket',
    calls: ['s3 PutBucketLifecycle', 's3 DeleteBucketLifecycle'],
    fits: none('lifecycle_rule'),
    act: ({ s3 }, now, draw) =>
      s3.putBucketLifecycleConfiguration({
        ...Bucket(now),
        LifecycleConfiguration: {
          Rules: [
            {
              ID: 'old',
              Status: 'Enabled',
              Filter: { Prefix: 'tmp/' },
              Expiration: { Days: 10 + (draw % 90) },
            },
          ],
        },
      }),
    undo: ({ s3 }, now) => s3.deleteBucketLifecycle(Bucket(now)),
  }),
];

/** Parts added to other resources. */
const others: readonly Mutator[] = [
  addition({
    name: 'log group: metric filter more',
    type: 'aws_cloudwatch_log_group',
    calls: ['logs PutMetricFilter', 'logs DeleteMetricFilter'],
    act: ({ logs }, now) =>
      logs.putMetricFilter({
        logGroupName: text(now, 'name'),
        filterName: 'timeouts',
        filterPattern: 'timed out',
        metricTransformations: [
          { metricName: 'Timeouts', metricNamespace: 'Shop', metricValue: '1', unit: 'None' },
        ],
      }),
    undo: ({ logs }, now) =>
      logs.deleteMetricFilter({ logGroupName: text(now, 'name'), filterName: 'timeouts' }),
  }),
  addition({
    name: 'function: caller let in',
    type: 'aws_lambda_function',
    calls: ['lambda AddPermission', 'lambda RemovePermission'],
    act: ({ lambda }, now) =>
      lambda.addPermission({
        FunctionName: text(now, 'function_name'),
        StatementId: 'budget',
        Action: 'lambda:InvokeFunction',
        Principal: 'budgets.amazonaws.com',
      }),
    undo: ({ lambda }, now) =>
      lambda.removePermission({ FunctionName: text(now, 'function_name'), StatementId: 'budget' }),
  }),
  addition({
    name: 'key: second name',
    type: 'aws_kms_key',
    calls: ['kms CreateAlias', 'kms DeleteAlias'],
    act: ({ kms }, now, draw) =>
      kms.createAlias({ AliasName: `alias/second-${draw}`, TargetKeyId: text(now, 'key_id') }),
    undo: ({ kms }, _now, draw) => kms.deleteAlias({ AliasName: `alias/second-${draw}` }),
  }),
  addition({
    name: 'queue: first policy',
    type: 'aws_sqs_queue',
    calls: ['sqs SetQueueAttributes'],
    fits: none('policy'),
    act: ({ sqs }, now) =>
      sqs.setQueueAttributes({
        QueueUrl: text(now, 'url'),
        Attributes: {
          Policy: JSON.stringify({
            Version: '2012-10-17',
            Statement: [
              {
                Effect: 'Allow',
                Principal: { Service: 'events.amazonaws.com' },
                Action: 'sqs:SendMessage',
                Resource: text(now, 'arn'),
              },
            ],
          }),
        },
      }),
  }),
  addition({
    name: 'zone: record more',
    type: 'aws_route53_zone',
    calls: ['route53 ChangeResourceRecordSets'],
    act: ({ route53 }, now, draw) => record(route53, now, draw, 'CREATE'),
    undo: ({ route53 }, now, draw) => record(route53, now, draw, 'DELETE'),
  }),
  addition({
    name: 'group of people: policy attached',
    type: 'aws_iam_group',
    calls: ['iam AttachGroupPolicy', 'iam DetachGroupPolicy'],
    act: ({ iam }, now) =>
      iam.attachGroupPolicy({ GroupName: text(now, 'name'), PolicyArn: auditing }),
    undo: ({ iam }, now) =>
      iam.detachGroupPolicy({ GroupName: text(now, 'name'), PolicyArn: auditing }),
  }),
  addition({
    name: 'fleet: another schedule',
    type: 'aws_autoscaling_group',
    calls: ['autoscaling PutScheduledUpdateGroupAction', 'autoscaling DeleteScheduledAction'],
    act: ({ autoscaling }, now) =>
      autoscaling.putScheduledUpdateGroupAction({
        AutoScalingGroupName: text(now, 'name'),
        ScheduledActionName: 'sale',
        Recurrence: '0 7 * * 5',
        MinSize: 2,
        MaxSize: 4,
        DesiredCapacity: 2,
      }),
    undo: ({ autoscaling }, now) =>
      autoscaling.deleteScheduledAction({
        AutoScalingGroupName: text(now, 'name'),
        ScheduledActionName: 'sale',
      }),
  }),
  addition({
    name: 'subnet of a vpc: one more',
    type: 'aws_subnet',
    calls: ['ec2 CreateSubnet'],
    fits: (now) => text(now, 'cidr_block').endsWith('.0/24'),
    act: ({ ec2 }, now) =>
      ec2.createSubnet({
        VpcId: text(now, 'vpc_id'),
        CidrBlock: text(now, 'cidr_block').replace(/\.\d+\.0\/24$/, '.231.0/24'),
        AvailabilityZone: text(now, 'availability_zone'),
      }),
  }),
];

const auditing = 'arn:aws:iam::aws:policy/SecurityAudit';

function record(route53: Route53, now: JsonObject, draw: number, Action: 'CREATE' | 'DELETE') {
  return route53.changeResourceRecordSets({
    HostedZoneId: text(now, 'zone_id'),
    ChangeBatch: {
      Changes: [
        {
          Action,
          ResourceRecordSet: {
            Name: `probe-${draw}.${text(now, 'name')}`,
            Type: 'A',
            TTL: 300,
            ResourceRecords: [{ Value: '192.0.2.17' }],
          },
        },
      ],
    },
  });
}

/** Parts added beside a resource that are resources of their own in the code. */
export const companions: readonly Mutator[] = [...buckets, ...others];
