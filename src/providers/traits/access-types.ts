/*
 * Types that say who may reach or do something, by what they have in common.
 */

export const securityGroups: readonly string[] = [
  'aws_security_group',
  'aws_default_security_group',
];
export const securityGroupRules: readonly string[] = [
  'aws_security_group_rule',
  'aws_vpc_security_group_ingress_rule',
  'aws_vpc_security_group_egress_rule',
];

/** What holds the policy that such a resource attaches; also the name of that argument. */
export const policyAttachments: Readonly<Record<string, string>> = {
  aws_iam_role_policy_attachment: 'role',
  aws_iam_user_policy_attachment: 'user',
  aws_iam_group_policy_attachment: 'group',
};
export const principalTypes: readonly string[] = ['aws_iam_role', 'aws_iam_user', 'aws_iam_group'];
export const functionPermissions: readonly string[] = ['aws_lambda_permission'];
export const functionUrls: readonly string[] = ['aws_lambda_function_url'];

export const publicAccessBlocks: readonly string[] = [
  'aws_s3_bucket_public_access_block',
  'aws_s3_account_public_access_block',
];
export const bucketType = 'aws_s3_bucket';
export const bucketVersioning = 'aws_s3_bucket_versioning';
export const bucketAcl = 'aws_s3_bucket_acl';

export const networkSecurityGroup = 'azurerm_network_security_group';
export const networkSecurityRule = 'azurerm_network_security_rule';
export const databaseFirewallRules: readonly string[] = [
  'azurerm_mssql_firewall_rule',
  'azurerm_postgresql_flexible_server_firewall_rule',
];
export const roleAssignments: readonly string[] = ['azurerm_role_assignment'];

export const computeFirewalls: readonly string[] = ['google_compute_firewall'];
export const cloudDatabases: readonly string[] = ['google_sql_database_instance'];
const iamGrant = /^google_.*_iam_(?:member|binding)$/;

/** True for a resource that grants roles in Google Cloud. */
export function isIamGrant(type: string): boolean {
  return iamGrant.test(type);
}
