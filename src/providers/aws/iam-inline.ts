import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import {
  addEffect,
  createEffect,
  deleteEffect,
  effect,
  logged,
  removeEffect,
} from '../catalog/effects.ts';
import { requestAt, required, requireText } from '../catalog/request.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { untabled } from '../catalog/untabled.ts';
import type { IamPrincipal } from './iam-names.ts';
import { belongingTo, iamService, principalRef, principals, role, toPolicy } from './iam-names.ts';

/** The inline policy that a request names, and the ways in which Terraform may manage it. */
interface Inline {
  readonly principal: ResourceRef;
  readonly principalName: string;
  readonly name: string;
  /** The policy as a separate resource. */
  readonly own: ResourceRef;
  /** The resource that lists all inline policies the principal may have. */
  readonly exclusive: ResourceRef | undefined;
}

function inlineOf(event: AuditEvent, estate: Estate, kind: IamPrincipal): Inline {
  const { attribute, type } = kind;
  const principalName = requireText(event.request, kind.member);
  const name = requireText(event.request, 'policyName');
  const principal = principalRef(event, estate, kind, principalName);
  const own = belongingTo(principal, `${type}_policy`, { [attribute]: principalName, name });
  const exclusive = belongingTo(principal, `${type}_policies_exclusive`, {
    [`${attribute}_name`]: principalName,
  });
  return {
    principal,
    principalName,
    name,
    own,
    exclusive: estate.find(exclusive) === undefined ? undefined : exclusive,
  };
}

function put(event: AuditEvent, estate: Estate, kind: IamPrincipal): readonly DraftEffect[] {
  const inline = inlineOf(event, estate, kind);
  const { own, principal, principalName, name } = inline;
  const raw = required(requestAt(event.request, 'policyDocument'), 'policyDocument');
  const value = logged(raw, toPolicy, ['policy']);
  const policy = value.kind === 'known' ? { policy: value.value } : {};
  if (isBlock(inline, estate, kind)) {
    return [addEffect(principal, ['inline_policy'], { name, ...policy })];
  }
  const listed =
    inline.exclusive === undefined ? [] : [addEffect(inline.exclusive, ['policy_names'], name)];
  const set = effect(own, { kind: 'set', path: ['policy'], value });
  if (estate.find(own) !== undefined) return [set, ...listed];
  const create = createEffect(
    own,
    { [kind.attribute]: principalName, name, ...policy },
    { importId: `${principalName}:${name}`, parent: principal },
  );
  return [create, ...(value.kind === 'known' ? [] : [set]), ...listed];
}

function remove(event: AuditEvent, estate: Estate, kind: IamPrincipal): readonly DraftEffect[] {
  const inline = inlineOf(event, estate, kind);
  const { own, principal, name, exclusive } = inline;
  if (isBlock(inline, estate, kind)) return [removeEffect(principal, ['inline_policy'], { name })];
  const listed = exclusive === undefined ? [] : [removeEffect(exclusive, ['policy_names'], name)];
  return [deleteEffect(own), ...listed];
}

/** Only roles can have their inline policies in blocks, if this one is not a resource already. */
function isBlock({ own, principal }: Inline, estate: Estate, kind: IamPrincipal): boolean {
  if (kind !== role || estate.find(own) !== undefined) return false;
  return estate.find(principal)?.declares('inline_policy') === true;
}

export const iamInlineEntries: readonly CatalogEntry[] = principals.flatMap((kind) => {
  const { apiName } = kind;
  const types = [`${kind.type}_policy`, `${kind.type}_policies_exclusive`];
  return untabled(iamService, kind === role ? [...types, kind.type] : types, {
    [`Put${apiName}Policy`]: (event, estate) => put(event, estate, kind),
    [`Delete${apiName}Policy`]: (event, estate) => remove(event, estate, kind),
  });
});
