import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import { toMapped } from '../catalog/convert.ts';
import type { Resets } from '../catalog/replace.ts';
import { boolAt, requestAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, jsonField, number, textField, via } from '../catalog/sources.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { bucketPart, lacks, xmlItems } from './s3-part.ts';

const versioning = bucketPart({
  type: 'aws_s3_bucket_versioning',
  fields: {
    'versioning_configuration.0.status': 'VersioningConfiguration.Status',
    // If MFA delete is disabled, the state has no value instead of `Disabled`.
    'versioning_configuration.0.mfa_delete': via(
      'VersioningConfiguration.MfaDelete',
      toMapped({ Enabled: 'Enabled', Disabled: null }),
    ),
  },
  within: {
    argument: 'versioning',
    fields: {
      'versioning.0.enabled': via(
        'VersioningConfiguration.Status',
        toMapped({ Enabled: true, Suspended: false }),
      ),
      'versioning.0.mfa_delete': via(
        'VersioningConfiguration.MfaDelete',
        toMapped({ Enabled: true, Disabled: false }),
      ),
    },
    gone: [],
  },
  calls: {
    PutBucketVersioning: 'put',
  },
});

/** The API allows several encryption rules, but a bucket has one. */
function encryptionRule({ request }: AuditEvent): Json | undefined {
  return xmlItems(requestAt(request, 'ServerSideEncryptionConfiguration'), 'Rule')[0];
}

const defaultEncryption = 'apply_server_side_encryption_by_default';

function encryptionAttributes(prefix = ''): CatalogAttributes {
  const byDefault = (member: string) => (event: AuditEvent) =>
    requestAt(encryptionRule(event), `ApplyServerSideEncryptionByDefault.${member}`);
  return {
    [`${prefix}rule.0.${defaultEncryption}.0.kms_master_key_id`]: textField(
      byDefault('KMSMasterKeyID'),
    ),
    [`${prefix}rule.0.${defaultEncryption}.0.sse_algorithm`]: textField(byDefault('SSEAlgorithm')),
    [`${prefix}rule.0.bucket_key_enabled`]: bool((event) =>
      boolAt(encryptionRule(event), 'BucketKeyEnabled') === true ? true : undefined,
    ),
  };
}

function encryptionResets(prefix = ''): Resets {
  return {
    [`${prefix}rule.0.${defaultEncryption}.0.kms_master_key_id`]: null,
    [`${prefix}rule.0.bucket_key_enabled`]: false,
  };
}

const encryptionBlock = 'server_side_encryption_configuration';

const encryption = bucketPart({
  type: 'aws_s3_bucket_server_side_encryption_configuration',
  fields: encryptionAttributes(),
  resets: encryptionResets(),
  within: {
    argument: encryptionBlock,
    fields: encryptionAttributes(`${encryptionBlock}.0.`),
    resets: encryptionResets(`${encryptionBlock}.0.`),
    gone: [],
  },
  calls: {
    PutBucketEncryption: 'put',
    DeleteBucketEncryption: 'delete',
  },
});

const publicAccess: CatalogAttributes = {
  block_public_acls: bool('PublicAccessBlockConfiguration.BlockPublicAcls'),
  block_public_policy: bool('PublicAccessBlockConfiguration.BlockPublicPolicy'),
  ignore_public_acls: bool('PublicAccessBlockConfiguration.IgnorePublicAcls'),
  restrict_public_buckets: bool('PublicAccessBlockConfiguration.RestrictPublicBuckets'),
};

export const publicAccessOff = {
  block_public_acls: false,
  block_public_policy: false,
  ignore_public_acls: false,
  restrict_public_buckets: false,
};

export const publicAccessAttributes = publicAccess;

const publicAccessBlock = bucketPart({
  type: 'aws_s3_bucket_public_access_block',
  fields: publicAccess,
  resets: publicAccessOff,
  defaults: publicAccessOff,
  calls: {
    PutBucketPublicAccessBlock: 'put',
    PutPublicAccessBlock: 'put',
    DeleteBucketPublicAccessBlock: 'delete',
    DeletePublicAccessBlock: 'delete',
  },
});

