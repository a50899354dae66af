import { own } from '../../model/json.ts';

/** The attribute that holds a resource's name, for types where it is not `name`. */
const nameAttributes: Readonly<Record<string, string>> = {
  aws_cloudwatch_metric_alarm: 'alarm_name',
  aws_db_instance: 'identifier',
  aws_lambda_function: 'function_name',
  aws_lambda_permission: 'statement_id',
  aws_rds_cluster: 'cluster_identifier',
  aws_s3_bucket: 'bucket',
  google_artifact_registry_repository: 'repository_id',
  google_bigquery_dataset: 'dataset_id',
  google_bigquery_table: 'table_id',
  google_monitoring_alert_policy: 'display_name',
  google_project_iam_custom_role: 'role_id',
  google_project_service: 'service',
  google_secret_manager_secret: 'secret_id',
  google_service_account: 'account_id',
};

export function nameAttribute(type: string): string {
  return own(nameAttributes, type) ?? 'name';
}

export interface ChangeableName {
  readonly attribute: string;
  readonly known: 'name' | 'id';
}

/**
 * Names that an API can change. If Terraform identifies the resource by its name, the one with the
 * new name is a different resource, which has to be imported; if by an id, the instance can be
 * moved to another key. Source: the `id` and `Import` of each resource in the provider's
 * documentation.
 */
const changeableNames: ReadonlyMap<string, ChangeableName> = new Map([
  ['aws_db_instance', { attribute: 'identifier', known: 'id' }],
  ['aws_iam_group', { attribute: 'name', known: 'name' }],
  ['aws_iam_server_certificate', { attribute: 'name', known: 'name' }],
  ['aws_iam_user', { attribute: 'name', known: 'name' }],
  ['aws_rds_cluster', { attribute: 'cluster_identifier', known: 'name' }],
]);

export function changeableName(type: string): ChangeableName | undefined {
  return changeableNames.get(type);
}

export const resourceGroupType = 'azurerm_resource_group';

/**
 * Arguments that contain the name of a resource of a given type, which is unique within its group.
 */
const namesOf: ReadonlyMap<string, string> = new Map([
  ['network_security_group_name', 'azurerm_network_security_group'],
  ['private_dns_zone_name', 'azurerm_private_dns_zone'],
  ['resource_group_name', resourceGroupType],
  ['route_table_name', 'azurerm_route_table'],
  ['virtual_network_name', 'azurerm_virtual_network'],
  ['zone_name', 'azurerm_dns_zone'],
]);

/** The type whose name an argument contains. */
export function namedType(argument: string): string | undefined {
  return namesOf.get(argument);
}

/** Attributes of the type that others refer to it by, besides those that most types have. */
export function furtherNames(type: string): readonly string[] {
  return type === 'google_service_account' ? ['member', 'email'] : [];
}
