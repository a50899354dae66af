import type { Purpose } from '../../model/intent.ts';

/** Types that exist to protect or monitor; deleting them weakens the estate. */
const guards =
  /^aws_(?:cloudtrail|config_.*|guardduty_.*|securityhub_.*|flow_log|kms_key|wafv2_.*|s3_bucket_(?:logging|public_access_block|server_side_encryption_configuration|versioning|object_lock_configuration)|s3_account_public_access_block|cloudwatch_metric_alarm|iam_account_password_policy|network_acl|ebs_encryption_by_default|macie2_.*|inspector2_.*)$/;

/** Types that open access; deleting them narrows it. */
const openings =
  /^aws_(?:security_group_rule|vpc_security_group_ingress_rule|lambda_function_url)$/;
/** Types that grant or restrict permissions in ways that the record of a deletion does not show. */
const grants = /^aws_(?:iam_|lambda_permission$)|_policy$/;

/** The same for cluster objects. */
const clusterGuards =
  /^(?:networking\.k8s\.io\/NetworkPolicy|admissionregistration\.k8s\.io\/Validating.*|core\/(?:LimitRange|ResourceQuota))$/;
const clusterGrants = /^rbac\.authorization\.k8s\.io\//;

/** What creating, or else deleting, a resource of the type is for. */
export function lifecyclePurpose(type: string, created: boolean): Purpose {
  if (clusterGuards.test(type)) return created ? 'hardening' : 'weakening';
  if (clusterGrants.test(type)) return 'access';
  if (guards.test(type)) return created ? 'hardening' : 'weakening';
  if (!created && openings.test(type)) return 'hardening';
  if (grants.test(type)) return 'access';
  return created ? 'change' : 'clean-up';
}
