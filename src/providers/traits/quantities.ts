import type { Purpose } from '../../model/intent.ts';

/** A number that people raise and lower. */
export interface Quantity {
  readonly id: string;
  readonly types: readonly string[];
  readonly field: string;
  readonly label: string;
  readonly unit?: string;
  readonly purpose: Purpose;
  /** The value that means no limit, so that it is above all others. */
  readonly unlimited?: number;
  /** Zero turns a protection off. */
  readonly protects?: boolean;
}

const databases = ['aws_db_instance', 'aws_rds_cluster'];

export const quantities: readonly Quantity[] = [
  {
    id: 'lambda-memory',
    types: ['aws_lambda_function'],
    field: 'memory_size',
    label: 'memory',
    unit: 'MB',
    purpose: 'scaling',
  },
  {
    id: 'lambda-timeout',
    types: ['aws_lambda_function'],
    field: 'timeout',
    label: 'timeout',
    unit: 'seconds',
    purpose: 'change',
  },
  {
    id: 'lambda-concurrency',
    types: ['aws_lambda_function'],
    field: 'reserved_concurrent_executions',
    label: 'reserved concurrency',
    purpose: 'scaling',
    unlimited: -1,
  },
  {
    id: 'dynamodb-read-capacity',
    types: ['aws_dynamodb_table'],
    field: 'read_capacity',
    label: 'read capacity',
    purpose: 'scaling',
  },
  {
    id: 'dynamodb-write-capacity',
    types: ['aws_dynamodb_table'],
    field: 'write_capacity',
    label: 'write capacity',
    purpose: 'scaling',
  },
  {
    id: 'database-storage',
    types: databases,
    field: 'allocated_storage',
    label: 'storage',
    unit: 'GB',
    purpose: 'scaling',
  },
  {
    id: 'database-backup-retention',
    types: databases,
    field: 'backup_retention_period',
    label: 'backup retention',
    unit: 'days',
    purpose: 'change',
    protects: true,
  },
  {
    id: 'log-retention',
    types: ['aws_cloudwatch_log_group'],
    field: 'retention_in_days',
    label: 'retention',
    unit: 'days',
    purpose: 'change',
    unlimited: 0,
  },
  {
    id: 'sqs-visibility-timeout',
    types: ['aws_sqs_queue'],
    field: 'visibility_timeout_seconds',
    label: 'visibility timeout',
    unit: 'seconds',
    purpose: 'change',
  },
  {
    id: 'sqs-retention',
    types: ['aws_sqs_queue'],
    field: 'message_retention_seconds',
    label: 'message retention',
    unit: 'seconds',
    purpose: 'change',
  },
  {
    id: 'sqs-delay',
    types: ['aws_sqs_queue'],
    field: 'delay_seconds',
    label: 'delay',
    unit: 'seconds',
    purpose: 'change',
  },
  {
    id: 'alarm-threshold',
    types: ['aws_cloudwatch_metric_alarm'],
    field: 'threshold',
    label: 'threshold',
    purpose: 'change',
  },
  {
    id: 'dns-ttl',
    types: ['aws_route53_record'],
    field: 'ttl',
    label: 'TTL',
    unit: 'seconds',
    purpose: 'change',
  },
];
