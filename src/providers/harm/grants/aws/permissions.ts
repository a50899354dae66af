import { type Json, type JsonObject, jsonAt, own } from '../../../../model/json.ts';
import type { DocumentKind } from './documents.ts';
import { aclStatements } from './s3-acl.ts';

/** Types whose attributes are statements of a policy that AWS stores. */
export interface AwsPermission {
  readonly kind: DocumentKind;
  readonly field: string;
  /** The attributes that the statements depend on, in addition to `field`. */
  readonly fields: readonly string[];
  readonly statements: (resource: JsonObject) => readonly JsonObject[];
}

const function_: DocumentKind = {
  about: 'resource',
  noun: 'this function',
  dimension: 'security',
  open: 5,
  denial: 4,
  ofOwner: false,
};

/** Attributes that narrow a permission, with the operators and keys of their conditions. */
const narrowing: readonly (readonly [string, string, string])[] = [
  ['source_arn', 'ArnLike', 'AWS:SourceArn'],
  ['source_account', 'StringEquals', 'AWS:SourceAccount'],
  ['principal_org_id', 'StringEquals', 'aws:PrincipalOrgID'],
  ['organization_id', 'StringEquals', 'aws:PrincipalOrgID'],
  ['function_url_auth_type', 'StringEquals', 'lambda:FunctionUrlAuthType'],
  ['event_source_token', 'StringEquals', 'lambda:EventSourceToken'],
];

const narrowingFields = ['action', ...narrowing.map(([attribute]) => attribute)];

const permissions: Readonly<Record<string, AwsPermission>> = {
  aws_lambda_permission: {
    kind: function_,
    field: 'principal',
    fields: narrowingFields,
    statements: permission,
  },
  aws_lambda_layer_version_permission: {
    kind: { ...function_, noun: 'this layer' },
    field: 'principal',
    fields: narrowingFields,
    statements: permission,
  },
  aws_lambda_function_url: {
    kind: function_,
    field: 'authorization_type',
    fields: [],
    statements: (resource) =>
      resource['authorization_type'] === 'NONE' ? [allow('*', 'lambda:InvokeFunctionUrl')] : [],
  },
  aws_cloudwatch_event_permission: {
    kind: { ...function_, noun: 'this event bus' },
    field: 'principal',
    fields: ['action', 'condition'],
    statements: (resource) => [
      allow(resource['principal'] ?? null, 'events:PutEvents', busCondition(resource)),
    ],
  },
  aws_kms_grant: {
    kind: { ...function_, noun: 'this key' },
    field: 'grantee_principal',
    fields: ['operations'],
    statements: (resource) => {
      const names = jsonAt(resource, 'operations');
      const operations = Array.isArray(names) ? names.map((one) => `kms:${String(one)}`) : [];
      return [allow(resource['grantee_principal'] ?? null, operations)];
    },
  },
  aws_snapshot_create_volume_permission: {
    kind: { ...function_, noun: 'this snapshot' },
    field: 'account_id',
    fields: [],
    statements: (resource) => [allow(resource['account_id'] ?? null, 'ec2:CreateVolume')],
  },
  aws_ami_launch_permission: {
    kind: { ...function_, noun: 'this image' },
    field: 'account_id',
    fields: ['group', 'organization_arn', 'organizational_unit_arn'],
    statements: (resource) => [
      allow(resource['group'] === 'all' ? '*' : (resource['account_id'] ?? []), 'ec2:RunInstances'),
    ],
  },
  aws_vpc_endpoint_service_allowed_principal: {
    kind: { ...function_, noun: 'this endpoint service', open: 4 },
    field: 'principal_arn',
    fields: [],
    statements: (resource) => [allow(resource['principal_arn'] ?? null, 'vpce:CreateEndpoint')],
  },
  aws_s3_bucket_acl: {
    kind: { ...function_, noun: 'this bucket' },
    field: 'acl',
    fields: ['access_control_policy'],
    statements: aclStatements,
  },
};

/** How the type grants permissions, or undefined if it does not. */
export function findAwsPermission(type: string): AwsPermission | undefined {
  return own(permissions, type);
}

/** The policy that the attributes of a resource are equivalent to. */
export function asDocument({ statements }: AwsPermission, resource: JsonObject): JsonObject {
  return { Version: '2012-10-17', Statement: statements(resource) };
}

function permission(resource: JsonObject): readonly JsonObject[] {
  const conditions = narrowing.flatMap(([attribute, operator, key]) => {
    const value = jsonAt(resource, attribute);
    return typeof value === 'string' && value !== '' ? [[operator, key, value] as const] : [];
  });
  const condition: Record<string, Record<string, Json>> = {};
  for (const [operator, key, value] of conditions) {
    condition[operator] = { ...condition[operator], [key]: value };
  }
  return [allow(resource['principal'] ?? null, resource['action'] ?? null, condition)];
}

function busCondition(resource: JsonObject): JsonObject {
  const blocks = jsonAt(resource, 'condition');
  const block = Array.isArray(blocks) ? blocks[0] : blocks;
  const [type, key] = [jsonAt(block, 'type'), jsonAt(block, 'key')];
  if (typeof type !== 'string' || typeof key !== 'string') return {};
  return { [type]: { [key]: jsonAt(block, 'value') ?? '' } };
}

function allow(principal: Json, action: Json, condition: JsonObject = {}): JsonObject {
  const service =
    typeof principal === 'string' && /^[a-z0-9.-]+\.amazonaws\.com(?:\.cn)?$/.test(principal);
  const who = principal === '*' ? '*' : { [service ? 'Service' : 'AWS']: principal };
  return { Effect: 'Allow', Principal: who, Action: action, Resource: '*', Condition: condition };
}
