import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import { isJsonArray } from '../../model/json.ts';
import { addEffect, createEffect, deleteEffect, refTo, removeEffect } from '../catalog/effects.ts';
import { requireText } from '../catalog/request.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { untabled } from '../catalog/untabled.ts';
import type { IamPrincipal } from './iam-names.ts';
import { belongingTo, iamService, principalRef, principals, role } from './iam-names.ts';

/** The type that lists all attachments of one policy in one resource. */
const shared = 'aws_iam_policy_attachment';

interface Attachment {
  readonly kind: IamPrincipal;
  readonly principal: ResourceRef;
  readonly name: string;
  readonly policyArn: string;
  /** The attachment as a separate resource. */
  readonly own: ResourceRef;
}

function attachmentOf(event: AuditEvent, estate: Estate, kind: IamPrincipal): Attachment {
  const name = requireText(event.request, kind.member);
  const policyArn = requireText(event.request, 'policyArn');
  const principal = principalRef(event, estate, kind, name);
  const own = belongingTo(principal, `${kind.type}_policy_attachment`, {
    [kind.attribute]: name,
    policy_arn: policyArn,
  });
  return { kind, principal, name, policyArn, own };
}

/** A list that holds the attachment as one of its members. */
interface Listing {
  readonly resource: ResourceRef;
  readonly attribute: string;
  readonly member: string;
}

/** A list that must be complete: Terraform detaches what is not in it. */
function listingOf(attachment: Attachment, estate: Estate): Listing | undefined {
  const { kind, principal, name, policyArn, own } = attachment;
  if (estate.find(own) !== undefined) return undefined;
  if (kind === role && estate.find(principal)?.declares('managed_policy_arns') === true) {
    return { resource: principal, attribute: 'managed_policy_arns', member: policyArn };
  }
  const attribute = `${kind.attribute}s`;
  const candidates = estate.where(shared, 'policy_arn', policyArn);
  const holder =
    candidates.find(({ attributes }) => includes(attributes[attribute], name)) ?? candidates[0];
  const id = holder?.attributes['id'];
  if (typeof id !== 'string') return undefined;
  return { resource: refTo(shared, { id }), attribute, member: name };
}

function includes(value: Json | undefined, name: string): boolean {
  return isJsonArray(value) && value.includes(name);
}

/** The resource that lists all policies the principal may have, in addition to the attachments. */
function exclusiveOf({ kind, principal, name }: Attachment, estate: Estate): ResourceRef[] {
  const ref = belongingTo(principal, `${kind.type}_policy_attachments_exclusive`, {
    [`${kind.attribute}_name`]: name,
  });
  return estate.find(ref) === undefined ? [] : [ref];
}

function attach(event: AuditEvent, estate: Estate, kind: IamPrincipal): readonly DraftEffect[] {
  const attachment = attachmentOf(event, estate, kind);
  const { name, policyArn, principal, own } = attachment;
  const listing = listingOf(attachment, estate);
  if (listing !== undefined) {
    return [addEffect(listing.resource, [listing.attribute], listing.member)];
  }
  return [
    createEffect(
      own,
      { [kind.attribute]: name, policy_arn: policyArn },
      { importId: `${name}/${policyArn}`, parent: principal },
    ),
    ...exclusiveOf(attachment, estate).map((ref) => addEffect(ref, ['policy_arns'], policyArn)),
  ];
}

function detach(event: AuditEvent, estate: Estate, kind: IamPrincipal): readonly DraftEffect[] {
  const attachment = attachmentOf(event, estate, kind);
  const { policyArn, own } = attachment;
  const listing = listingOf(attachment, estate);
  if (listing !== undefined) {
    return [removeEffect(listing.resource, [listing.attribute], listing.member)];
  }
  return [
    deleteEffect(own),
    ...exclusiveOf(attachment, estate).map((ref) => removeEffect(ref, ['policy_arns'], policyArn)),
  ];
}

export const iamAttachmentEntries: readonly CatalogEntry[] = principals.flatMap((kind) => {
  const { apiName } = kind;
  const types = [
    `${kind.type}_policy_attachment`,
    `${kind.type}_policy_attachments_exclusive`,
    shared,
    ...(kind === role ? [role.type] : []),
  ];
  return untabled(iamService, types, {
    [`Attach${apiName}Policy`]: (event, estate) => attach(event, estate, kind),
    [`Detach${apiName}Policy`]: (event, estate) => detach(event, estate, kind),
  });
});
