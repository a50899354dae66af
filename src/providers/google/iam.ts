import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { canonicalJson, isJsonArray, isJsonObject } from '../../model/json.ts';
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
import { saidOnly } from './fields.ts';
import { type IamTarget, iamServices } from './iam-targets.ts';
import { memberValueAt, textIn } from './members.ts';
import { fill, type GoogleNames, namesIn } from './names.ts';

/** One member that got a role, or lost it. */
interface Delta {
  readonly action: 'ADD' | 'REMOVE';
  readonly role: string;
  readonly member: string;
  readonly condition: JsonObject | undefined;
}

/** The policy's resource: what it is, and its names in this event. */
interface Holder {
  readonly target: IamTarget;
  readonly names: GoogleNames;
  /** What ids of the IAM types begin with. */
  readonly prefix: string;
}

function setPolicy(
  targets: readonly IamTarget[],
  event: AuditEvent,
  estate: Estate,
): readonly DraftEffect[] {
  const holder = holderOf(targets, event, estate);
  const bindings = memberValueAt(policyOf(event), 'bindings');
  const whole = policyResource(holder, estate);
  if (whole !== undefined) {
    if (!isJsonArray(bindings)) throw new RequestError('the policy is missing.');
    return [setEffect(refById(whole), ['policy_data'], policyText(bindings))];
  }
  const deltas = deltasOf(event);
  if (deltas.length === 0) {
    if (isJsonArray(memberValueAt(event.details, 'bindingDeltas'))) return [];
    throw new RequestError('it does not say which members changed.');
  }
  return deltas.flatMap((delta) => deltaEffects(holder, delta, estate, bindings));
}

function holderOf(targets: readonly IamTarget[], event: AuditEvent, estate: Estate): Holder {
  const texts = [
    textIn(event.details, 'resourceName'),
    textIn(event.request, 'resource'),
    textIn(event.request, 'iamRequest.resource'),
  ].filter((text) => text !== undefined);
  const isPlain = texts.length > 0 && texts.every((text) => !text.includes('/'));
  for (const target of targets) {
    const collection = target.path.split('/').at(-2) ?? '';
    const isIt = texts.some((text) => text.split('/').includes(collection));
    const isLeft = isPlain && target.isPlain === true;
    if (!isIt && !isLeft && targets.length > 1) continue;
    const names = withAddress(namesIn(event, target.path), estate);
    return { target, names, prefix: fill(target.importId, names) };
  }
  throw new RequestError('the resource of the policy is missing.');
}

/** Logs name a service account by a number, of which the state knows the address. */
function withAddress(names: GoogleNames, estate: Estate): GoogleNames {
  const { account } = names;
  if (account === undefined || account.includes('@')) return names;
  const [managed] = estate.where('google_service_account', 'unique_id', account);
  const email = managed && textIn(managed.attributes, 'email');
  return email === undefined ? names : { ...names, account: email };
}

function policyOf(event: AuditEvent): Json | undefined {
  return (
    memberValueAt(event.request, 'policy') ??
    memberValueAt(event.request, 'iamRequest.policy') ??
    (memberValueAt(event.response, 'bindings') === undefined ? undefined : event.response)
  );
}

function deltasOf(event: AuditEvent): readonly Delta[] {
  const found = memberValueAt(event.details, 'bindingDeltas');
  return (isJsonArray(found) ? found : []).flatMap((one): readonly Delta[] => {
    const action = textIn(one, 'action');
    const role = textIn(one, 'role');
    const member = textIn(one, 'member');
    if ((action !== 'ADD' && action !== 'REMOVE') || role === undefined || member === undefined) {
      return [];
    }
    return [{ action, role, member, condition: conditionOf(memberValueAt(one, 'condition')) }];
  });
}

function conditionOf(value: Json | undefined): JsonObject | undefined {
  const found = {
    title: textIn(value, 'title') ?? null,
    description: textIn(value, 'description') ?? null,
    expression: textIn(value, 'expression') ?? null,
  };
  const said = saidOnly(found, {});
  return Object.keys(said).length === 0 ? undefined : said;
}

