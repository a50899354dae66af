import type { JsonObject } from '../../model/json.ts';
import type { AnswerAction } from '../../ports/store/answer.ts';
import type { DemoCallerName } from './people.ts';
import { queueUrl } from './resources.ts';

/** An event of the demo, a number of days after its start. */
export interface Beat {
  readonly day: number;
  /** `09:14` UTC. */
  readonly at: string;
  readonly does: Deed;
}

export type Deed =
  | { readonly kind: 'call'; readonly who: DemoCallerName; readonly call: DemoCall }
  | { readonly kind: 'incident'; readonly id: string; readonly status: 'open' | 'closed' }
  /** Somebody answers the newest intent of a stack that concerns this address. */
  | {
      readonly kind: 'answer';
      readonly stack: string;
      readonly about: string;
      readonly action: AnswerAction;
      readonly by: string;
      readonly note?: string;
    }
  /** Somebody merges the branch of that intent. */
  | { readonly kind: 'merge'; readonly stack: string; readonly about: string };

/** A call to AWS as CloudTrail records it. */
export interface DemoCall {
  readonly service: string;
  readonly operation: string;
  readonly request: JsonObject;
}

/** Days that the story lasts. */
export const storyDays = 14;

export const story: readonly Beat[] = [
  // Traffic of a working day, and scaling that follows it.
  call(0, '08:05', 'autoscaler', capacity('shop-web', 3)),
  call(0, '12:40', 'autoscaler', capacity('shop-web', 5)),
  call(1, '10:14', 'maria', memory('shop-checkout', 1024)),
  answer(1, '15:30', 'shop', 'aws_lambda_function.checkout', 'accept', 'web:lea'),
  merge(2, '09:00', 'shop', 'aws_lambda_function.checkout'),
  call(2, '09:20', 'deploy', memory('shop-checkout', 1024)),
  call(2, '18:55', 'autoscaler', capacity('shop-web', 4)),

  // A night on call. Changes during the incident are held, and people are asked afterwards.
  incident(3, '02:00', 'INC-212', 'open'),
  call(3, '02:11', 'ben', timeout('shop-orders', 120)),
  call(3, '02:14', 'ben', port('sg-0a11c0ffee0000001', 8080, '198.51.100.0/24', 'Debug console')),
  call(3, '02:21', 'ben', memory('reports-ingest', 2048)),
  incident(3, '05:10', 'INC-212', 'closed'),

  // Two tools that are unaware of each other.
  ...[4, 5].flatMap((day) => [
    call(day, '19:00', 'saver', capacity('reports-workers', 2)),
    call(day, '19:25', 'autoscaler', capacity('reports-workers', 9)),
  ]),
  call(6, '19:00', 'saver', capacity('reports-workers', 2)),

  // The tool does what it is meant to do.
  call(5, '03:00', 'custodian', publicAccess('shop-assets')),
  merge(6, '08:30', 'shop', 'aws_s3_bucket_public_access_block.assets'),

  // A change that saves money, and its consequences.
  call(6, '22:00', 'saver', retention('/ecs/payments-api', 30)),
  call(7, '06:00', 'deploy', retention('/ecs/payments-api', 365)),
  call(9, '22:00', 'saver', retention('/aws/lambda/shop-checkout', 30)),

  // Agreed in advance, with a ticket.
  call(7, '18:30', 'maria', port('sg-0a11c0ffee0000001', 8443, '192.0.2.44/32', 'Standby office')),

  // An agent that was too helpful.
  call(8, '14:02', 'agent', database('payments-ledger', { backupRetentionPeriod: 3 })),
  call(8, '14:04', 'agent', protection('payments-ledger', false)),
  answer(8, '16:45', 'payments', 'aws_db_instance.ledger', 'revert', 'web:lea', {
    note: 'The agent may look, and not change what keeps our data.',
  }),

  // For six minutes nobody would have been paged.
  call(9, '02:34', 'ben', actions('reports-backlog', false)),
  call(9, '02:40', 'ben', actions('reports-backlog', true)),

  // An actor without a signature.
  call(10, '02:47', 'batch', recovery('reports-runs', true)),
  call(10, '11:20', 'pipeline', memory('reports-ingest', 1024)),
  call(11, '03:12', 'batch', rotation('1f3d5b79-0000-4000-8000-00000000c0de')),

  call(11, '09:40', 'lea', database('payments-ledger', { dBInstanceClass: 'db.r6g.xlarge' })),
  call(12, '10:05', 'maria', timeout('payments-settlements', 300)),
  call(12, '10:09', 'maria', threshold('reports-backlog', 2_000)),
  call(12, '17:30', 'autoscaler', capacity('shop-web', 7)),
  call(13, '07:50', 'ben', timeout('reports-events', 600)),
  call(13, '08:10', 'custodian', recovery('payments-idempotency', true)),
];