const policy = bucketPart({
  type: 'aws_s3_bucket_policy',
  fields: { policy: jsonField('bucketPolicy') },
  within: { argument: 'policy', fields: { policy: jsonField('bucketPolicy') }, gone: null },
  calls: {
    PutBucketPolicy: 'put',
    DeleteBucketPolicy: 'delete',
  },
});

const ownership = bucketPart({
  type: 'aws_s3_bucket_ownership_controls',
  fields: {
    'rule.0.object_ownership': textField(({ request }) =>
      requestAt(xmlItems(requestAt(request, 'OwnershipControls'), 'Rule')[0], 'ObjectOwnership'),
    ),
  },
  calls: {
    PutBucketOwnershipControls: 'put',
    DeleteBucketOwnershipControls: 'delete',
  },
});

const acceleration = bucketPart({
  type: 'aws_s3_bucket_accelerate_configuration',
  fields: { status: 'AccelerateConfiguration.Status' },
  within: {
    argument: 'acceleration_status',
    fields: { acceleration_status: 'AccelerateConfiguration.Status' },
    gone: null,
  },
  calls: {
    PutAccelerateConfiguration: 'put',
    PutBucketAccelerateConfiguration: 'put',
  },
});

const requestPayment = bucketPart({
  type: 'aws_s3_bucket_request_payment_configuration',
  fields: { payer: 'RequestPaymentConfiguration.Payer' },
  within: {
    argument: 'request_payer',
    fields: { request_payer: 'RequestPaymentConfiguration.Payer' },
    gone: null,
  },
  calls: {
    PutBucketRequestPayment: 'put',
  },
});

const retention = 'ObjectLockConfiguration.Rule.DefaultRetention';

function lockAttributes(prefix = ''): CatalogAttributes {
  return {
    [`${prefix}object_lock_enabled`]: 'ObjectLockConfiguration.ObjectLockEnabled',
    [`${prefix}rule.0.default_retention.0.days`]: number(`${retention}.Days`),
    [`${prefix}rule.0.default_retention.0.mode`]: `${retention}.Mode`,
    [`${prefix}rule.0.default_retention.0.years`]: number(`${retention}.Years`),
  };
}

const objectLock = bucketPart({
  type: 'aws_s3_bucket_object_lock_configuration',
  fields: lockAttributes(),
  resets: { rule: [] },
  defaults: { object_lock_enabled: 'Enabled' },
  within: {
    argument: 'object_lock_configuration',
    fields: lockAttributes('object_lock_configuration.0.'),
    resets: { 'object_lock_configuration.0.rule': [] },
    gone: [],
  },
  calls: {
    PutBucketObjectLockConfiguration: 'put',
    PutBucketObjectLockConfig: 'put',
    PutObjectLockConfiguration: 'put',
  },
});

const loggingTarget = 'BucketLoggingStatus.LoggingEnabled';

const logging = bucketPart({
  type: 'aws_s3_bucket_logging',
  fields: {
    target_bucket: `${loggingTarget}.TargetBucket`,
    target_prefix: `${loggingTarget}.TargetPrefix`,
    'target_object_key_format.0.partitioned_prefix.0.partition_date_source': `${loggingTarget}.TargetObjectKeyFormat.PartitionedPrefix.PartitionDateSource`,
  },
  resets: { target_prefix: '', target_object_key_format: [] },
  constants: { target_prefix: '' },
  within: {
    argument: 'logging',
    fields: {
      'logging.0.target_bucket': `${loggingTarget}.TargetBucket`,
      'logging.0.target_prefix': `${loggingTarget}.TargetPrefix`,
    },
    resets: { 'logging.0.target_prefix': null },
    gone: [],
  },
  calls: {
    PutBucketLogging: { does: 'put', deletes: lacks(loggingTarget) },
  },
});

export const s3SettingEntries: readonly CatalogEntry[] = [
  versioning,
  encryption,
  publicAccessBlock,
  policy,
  ownership,
  acceleration,
  requestPayment,
  objectLock,
  logging,
].flat();