/** Who says it decides how it is said: the binding of the role, or a resource for each member. */
function deltaEffects(
  holder: Holder,
  delta: Delta,
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

/** False when the policy that was set has nobody left in the role; true when nobody knows. */
function hasRole(bindings: Json | undefined, { role, condition }: Delta): boolean {
  if (!isJsonArray(bindings)) return true;
  return bindings.some(
    (one) =>
      textIn(one, 'role') === role &&
      sameCondition(conditionOf(memberValueAt(one, 'condition')), condition),
  );
}

function createMember(
  holder: Holder,
  { role, member, condition }: Delta,
  estate: Estate,
  resource: ResourceRef,
): DraftEffect {
  const { target, names, prefix } = holder;
  const title = condition === undefined ? '' : ` ${textIn(condition, 'title') ?? ''}`;
  const said = condition === undefined ? {} : { condition: [condition] };
  return createEffect(
    resource,
    { ...argumentsOf(holder, estate), role, member, ...said },
    {
      importId: `${prefix} ${role} ${member}${title}`,
      parent: parentOf(target, names, member, estate, resource.type, prefix),
    },
  );
}

/** The arguments that name the holder; of its project only what the code says of others. */
function argumentsOf({ target, names }: Holder, estate: Estate): JsonObject {
  const own = target.attributes ?? names;
  const filled = Object.fromEntries(
    Object.entries(own).map(([name, value]) => [name, fill(value, names)]),
  );
  if (target.stem === 'google_project' || !Object.hasOwn(filled, 'project')) return filled;
  const model =
    estate.ofType(`${target.stem}_iam_member`)[0] ?? estate.find(wholeRef(target, names));
  if (model === undefined || model.declares('project')) return filled;
  const { project: _, ...rest } = filled;
  return rest;
}

/** The holder itself, else the account that got the role, else who else has a role in it. */
function parentOf(
  target: IamTarget,
  names: GoogleNames,
  member: string,
  estate: Estate,
  type: string,
  prefix: string,
): ResourceRef {
  const holder = wholeRef(target, names);
  if (estate.find(holder) !== undefined) return holder;
  const [, email] = /^serviceAccount:(.+)$/.exec(member) ?? [];
  const account = email === undefined ? undefined : refTo('google_service_account', { email });
  if (account !== undefined && estate.find(account) !== undefined) return account;
  const [sibling] = estate.ofType(type).filter((one) => isOf(one, prefix));
  return sibling === undefined ? holder : refById(sibling);
}

function wholeRef({ whole }: IamTarget, names: GoogleNames): ResourceRef {
  const entries = Object.entries(whole.key).map(([name, text]) => [name, fill(text, names)]);
  return refTo(whole.type, Object.fromEntries(entries));
}

function memberRef({ target, prefix }: Holder, { role, member, condition }: Delta): ResourceRef {
  const title = condition === undefined ? '' : `/${textIn(condition, 'title') ?? ''}`;
  return refTo(`${target.stem}_iam_member`, { id: `${prefix}/${role}/${member}${title}` });
}

/** The resources of a kind that speak of the role, under the same condition. */
function sayers(
  { target, prefix }: Holder,
  kind: 'binding' | 'member',
  { role, condition }: Delta,
  estate: Estate,
): readonly ManagedResource[] {
  return estate
    .where(`${target.stem}_iam_${kind}`, 'role', role)
    .filter((one) => isOf(one, prefix) && sameCondition(managedCondition(one), condition));
}

function policyResource({ target, prefix }: Holder, estate: Estate): ManagedResource | undefined {
  return estate
    .ofType(`${target.stem}_iam_policy`)
    .find(({ attributes }) => attributes['id'] === prefix);
}

function isOf({ attributes }: ManagedResource, prefix: string): boolean {
  return textIn(attributes, 'id')?.startsWith(`${prefix}/`) === true;
}

function managedCondition({ attributes }: ManagedResource): JsonObject | undefined {
  return conditionOf(memberValueAt(attributes, 'condition.0'));
}

function sameCondition(a: JsonObject | undefined, b: JsonObject | undefined): boolean {
  const key = (value: JsonObject | undefined): string =>
    value === undefined ? '' : canonicalJson([value['title'] ?? '', value['expression'] ?? '']);
  return key(a) === key(b);
}

function refById({ type, attributes }: ManagedResource): ResourceRef {
  return refTo(type, { id: textIn(attributes, 'id') });
}

/** The policy as the provider writes it: bindings by role, members sorted. */
function policyText(bindings: readonly Json[]): string {
  const list = bindings.filter(isJsonObject).map((one) => {
    const members = memberValueAt(one, 'members');
    const condition = conditionOf(memberValueAt(one, 'condition'));
    return {
      ...(condition === undefined ? {} : { condition }),
      members: isJsonArray(members) ? members.map(String).sort() : [],
      role: textIn(one, 'role') ?? '',
    };
  });
  list.sort((a, b) => (a.role < b.role ? -1 : 1));
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
