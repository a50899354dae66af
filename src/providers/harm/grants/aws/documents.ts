import type { HarmDimension, Severity } from '../../../../model/harm.ts';
import { own } from '../../../../model/json.ts';

/** What a document of a resource controls, and how much its changes matter. */
export interface DocumentKind {
  /**
   * `trust`: who may assume the role; `identity`: what its holder may do; `resource`: who may do
   * what with this resource; `filter`: what passes, where each access also needs another grant.
   */
  readonly about: 'trust' | 'identity' | 'resource' | 'filter';
  /** The object of access, for sentences: `this bucket`. */
  readonly noun: string;
  readonly dimension: HarmDimension;
  /** The severity if anyone may use it. */
  readonly open: Severity;
  /** The severity if a denial is removed. */
  readonly denial: Severity;
  /** The document that applies if none is written. */
  readonly whenAbsent?: string;
  /** True if the document is part of what it protects, and is created and deleted with it. */
  readonly ofOwner: boolean;
}

const fields: Readonly<Record<string, string>> = {
  aws_elasticsearch_domain: 'access_policies',
  aws_elasticsearch_domain_policy: 'access_policies',
  aws_opensearch_domain: 'access_policies',
  aws_opensearch_domain_policy: 'access_policies',
  aws_glacier_vault: 'access_policy',
  aws_cloudwatch_log_destination_policy: 'access_policy',
  aws_cloudsearch_domain_service_access_policy: 'access_policy',
  aws_cloudwatch_log_resource_policy: 'policy_document',
  aws_xray_resource_policy: 'policy_document',
  aws_codeartifact_domain_permissions_policy: 'policy_document',
  aws_codeartifact_repository_permissions_policy: 'policy_document',
  aws_organizations_policy: 'content',
  aws_organizations_resource_policy: 'content',
  aws_s3tables_table_bucket_policy: 'resource_policy',
  aws_s3tables_table_policy: 'resource_policy',
  aws_sagemaker_model_package_group_policy: 'resource_policy',
  aws_ssoadmin_permission_set_inline_policy: 'inline_policy',
  aws_iam_role: 'assume_role_policy',
};

const resource: DocumentKind = {
  about: 'resource',
  noun: 'this resource',
  dimension: 'security',
  open: 5,
  denial: 4,
  ofOwner: false,
};
const identity: DocumentKind = { ...resource, about: 'identity', noun: 'whoever has this policy' };
const named = (noun: string, more: Partial<DocumentKind> = {}): DocumentKind => ({
  ...resource,
  noun,
  ...more,
});

/** An endpoint without a policy lets everything through. */
const openFilter = '{"Statement":[{"Effect":"Allow","Principal":"*","Action":"*","Resource":"*"}]}';
const endpoint = named('this endpoint', {
  about: 'filter',
  open: 3,
  denial: 3,
  whenAbsent: openFilter,
});
const minor = { denial: 3 } as const;
const owned = { ofOwner: true } as const;

