import type { Purpose } from '../../../model/intent.ts';
import type { NamingRule } from '../clause.ts';
import { clause } from '../clause.ts';

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

function purposeOf(type: string, created: boolean): Purpose {
  if (clusterGuards.test(type)) return created ? 'hardening' : 'weakening';
  if (clusterGrants.test(type)) return 'access';
  if (guards.test(type)) return created ? 'hardening' : 'weakening';
  if (!created && openings.test(type)) return 'hardening';
  if (grants.test(type)) return 'access';
  return created ? 'change' : 'clean-up';
}

/** Entire resources that were created or deleted. */
export const lifecycleRules: readonly NamingRule[] = [
  {
    id: 'deleted',
    read: (facts) =>
      facts
        .filter(({ change }) => change === 'deleted')
        .map((fact) =>
          clause([fact], purposeOf(fact.type, false), {
            before: 'Deleted ',
            after: describe(fact.type),
          }),
        ),
  },
  {
    id: 'created',
    read: (facts) =>
      facts
        .filter(({ change }) => change === 'created')
        .map((fact) =>
          clause(
            [fact],
            purposeOf(fact.type, true),
            { before: 'Created ', after: `${describe(fact.type)} outside ${codeOf(fact.type)}` },
            { confidence: 0.8 },
          ),
        ),
  },
];

/**
 * The part of a bucket that a type stands for: all of them are called `bucket logs`, for example.
 */
function describe(type: string): string {
  const part = /^aws_s3_bucket_(.+)$/.exec(type)?.[1];
  return part === undefined ? '' : ` (${part.replaceAll('_', ' ')})`;
}

/** Types of cluster objects consist of group and kind. */
function codeOf(type: string): string {
  return type.includes('/') ? 'the manifests' : 'Terraform';
}
