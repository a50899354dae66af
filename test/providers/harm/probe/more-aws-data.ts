import type { Json } from '../../../../src/model/json.ts';
import type { Case } from './types.ts';

const policy = (...Statement: readonly Json[]) => JSON.stringify({ Statement });

export const moreAwsData: readonly Case[] = [
  ['internal', 'aws_alb', { internal: true }, { internal: false }, 'security weakens'],
  [
    'drop invalid header fields',
    'aws_alb',
    { drop_invalid_header_fields: true },
    { drop_invalid_header_fields: null },
    'security weakens',
  ],
  [
    'encrypt at rest',
    'aws_elasticsearch_domain',
    { encrypt_at_rest: [{ enabled: true }] },
    { encrypt_at_rest: [{ enabled: false }] },
    'security weakens',
  ],
  [
    'domain endpoint options',
    'aws_opensearch_domain',
    {
      domain_endpoint_options: [
        { enforce_https: true, tls_security_policy: 'Policy-Min-TLS-1-2-2019-07' },
      ],
    },
    {
      domain_endpoint_options: [
        { enforce_https: true, tls_security_policy: 'Policy-Min-TLS-1-0-2019-07' },
      ],
    },
    'security weakens',
  ],
  [
    'cluster config',
    'aws_opensearch_domain',
    { cluster_config: [{ instance_type: 'r6g.large.search', instance_count: 3 }] },
    { cluster_config: [{ instance_type: 'r6g.large.search', instance_count: 2 }] },
    'availability weakens',
  ],
  [
    'versioning',
    'aws_s3_bucket',
    { versioning: [{ enabled: true, mfa_delete: false }] },
    { versioning: [{ enabled: false, mfa_delete: false }] },
    'durability weakens',
  ],
  ['acl', 'aws_s3_bucket', { acl: 'private' }, { acl: 'public-read-write' }, 'security weakens'],
  ['acl', 'aws_s3_bucket', { acl: null }, { acl: 'public-read' }, 'security weakens'],
  [
    'rule',
    'aws_s3_bucket_server_side_encryption_configuration',
    {
      rule: [
        {
          apply_server_side_encryption_by_default: [
            { sse_algorithm: 'aws:kms', kms_master_key_id: 'k' },
          ],
          bucket_key_enabled: true,
        },
      ],
    },
    {
      rule: [
        {
          apply_server_side_encryption_by_default: [{ sse_algorithm: 'AES256' }],
          bucket_key_enabled: true,
        },
      ],
    },
    'security weakens',
  ],
  [
    'rule',
    'aws_s3_bucket_lifecycle_configuration',
    { rule: [{ id: 'a', status: 'Enabled', expiration: [{ days: 365 }] }] },
    { rule: [{ id: 'a', status: 'Enabled', expiration: [{ days: 30 }] }] },
    'durability weakens',
  ],
  [
    'rule',
    'aws_s3_bucket_lifecycle_configuration',
    { rule: [{ id: 'a', status: 'Enabled', expiration: [{ days: 30 }] }] },
    { rule: [{ id: 'a', status: 'Enabled', expiration: [{ days: 365 }] }] },
    'durability strengthens',
  ],
  [
    'rule',
    'aws_s3_bucket_ownership_controls',
    { rule: [{ object_ownership: 'BucketOwnerEnforced' }] },
    { rule: [{ object_ownership: 'ObjectWriter' }] },
    'security weakens',
  ],
  [
    'backup retention period',
    'aws_rds_cluster',
    { backup_retention_period: 7, storage_encrypted: true },
    { backup_retention_period: 1, storage_encrypted: true },
    'durability weakens',
  ],
  [
    'iam database authentication enabled',
    'aws_rds_cluster',
    { iam_database_authentication_enabled: false },
    { iam_database_authentication_enabled: true },
    'security strengthens',
  ],
  [
    'max allocated storage',
    'aws_db_instance',
    { max_allocated_storage: 500 },
    { max_allocated_storage: 0 },
    'availability weakens',
  ],
  [
    'skip final snapshot',
    'aws_db_instance',
    { skip_final_snapshot: false },
    { skip_final_snapshot: true },
    'durability weakens',
  ],
  [
    'enabled cloudwatch logs exports',
    'aws_db_instance',
    { enabled_cloudwatch_logs_exports: ['audit', 'error'] },
    { enabled_cloudwatch_logs_exports: ['error'] },
    'security weakens',
  ],
  [
    'maintenance window',
    'aws_db_instance',
    { maintenance_window: 'a' },
    { maintenance_window: 'b' },
    'harmless',
  ],
  [
    'monitoring interval',
    'aws_db_instance',
    { monitoring_interval: 60 },
    { monitoring_interval: 0 },
    'observability weakens',
  ],
  [
    'read capacity',
    'aws_dynamodb_table',
    { read_capacity: 10, write_capacity: 10 },
    { read_capacity: 5, write_capacity: 10 },
    'availability weakens',
  ],
  [
    'deletion protection enabled',
    'aws_dynamodb_table',
    { deletion_protection_enabled: false },
    { deletion_protection_enabled: true },
    'durability strengthens',
  ],
  [
    'automatic failover enabled',
    'aws_elasticache_replication_group',
    { automatic_failover_enabled: true },
    { automatic_failover_enabled: false },
    'availability weakens',
  ],
  [
    'snapshot retention limit',
    'aws_elasticache_replication_group',
    { snapshot_retention_limit: 7 },
    { snapshot_retention_limit: 0 },
    'durability weakens',
  ],
  [
    'policy',
    'aws_efs_file_system_policy',
    {
      policy: policy({
        Effect: 'Deny',
        Principal: '*',
        Action: '*',
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
    },
    undefined,
    'security weakens',
  ],
];