const kinds: Readonly<Record<string, DocumentKind>> = {
  aws_iam_role: { ...resource, about: 'trust', noun: 'this role', ofOwner: true },
  aws_iam_policy: identity,
  aws_iam_role_policy: { ...identity, noun: 'this role' },
  aws_iam_user_policy: { ...identity, noun: 'this user' },
  aws_iam_group_policy: { ...identity, noun: 'members of this group' },
  aws_ssoadmin_permission_set_inline_policy: {
    ...identity,
    noun: 'whoever has this permission set',
  },
  aws_iot_policy: { ...identity, noun: 'devices with this policy' },
  aws_transfer_user: { ...identity, noun: 'this user', ofOwner: true },
  aws_transfer_access: { ...identity, noun: 'this user', ofOwner: true },
  aws_organizations_policy: {
    ...identity,
    about: 'filter',
    noun: 'accounts under this policy',
    dimension: 'governance',
    open: 4,
    denial: 5,
  },
  aws_organizations_resource_policy: named('this organization'),
  aws_s3_bucket: named('this bucket', owned),
  aws_s3_bucket_policy: named('this bucket'),
  aws_s3control_bucket_policy: named('this bucket'),
  aws_s3_access_point: named('this access point', owned),
  aws_s3control_access_point_policy: named('this access point'),
  aws_s3control_object_lambda_access_point_policy: named('this access point'),
  aws_s3tables_table_bucket_policy: named('this table bucket'),
  aws_s3tables_table_policy: named('this table'),
  aws_kms_key: named('this key', owned),
  aws_kms_external_key: named('this key', owned),
  aws_kms_replica_key: named('this key', owned),
  aws_kms_replica_external_key: named('this key', owned),
  aws_kms_key_policy: named('this key'),
  aws_sqs_queue: named('this queue', { ...minor, ...owned }),
  aws_sqs_queue_policy: named('this queue', minor),
  aws_sns_topic: named('this topic', { ...minor, ...owned }),
  aws_sns_topic_policy: named('this topic', minor),
  aws_ecr_repository_policy: named('this repository'),
  aws_ecrpublic_repository_policy: named('this repository'),
  aws_ecr_registry_policy: named('this registry'),
  aws_secretsmanager_secret: named('this secret', owned),
  aws_secretsmanager_secret_policy: named('this secret'),
  aws_vpc_endpoint: { ...endpoint, ofOwner: true },
  aws_vpc_endpoint_policy: endpoint,
  aws_glacier_vault: named('this vault', owned),
  aws_glacier_vault_lock: named('this vault'),
  aws_backup_vault_policy: named('this backup vault', { dimension: 'durability' }),
  aws_efs_file_system_policy: named('this file system', minor),
  aws_api_gateway_rest_api: named('this API', { open: 4, ...minor, ...owned }),
  aws_api_gateway_rest_api_policy: named('this API', { open: 4, ...minor }),
  aws_api_gateway_domain_name: named('this domain name', { open: 4, ...minor, ...owned }),
  aws_elasticsearch_domain: named('this domain', owned),
  aws_elasticsearch_domain_policy: named('this domain'),
  aws_opensearch_domain: named('this domain', owned),
  aws_opensearch_domain_policy: named('this domain'),
  aws_cloudwatch_event_bus_policy: named('this event bus', minor),
  aws_cloudwatch_log_destination_policy: named('this log destination', minor),
  aws_cloudwatch_log_resource_policy: named('log groups', minor),
  aws_xray_resource_policy: named('traces', minor),
  aws_acmpca_policy: named('this certificate authority'),
  aws_cloudsearch_domain_service_access_policy: named('this domain'),
  aws_codeartifact_domain_permissions_policy: named('this domain'),
  aws_codeartifact_repository_permissions_policy: named('this repository'),
  aws_codebuild_resource_policy: named('this project'),
  aws_dynamodb_resource_policy: named('this table'),
  aws_glue_resource_policy: named('the data catalog'),
  aws_kinesis_resource_policy: named('this stream'),
  aws_media_store_container_policy: named('this container'),
  aws_msk_cluster_policy: named('this cluster'),
  aws_networkfirewall_resource_policy: named('this firewall policy'),
  aws_oam_sink_policy: named('this sink'),
  aws_redshift_resource_policy: named('this cluster'),
  aws_redshiftserverless_resource_policy: named('this workgroup'),
  aws_s3control_access_grants_instance_resource_policy: named('these access grants'),
  aws_sagemaker_model_package_group_policy: named('these models'),
  aws_schemas_registry_policy: named('this registry'),
  aws_ses_identity_policy: named('this sender'),
  aws_sesv2_email_identity_policy: named('this sender'),
  aws_vpclattice_auth_policy: named('this service', { open: 4 }),
  aws_vpclattice_resource_policy: named('this service', { open: 4 }),
};

/** A policy document in an attribute of a type. */
export interface DocumentPlace {
  readonly field: string;
  readonly kind: DocumentKind;
}

/** The place of the policy document in resources of the type, or undefined if they have none. */
export function documentPlace(type: string): DocumentPlace | undefined {
  const kind = own(kinds, type);
  if (kind === undefined) return undefined;
  return { kind, field: own(fields, type) ?? 'policy' };
}

export function documentTypes(): readonly string[] {
  return Object.keys(kinds).sort();
}

/** The inline policies of a role, which are `identity` documents. */
export const inlinePolicies: DocumentKind = { ...identity, noun: 'this role', ofOwner: true };
