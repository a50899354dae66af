import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import { toWord } from '../catalog/convert.ts';
import type { Resets } from '../catalog/replace.ts';
import { boolAt, requestAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, jsonField, number, textField, via } from '../catalog/sources.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import type { BucketPart } from './s3-part.ts';
import { lacks, partEntries, xmlItems } from './s3-part.ts';

const versioning: BucketPart = {
  type: 'aws_s3_bucket_versioning',
  put: ['PutBucketVersioning'],
  remove: [],
  attributes: {
    'versioning_configuration.0.status': 'VersioningConfiguration.Status',
    // Without it, the state has nothing rather than `Disabled`.
    'versioning_configuration.0.mfa_delete': via(
      'VersioningConfiguration.MfaDelete',
      toWord({ Enabled: 'Enabled', Disabled: null }),
    ),
  },
  legacy: {
    argument: 'versioning',
    attributes: {
      'versioning.0.enabled': via(
        'VersioningConfiguration.Status',
        toWord({ Enabled: true, Suspended: false }),
      ),
      'versioning.0.mfa_delete': via(
        'VersioningConfiguration.MfaDelete',
        toWord({ Enabled: true, Disabled: false }),
      ),
    },
    gone: [],
  },
};

/** The API could hold several rules of encryption, but a bucket has one. */
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

const encryption: BucketPart = {
  type: 'aws_s3_bucket_server_side_encryption_configuration',
  put: ['PutBucketEncryption'],
  remove: ['DeleteBucketEncryption'],
  attributes: encryptionAttributes(),
  resets: encryptionResets(),
  legacy: {
    argument: encryptionBlock,
    attributes: encryptionAttributes(`${encryptionBlock}.0.`),
    resets: encryptionResets(`${encryptionBlock}.0.`),
    gone: [],
  },
};

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

const publicAccessBlock: BucketPart = {
  type: 'aws_s3_bucket_public_access_block',
  put: ['PutBucketPublicAccessBlock', 'PutPublicAccessBlock'],
  remove: ['DeleteBucketPublicAccessBlock', 'DeletePublicAccessBlock'],
  attributes: publicAccess,
  resets: publicAccessOff,
  defaults: publicAccessOff,
};

const policy: BucketPart = {
  type: 'aws_s3_bucket_policy',
  put: ['PutBucketPolicy'],
  remove: ['DeleteBucketPolicy'],
  attributes: { policy: jsonField('bucketPolicy') },
  legacy: { argument: 'policy', attributes: { policy: jsonField('bucketPolicy') }, gone: null },
};

const ownership: BucketPart = {
  type: 'aws_s3_bucket_ownership_controls',
  put: ['PutBucketOwnershipControls'],
  remove: ['DeleteBucketOwnershipControls'],
  attributes: {
    'rule.0.object_ownership': textField(({ request }) =>
      requestAt(xmlItems(requestAt(request, 'OwnershipControls'), 'Rule')[0], 'ObjectOwnership'),
    ),
  },
};

const acceleration: BucketPart = {
  type: 'aws_s3_bucket_accelerate_configuration',
  put: ['PutAccelerateConfiguration', 'PutBucketAccelerateConfiguration'],
  remove: [],
  attributes: { status: 'AccelerateConfiguration.Status' },
  legacy: {
    argument: 'acceleration_status',
    attributes: { acceleration_status: 'AccelerateConfiguration.Status' },
    gone: null,
  },
};

const requestPayment: BucketPart = {
  type: 'aws_s3_bucket_request_payment_configuration',
  put: ['PutBucketRequestPayment'],
  remove: [],
  attributes: { payer: 'RequestPaymentConfiguration.Payer' },
  legacy: {
    argument: 'request_payer',
    attributes: { request_payer: 'RequestPaymentConfiguration.Payer' },
    gone: null,
  },
};

const retention = 'ObjectLockConfiguration.Rule.DefaultRetention';

function lockAttributes(prefix = ''): CatalogAttributes {
  return {
    [`${prefix}object_lock_enabled`]: 'ObjectLockConfiguration.ObjectLockEnabled',
    [`${prefix}rule.0.default_retention.0.days`]: number(`${retention}.Days`),
    [`${prefix}rule.0.default_retention.0.mode`]: `${retention}.Mode`,
    [`${prefix}rule.0.default_retention.0.years`]: number(`${retention}.Years`),
  };
}

const objectLock: BucketPart = {
  type: 'aws_s3_bucket_object_lock_configuration',
  put: [
    'PutBucketObjectLockConfiguration',
    'PutBucketObjectLockConfig',
    'PutObjectLockConfiguration',
  ],
  remove: [],
  attributes: lockAttributes(),
  resets: { rule: [] },
  defaults: { object_lock_enabled: 'Enabled' },
  legacy: {
    argument: 'object_lock_configuration',
    attributes: lockAttributes('object_lock_configuration.0.'),
    resets: { 'object_lock_configuration.0.rule': [] },
    gone: [],
  },
};

const loggingTarget = 'BucketLoggingStatus.LoggingEnabled';

const logging: BucketPart = {
  type: 'aws_s3_bucket_logging',
  put: ['PutBucketLogging'],
  remove: [],
  attributes: {
    target_bucket: `${loggingTarget}.TargetBucket`,
    target_prefix: `${loggingTarget}.TargetPrefix`,
    'target_object_key_format.0.partitioned_prefix.0.partition_date_source': `${loggingTarget}.TargetObjectKeyFormat.PartitionedPrefix.PartitionDateSource`,
  },
  resets: { target_prefix: '', target_object_key_format: [] },
  constants: { target_prefix: '' },
  isRemoval: lacks(loggingTarget),
  legacy: {
    argument: 'logging',
    attributes: {
      'logging.0.target_bucket': `${loggingTarget}.TargetBucket`,
      'logging.0.target_prefix': `${loggingTarget}.TargetPrefix`,
    },
    resets: { 'logging.0.target_prefix': null },
    gone: [],
  },
};

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
].flatMap(partEntries);
