import type { AttributePath } from '../../model/path.ts';

/**
 * Attributes that a provider sets but never reads: it repeats the state's value, whatever is live.
 * Secrets, many of which are not read either, are recognized by their schema instead.
 */
const unreadAttributes = new Map<string, readonly string[]>([
  ['aws_db_instance', ['allow_major_version_upgrade', 'apply_immediately', 'skip_final_snapshot']],
  ['aws_glue_job', ['notification_property']],
  ['aws_kms_key', ['bypass_policy_lockout_safety_check', 'deletion_window_in_days']],
  [
    'aws_lambda_function',
    ['filename', 'publish', 's3_bucket', 's3_key', 's3_object_version', 'source_code_hash'],
  ],
  ['aws_lambda_layer_version', ['filename', 's3_bucket', 's3_key', 's3_object_version']],
  ['aws_s3_object', ['content', 'content_base64', 'source', 'source_hash']],
  ['aws_secretsmanager_secret', ['recovery_window_in_days']],
]);

/**
 * Attributes of which a provider keeps only a hash: a change is reported, but not the new value.
 */
const hashedAttributes = new Map<string, readonly string[]>([
  ['aws_instance', ['user_data']],
  ['aws_launch_configuration', ['user_data']],
  ['aws_spot_instance_request', ['user_data']],
]);

export function isUnreadAttribute(type: string, path: AttributePath): boolean {
  return isListed(unreadAttributes, type, path);
}

export function isHashedAttribute(type: string, path: AttributePath): boolean {
  return isListed(hashedAttributes, type, path);
}

function isListed(
  table: ReadonlyMap<string, readonly string[]>,
  type: string,
  [first]: AttributePath,
): boolean {
  return typeof first === 'string' && (table.get(type) ?? []).includes(first);
}
