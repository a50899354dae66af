import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonArray, isJsonObject } from '../../model/json.ts';
import { compareText } from '../../model/text.ts';
import {
  addEffect,
  createEffect,
  deleteEffect,
  refTo,
  removeEffect,
  setEffect,
} from '../catalog/effects.ts';
import { RequestError } from '../catalog/request.ts';
import type { CatalogEntry, DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';
import {
  type BindingDelta,
  hasRole,
  managedCondition,
  readBindingDeltas,
  readCondition,
  sameCondition,
} from './iam-delta.ts';
import { holderRef, isHeldBy, type PolicyHolder, policyHolder, refById } from './iam-holder.ts';
import { type IamTarget, iamServices } from './iam-targets.ts';
import { memberValueAt, textIn } from './members.ts';
import { fill, type GoogleNames } from './names.ts';

function setPolicy(
  targets: readonly IamTarget[],
  event: AuditEvent,
  estate: Estate,
): readonly DraftEffect[] {
  const holder = policyHolder(targets, event, estate);
  const bindings = memberValueAt(policyOf(event), 'bindings');
  const whole = policyResource(holder, estate);
  if (whole !== undefined) {
    if (!isJsonArray(bindings)) throw new RequestError('the policy is missing.');
    return [setEffect(refById(whole), ['policy_data'], policyText(bindings))];
  }
  const deltas = readBindingDeltas(event);
  if (deltas.length === 0) {
    if (isJsonArray(memberValueAt(event.details, 'bindingDeltas'))) return [];
    throw new RequestError('it does not say which members changed.');
  }
  return deltas.flatMap((delta) => deltaEffects(holder, delta, estate, bindings));
}

function policyOf(event: AuditEvent): Json | undefined {
  return (
    memberValueAt(event.request, 'policy') ??
    memberValueAt(event.request, 'iamRequest.policy') ??
    (memberValueAt(event.response, 'bindings') === undefined ? undefined : event.response)
  );
}

/** The existing code decides the form: the binding of the role, or a resource for each member. */
function deltaEffects(
  holder: PolicyHolder,
  delta: BindingDelta,
  estate: Estate,
  bindings: Json | undefined,
): readonly DraftEffect[] {
  const { action, member } = delta;
  const binding = sayers(holder, 'binding', delta, estate)[0];
  if (binding !== undefined) {
    const resource = refById(binding);
    if (action === 'ADD') return [addEffect(resource, ['members'], member)];
    return hasRole(bindings, delta)
      ? [removeEffect(resource, ['members'], member)]
      : [deleteEffect(resource)];
  }
  const same = sayers(holder, 'member', delta, estate).find(
    ({ attributes }) => String(attributes['member']).toLowerCase() === member.toLowerCase(),
  );
  const resource = same === undefined ? memberRef(holder, delta) : refById(same);
  if (action === 'REMOVE') return [deleteEffect(resource)];
  return [createMember(holder, delta, estate, resource)];
}

function createMember(
  holder: PolicyHolder,
  { role, member, condition }: BindingDelta,
  estate: Estate,
  resource: ResourceRef,
): DraftEffect {
  const { target, names, prefix } = holder;
  const title = condition === undefined ? '' : ` ${textIn(condition, 'title') ?? ''}`;
  const conditionBlock = condition === undefined ? {} : { condition: [condition] };
  return createEffect(
    resource,
    { ...argumentsOf(holder, estate), role, member, ...conditionBlock },
    {
      importId: `${prefix} ${role} ${member}${title}`,
      parent: parentOf(target, names, member, estate, resource.type, prefix),
    },
  );
}

/**
 * The arguments that name the holder. The project is left out if similar resources in the code
 * leave it out.
 */
function argumentsOf({ target, names }: PolicyHolder, estate: Estate): JsonObject {
  const own = target.attributes ?? names;
  const filled = Object.fromEntries(
    Object.entries(own).map(([name, value]) => [name, fill(value, names)]),
  );
  if (target.stem === 'google_project' || !Object.hasOwn(filled, 'project')) return filled;
  const model =
    estate.ofType(`${target.stem}_iam_member`)[0] ?? estate.find(holderRef(target, names));
  if (model === undefined || model.declares('project')) return filled;
  const { project: _, ...rest } = filled;
  return rest;
}

/**
 * The holder itself, else the account that got the role, else another managed member on the holder.
 */
function parentOf(
  target: IamTarget,
  names: GoogleNames,
  member: string,
  estate: Estate,
  type: string,
  prefix: string,
): ResourceRef {
  const holder = holderRef(target, names);
  if (estate.find(holder) !== undefined) return holder;
  const [, email] = /^serviceAccount:(.+)$/.exec(member) ?? [];
  const account = email === undefined ? undefined : refTo('google_service_account', { email });
  if (account !== undefined && estate.find(account) !== undefined) return account;
  const [sibling] = estate.ofType(type).filter((one) => isHeldBy(one, prefix));
  return sibling === undefined ? holder : refById(sibling);
}

function memberRef(
  { target, prefix }: PolicyHolder,
  { role, member, condition }: BindingDelta,
): ResourceRef {
  const title = condition === undefined ? '' : `/${textIn(condition, 'title') ?? ''}`;
  return refTo(`${target.stem}_iam_member`, { id: `${prefix}/${role}/${member}${title}` });
}

/** The resources of a kind that grant the role under the same condition. */
function sayers(
  { target, prefix }: PolicyHolder,
  kind: 'binding' | 'member',
  { role, condition }: BindingDelta,
  estate: Estate,
): readonly ManagedResource[] {
  return estate
    .where(`${target.stem}_iam_${kind}`, 'role', role)
    .filter((one) => isHeldBy(one, prefix) && sameCondition(managedCondition(one), condition));
}

function policyResource(
  { target, prefix }: PolicyHolder,
  estate: Estate,
): ManagedResource | undefined {
  return estate
    .ofType(`${target.stem}_iam_policy`)
    .find(({ attributes }) => attributes['id'] === prefix);
}

/** The policy in the provider's form: bindings sorted by role, members sorted. */
function policyText(bindings: readonly Json[]): string {
  const list = bindings.filter(isJsonObject).map((one) => {
    const members = memberValueAt(one, 'members');
    const condition = readCondition(memberValueAt(one, 'condition'));
    return {
      ...(condition === undefined ? {} : { condition }),
      members: isJsonArray(members) ? members.map(String).sort() : [],
      role: textIn(one, 'role') ?? '',
    };
  });
  list.sort((a, b) => compareText(a.role, b.role));
  return JSON.stringify({ bindings: list });
}

const styles = ['member', 'binding', 'policy'] as const;

export const iamEntries: readonly CatalogEntry[] = iamServices.map(
  ({ service, operations, targets }) => ({
    service,
    operations,
    types: targets.flatMap(({ stem }) => styles.map((style) => `${stem}_iam_${style}`)),
    effects: (event, estate) => setPolicy(targets, event, estate),
  }),
);