function call(day: number, at: string, who: DemoCallerName, made: DemoCall): Beat {
  return { day, at, does: { kind: 'call', who, call: made } };
}

function incident(day: number, at: string, id: string, status: 'open' | 'closed'): Beat {
  return { day, at, does: { kind: 'incident', id, status } };
}

function answer(
  day: number,
  at: string,
  stack: string,
  about: string,
  action: AnswerAction,
  by: string,
  more: { readonly note?: string } = {},
): Beat {
  return { day, at, does: { kind: 'answer', stack, about, action, by, ...more } };
}

function merge(day: number, at: string, stack: string, about: string): Beat {
  return { day, at, does: { kind: 'merge', stack, about } };
}

function capacity(autoScalingGroupName: string, desiredCapacity: number): DemoCall {
  return {
    service: 'autoscaling',
    operation: 'SetDesiredCapacity',
    request: { autoScalingGroupName, desiredCapacity, honorCooldown: false },
  };
}

function memory(functionName: string, memorySize: number): DemoCall {
  return {
    service: 'lambda',
    operation: 'UpdateFunctionConfiguration20150331v2',
    request: { functionName, memorySize },
  };
}

function timeout(queue: string, seconds: number): DemoCall {
  return {
    service: 'sqs',
    operation: 'SetQueueAttributes',
    request: { queueUrl: queueUrl(queue), attributes: { VisibilityTimeout: String(seconds) } },
  };
}

function retention(logGroupName: string, retentionInDays: number): DemoCall {
  return {
    service: 'logs',
    operation: 'PutRetentionPolicy',
    request: { logGroupName, retentionInDays },
  };
}

function port(groupId: string, number: number, cidrIp: string, description: string): DemoCall {
  const range = { ipProtocol: 'tcp', fromPort: number, toPort: number };
  const nobodyElse = { groups: {}, ipv6Ranges: {}, prefixListIds: {} };
  const ipRanges = { items: [{ cidrIp, description }] };
  return {
    service: 'ec2',
    operation: 'AuthorizeSecurityGroupIngress',
    request: { groupId, ipPermissions: { items: [{ ...range, ...nobodyElse, ipRanges }] } },
  };
}

function publicAccess(bucketName: string): DemoCall {
  return {
    service: 's3',
    operation: 'PutBucketPublicAccessBlock',
    request: {
      publicAccessBlock: '',
      bucketName,
      Host: `${bucketName}.s3.us-east-1.amazonaws.com`,
      PublicAccessBlockConfiguration: {
        xmlns: 'http://s3.amazonaws.com/doc/2006-03-01/',
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    },
  };
}

function database(dBInstanceIdentifier: string, change: JsonObject): DemoCall {
  return {
    service: 'rds',
    operation: 'ModifyDBInstance',
    request: { dBInstanceIdentifier, applyImmediately: true, ...change },
  };
}

function protection(dBInstanceIdentifier: string, deletionProtection: boolean): DemoCall {
  return database(dBInstanceIdentifier, { deletionProtection });
}

function actions(alarmName: string, isOn: boolean): DemoCall {
  return {
    service: 'monitoring',
    operation: isOn ? 'EnableAlarmActions' : 'DisableAlarmActions',
    request: { alarmNames: [alarmName] },
  };
}

function threshold(alarmName: string, value: number): DemoCall {
  return {
    service: 'monitoring',
    operation: 'PutMetricAlarm',
    request: {
      alarmName,
      comparisonOperator: 'GreaterThanThreshold',
      evaluationPeriods: 3,
      threshold: value,
      period: 60,
      statistic: 'Maximum',
      namespace: 'AWS/SQS',
      metricName: 'ApproximateNumberOfMessagesVisible',
      actionsEnabled: true,
    },
  };
}

function recovery(tableName: string, pointInTimeRecoveryEnabled: boolean): DemoCall {
  return {
    service: 'dynamodb',
    operation: 'UpdateContinuousBackups',
    request: { tableName, pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled } },
  };
}

function rotation(keyId: string): DemoCall {
  return { service: 'kms', operation: 'DisableKeyRotation', request: { keyId } };
}
