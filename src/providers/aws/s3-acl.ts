import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { withoutDefaults } from '../catalog/creation.ts';
import { createEffect, omittedEffect, refTo, setEffect } from '../catalog/effects.ts';
import { items, member, requestAt, requireText, textAt } from '../catalog/request.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import { untabled } from '../catalog/untabled.ts';
import { bucket, bucketRef, s3Service, xmlItems } from './s3-part.ts';

const type = 'aws_s3_bucket_acl';

const allUsers = 'http://acs.amazonaws.com/groups/global/AllUsers';
const authenticated = 'http://acs.amazonaws.com/groups/global/AuthenticatedUsers';
const logDelivery = 'http://acs.amazonaws.com/groups/s3/LogDelivery';

/** What the canned ACLs grant in addition to the owner's full control, as permission and group. */
const canned: Readonly<Record<string, readonly string[]>> = {
  private: [],
  'authenticated-read': [`READ ${authenticated}`],
  'log-delivery-write': [`READ_ACP ${logDelivery}`, `WRITE ${logDelivery}`],
  'public-read': [`READ ${allUsers}`],
  'public-read-write': [`READ ${allUsers}`, `WRITE ${allUsers}`],
};

interface Grant {
  readonly permission: string;
  readonly type: string;
  readonly id?: string;
  readonly uri?: string;
  readonly email?: string;
}

type Acl =
  | { readonly kind: 'canned'; readonly name: string }
  | { readonly kind: 'grants'; readonly owner: string; readonly grants: readonly Grant[] }
  /** Grants given in headers: the record lacks the owner, which Terraform requires. */
  | { readonly kind: 'unknown' };

function readAcl({ request }: AuditEvent): Acl {
  const headers = member(request, 'accessControlList');
  const name = items(requestAt(request, 'x-amz-acl') ?? member(headers, 'x-amz-acl'))[0];
  if (typeof name === 'string' && name !== '') return { kind: 'canned', name };
  const body = member(request, 'AccessControlPolicy');
  const owner = textAt(body, 'Owner.ID');
  if (owner === undefined) return { kind: 'unknown' };
  const list = member(body, 'AccessControlList') ?? member(body, 'Grants');
  const raw = isJsonObject(list)
    ? xmlItems(list, 'Grant')
    : xmlItems({ Grant: list ?? [] }, 'Grant');
  const grants = raw.map(readGrant);
  const known = cannedName(grants, owner);
  return known === undefined ? { kind: 'grants', owner, grants } : { kind: 'canned', name: known };
}

function readGrant(grant: JsonObject): Grant {
  const grantee = member(grant, 'Grantee');
  const id = textAt(grantee, 'ID');
  const uri = textAt(grantee, 'URI');
  const email = textAt(grantee, 'EmailAddress');
  const fallback = id !== undefined ? 'CanonicalUser' : uri !== undefined ? 'Group' : undefined;
  return {
    permission: requireText(grant, 'Permission'),
    type:
      textAt(grantee, 'xsi:type') ?? textAt(grantee, 'Type') ?? fallback ?? 'AmazonCustomerByEmail',
    ...(id === undefined ? {} : { id }),
    ...(uri === undefined ? {} : { uri }),
    ...(email === undefined ? {} : { email }),
  };
}

function cannedName(grants: readonly Grant[], owner: string): string | undefined {
  const isOwners = ({ id, permission }: Grant): boolean =>
    id === owner && permission === 'FULL_CONTROL';
  if (!grants.some(isOwners)) return undefined;
  const others = grants
    .filter((grant) => !isOwners(grant))
    .map(({ permission, uri }) => `${permission} ${uri ?? ''}`)
    .sort();
  return Object.keys(canned).find((name) => canned[name]?.join() === others.join());
}

function policyBlock(owner: string, grants: readonly Grant[]): Json {
  const blocks = grants.map(({ permission, type: kind, id, uri, email }) => ({
    permission,
    grantee: [withoutDefaults({ email_address: email, id: id, type: kind, uri: uri })],
  }));
  return [{ grant: blocks, owner: [{ id: owner }] }];
}

/**
 * The older form: one `grant` block in the bucket for each grantee, with all of its permissions.
 */
function legacyGrants(grants: readonly Grant[]): Json {
  const byGrantee = new Map<string, { grant: Grant; permissions: string[] }>();
  for (const grant of grants) {
    const key = `${grant.id ?? ''} ${grant.uri ?? ''}`;
    const entry = byGrantee.get(key) ?? { grant, permissions: [] };
    entry.permissions.push(grant.permission);
    byGrantee.set(key, entry);
  }
  return [...byGrantee.values()].map(({ grant, permissions }) =>
    withoutDefaults({
      id: grant.id,
      permissions: permissions.sort(),
      type: grant.type,
      uri: grant.uri,
    }),
  );
}

function onBucket(owner: ResourceRef, acl: Acl): readonly DraftEffect[] {
  if (acl.kind === 'canned') {
    return [setEffect(owner, ['acl'], acl.name), setEffect(owner, ['grant'], [])];
  }
  if (acl.kind === 'unknown') {
    return [omittedEffect(owner, ['grant'])];
  }
  return [setEffect(owner, ['acl'], null), setEffect(owner, ['grant'], legacyGrants(acl.grants))];
}

function onOwn(ref: ResourceRef, acl: Acl): readonly DraftEffect[] {
  const path = ['access_control_policy'];
  if (acl.kind === 'canned') {
    return [setEffect(ref, ['acl'], acl.name), setEffect(ref, path, [])];
  }
  if (acl.kind === 'unknown') {
    return [omittedEffect(ref, path)];
  }
  const policy = policyBlock(acl.owner, acl.grants);
  return [setEffect(ref, ['acl'], null), setEffect(ref, path, policy)];
}

function putAcl(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const name = requireText(event.request, 'bucketName');
  const ref = refTo(type, { bucket: name });
  const owner = bucketRef(event);
  const acl = readAcl(event);
  if (estate.find(ref) !== undefined) return onOwn(ref, acl);
  const managed = estate.find(owner);
  if (managed?.declares('acl') === true || managed?.declares('grant') === true) {
    return onBucket(owner, acl);
  }
  if (acl.kind === 'unknown') return onOwn(ref, acl);
  const [attributes, importId] =
    acl.kind === 'canned'
      ? [{ acl: acl.name }, `${name},${acl.name}`]
      : [{ access_control_policy: policyBlock(acl.owner, acl.grants) }, name];
  return [createEffect(ref, { bucket: name, ...attributes }, { importId, parent: owner })];
}

export const s3AclEntries = untabled(s3Service, [type, bucket], {
  PutBucketAcl: putAcl,
});
