import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import { toJsonText } from '../catalog/convert.ts';
import { refTo } from '../catalog/effects.ts';
import type { Naming } from '../catalog/identity.ts';
import { globalArn, localRef } from '../catalog/naming.ts';
import { requireText } from '../catalog/request.ts';
import type { CatalogMember, CatalogSource } from '../catalog/sources.ts';
import type { Estate } from '../catalog/types.ts';

export const iamService = 'iam.amazonaws.com';

/**
 * A kind of principal that policies are attached to, with its names in requests and in Terraform.
 */
export interface IamPrincipal {
  readonly type: string;
  /** The request member that names it: `roleName`. */
  readonly member: string;
  /** The attribute of attachments and inline policies that names it: `role`. */
  readonly attribute: 'role' | 'user' | 'group';
  /** What operations call it: `PutRolePolicy`. */
  readonly apiName: 'Role' | 'User' | 'Group';
}

export const role: IamPrincipal = {
  type: 'aws_iam_role',
  member: 'roleName',
  attribute: 'role',
  apiName: 'Role',
};
export const user: IamPrincipal = {
  type: 'aws_iam_user',
  member: 'userName',
  attribute: 'user',
  apiName: 'User',
};
export const group: IamPrincipal = {
  type: 'aws_iam_group',
  member: 'groupName',
  attribute: 'group',
  apiName: 'Group',
};
export const principals: readonly IamPrincipal[] = [role, user, group];

export function principalRef(
  event: AuditEvent,
  estate: Estate,
  { type, attribute }: IamPrincipal,
  name: string,
): ResourceRef {
  return localRef(event, estate, type, { name }, globalArn(event, 'iam', `${attribute}/${name}`));
}

export function requestedPrincipal(principal: IamPrincipal): Naming {
  return (event, estate) =>
    principalRef(event, estate, principal, requireText(event.request, principal.member));
}

/**
 * A ref to something of a principal that has no ARN of its own. Names repeat across accounts, so
 * the ref matches nothing if the managed principal of that name belongs to another account.
 */
export function belongingTo(
  principal: ResourceRef,
  type: string,
  ...keys: readonly Readonly<Record<string, string | undefined>>[]
): ResourceRef {
  const foreign = principal.keys.find((key) => 'arn' in key && 'name' in key)?.['arn'];
  return refTo(
    type,
    ...keys.map((key) => (foreign === undefined ? key : { ...key, arn: foreign })),
  );
}

/** Names something of the principal in the request by keys that are made of its name. */
export function ofPrincipal(
  principal: IamPrincipal,
  type: string,
  key: (event: AuditEvent, name: string) => Readonly<Record<string, string>>,
): Naming {
  return (event, estate) => {
    const name = requireText(event.request, principal.member);
    const ref = requestedPrincipal(principal)(event, estate);
    return belongingTo(ref, type, key(event, name));
  };
}

/**
 * Policy documents are plain JSON in requests, and URL-encoded in some responses. Undefined if the
 * encoding is invalid.
 */
export function toPolicy(value: Json): string | undefined {
  const text = toJsonText(value);
  if (text === undefined || !/^\s*%7B/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export const policy = (from: CatalogSource): CatalogMember => ({ from, as: toPolicy });
