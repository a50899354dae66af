import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
  own,
} from '../../../../model/json.ts';

const reads = ['s3:ListBucket', 's3:GetObject'];
const writes = ['s3:PutObject', 's3:DeleteObject'];
const control = ['s3:GetBucketAcl', 's3:PutBucketAcl'];

/**
 * The actions that each permission of an ACL allows. Source: Amazon S3, access control list
 * overview.
 */
const permissions: Readonly<Record<string, readonly string[]>> = {
  READ: reads,
  WRITE: writes,
  READ_ACP: ['s3:GetBucketAcl'],
  WRITE_ACP: ['s3:PutBucketAcl'],
  FULL_CONTROL: [...reads, ...writes, ...control],
};

/** The grantee other than the owner, and its permissions, for each canned ACL. */
const canned: Readonly<Record<string, readonly [Json, ...string[]]>> = {
  'public-read': ['*', 'READ'],
  'public-read-write': ['*', 'READ', 'WRITE'],
  'authenticated-read': ['*', 'READ'],
  'log-delivery-write': [{ Service: 'logging.s3.amazonaws.com' }, 'WRITE', 'READ_ACP'],
};

/** The ACL of a bucket as policy statements, without the permissions of the owner. */
export function aclStatements(resource: JsonObject): readonly JsonObject[] {
  const name = resource['acl'];
  const known = typeof name === 'string' ? own(canned, name) : undefined;
  const [grantee, ...granted] = known ?? [null];
  const named = granted.flatMap((permission) => statement(grantee, permission));
  const owners = blocksAt(resource, 'access_control_policy').flatMap((policy) =>
    blocksAt(policy, 'owner').map((owner) => owner['id']),
  );
  const grants = blocksAt(resource, 'access_control_policy').flatMap((policy) =>
    blocksAt(policy, 'grant'),
  );
  const written = grants.flatMap((grant) => {
    const [to] = blocksAt(grant, 'grantee');
    if (to === undefined || owners.includes(to['id'] ?? null)) return [];
    return statement(granteeOf(to), String(grant['permission']));
  });
  return [...named, ...written];
}

/** Groups stand for everyone, for everyone with an AWS account, and for the log delivery of S3. */
function granteeOf(grantee: JsonObject): Json {
  const uri = String(grantee['uri'] ?? '');
  if (/\/(?:AllUsers|AuthenticatedUsers)$/.test(uri)) return '*';
  if (uri.endsWith('/LogDelivery')) return { Service: 'logging.s3.amazonaws.com' };
  return { CanonicalUser: String(grantee['id'] ?? grantee['email_address'] ?? uri) };
}

function statement(Principal: Json, permission: string): readonly JsonObject[] {
  const actions = own(permissions, permission);
  if (actions === undefined) return [];
  return [{ Effect: 'Allow', Principal, Action: actions, Resource: '*' }];
}

function blocksAt(value: JsonObject, name: string): readonly JsonObject[] {
  const found = jsonAt(value, name);
  return (isJsonArray(found) ? found : [found]).filter(isJsonObject);
}
