import type { Harm } from '../../../../model/harm.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
  own,
} from '../../../../model/json.ts';
import { containsHidden } from '../../../../model/masked.ts';
import { parsedJson } from '../../../../model/parsed-json.ts';
import type { ResourceChange } from '../../../../model/resource-change.ts';
import { displayText } from '../../../../model/text.ts';
import {
  type GrantWeight,
  hiddenAssignments,
  judgeAssignments,
  notKnownYet,
  type RoleAssignment,
} from '../assignments.ts';
import { lessBy, worseGrant } from '../aws/who.ts';
import { joinJudgments } from '../join.ts';
import { type GrantJudgment, noJudgment } from '../types.ts';
import { type RoleReach, roleWeight } from './roles.ts';

const iamType = /^google_(.+)_iam_(member|binding|policy)$/;
const everybody = ['allUsers', 'allAuthenticatedUsers'];

/** Readers for types that grant access but do not have IAM in their name. */
const lists: Readonly<
  Record<string, (resource: JsonObject) => readonly (readonly [string, string])[]>
> = {
  google_storage_bucket_access_control: entityAndRole,
  google_storage_default_object_access_control: entityAndRole,
  google_storage_object_access_control: entityAndRole,
  google_storage_bucket_acl: roleEntities,
  google_storage_default_object_acl: roleEntities,
  google_storage_object_acl: roleEntities,
  google_bigquery_dataset_access: datasetAccess,
};

/** Attributes that control who may do what. Others that are not known yet do not matter here. */
const granting = new Set([
  'role',
  'policy_data',
  'condition',
  'entity',
  'role_entity',
  'special_group',
  'iam_member',
  'user_by_email',
  'group_by_email',
  'domain',
]);

/** True for types of Google Cloud that control who may do what. */
export function grantsAtGoogle(type: string): boolean {
  return iamType.test(type) || Object.hasOwn(lists, type);
}

/** What a change of roles allows now and to whom, or allows no longer. */
export function judgeGoogle(change: ResourceChange): GrantJudgment {
  const { type, before, after, own } = change;
  const [, kind = type.replace(/^google_/, ''), form = 'list'] = iamType.exec(type) ?? [];
  const field =
    { member: 'member', binding: 'members', policy: 'policy_data', list: '' }[form] ?? '';
  const unnamed = (change.unknown ?? []).includes(field) && field !== 'policy_data' && field !== '';
  const named = after && unnamed ? { ...after, [field]: notKnownYet } : after;
  const [old, fresh] = [assignmentsOf(type, before, form), assignmentsOf(type, named, form)];
  const hidden = (change.unknown ?? []).some((one) => granting.has(one.split('.')[0] ?? ''));
  if (old === undefined || fresh === undefined || (hidden && after !== undefined)) {
    const harm: Harm = hiddenAssignments(field, ['The new roles']);
    return joinJudgments([{ ...noJudgment, harms: [harm] }]);
  }
  const accounts = own?.accounts ?? [];
  const weigh = (one: RoleAssignment) => weightOf(one, kind, accounts);
  return joinJudgments([judgeAssignments({ before: old, after: fresh, field, everybody, weigh })]);
}

function assignmentsOf(
  type: string,
  resource: JsonObject | undefined,
  form: string,
): readonly RoleAssignment[] | undefined {
  if (resource === undefined) return [];
  if (containsHidden(resource)) return undefined;
  const scope = scopeOf(resource);
  const list = own(lists, type);
  if (list !== undefined) {
    return list(resource).map(([who, role]) => ({ who, role, scope, condition: '' }));
  }
  if (form === 'policy') return bindingsOf(resource['policy_data'], scope);
  return ofBinding(resource, scope);
}

function bindingsOf(data: Json | undefined, scope: string): readonly RoleAssignment[] | undefined {
  const policy = typeof data === 'string' ? parsedJson(data) : data;
  const bindings = jsonAt(policy, 'bindings') ?? [];
  if (!isJsonObject(policy) || !isJsonArray(bindings)) return undefined;
  return bindings.flatMap((one) => (isJsonObject(one) ? ofBinding(one, scope) : []));
}

function ofBinding(binding: JsonObject, scope: string): readonly RoleAssignment[] {
  const role = textAt(binding, 'role');
  const members = [binding['member'] ?? [], binding['members'] ?? []].flat();
  const block = binding['condition'] ?? null;
  const condition = textAt(isJsonArray(block) ? block[0] : block, 'expression');
  return members.flatMap((who) =>
    typeof who === 'string' ? [{ who: normalMember(who), role, scope, condition }] : [],
  );
}

/** Google compares the address of a member case-insensitively. */
function normalMember(member: string): string {
  const colon = member.indexOf(':');
  return colon < 0 ? member : `${member.slice(0, colon)}:${member.slice(colon + 1).toLowerCase()}`;
}

const scopes = [
  'org_id',
  'folder',
  'bucket',
  'service_account_id',
  'secret_id',
  'crypto_key_id',
  'dataset_id',
  'topic',
  'project',
];

function scopeOf(resource: JsonObject): string {
  const found = scopes.map((name) => textAt(resource, name)).find((one) => one !== '');
  return found ?? '*';
}

function weightOf(
  { who, role, condition }: RoleAssignment,
  kind: string,
  own: readonly string[],
): GrantWeight {
  const reach = reachOf(kind);
  const { severity, may, isOwn } = roleWeight(role, reach);
  const place = `${displayText(may, 120)} in ${nounOf(kind)} (${displayText(role, 80)})`;
  if (everybody.includes(who)) {
    const text = who === 'allUsers' ? 'Everyone' : 'Everyone with a Google account';
    return { severity: 5, who: text, may: place };
  }
  const foreign = isForeign(who, own);
  const text = `${displayText(who, 100)}${foreign ? ', which is outside,' : ''}`;
  const level = lessBy(foreign ? worseGrant(severity, 4) : severity, condition === '' ? 0 : 1);
  const weight: GrantWeight = { severity: level, who: text, may: place };
  return isOwn ? { ...weight, doubt: 'cannot-tell' } : weight;
}

function reachOf(kind: string): RoleReach {
  if (kind === 'organization' || kind === 'folder' || kind === 'billing_account')
    return 'organization';
  return kind === 'project' ? 'project' : 'resource';
}

function nounOf(kind: string): string {
  return `this ${kind.split('_').slice(-2).join(' ')}`;
}

/**
 * True for addresses that anyone can have or, if the user's own domains and projects are known, for
 * any others.
 */
function isForeign(member: string, own: readonly string[]): boolean {
  const [, kind = '', address = ''] = /^([A-Za-z]+):(.*)$/.exec(member) ?? [];
  const domain = kind === 'domain' ? address : (address.split('@')[1] ?? '');
  if (/^(?:gmail|googlemail|outlook|hotmail|yahoo)\.com$/.test(domain)) return true;
  const project = /^([^.]+)\.iam\.gserviceaccount\.com$/.exec(domain)?.[1];
  const known = own.filter((one) => one.includes('.') === (project === undefined));
  if (known.length === 0 || domain === '') return false;
  if (project !== undefined)
    return !known.includes(project) && !known.every((one) => /^\d+$/.test(one));
  return !domain.endsWith('gserviceaccount.com') && !known.includes(domain);
}

function entityAndRole(resource: JsonObject): readonly (readonly [string, string])[] {
  return [[textAt(resource, 'entity'), textAt(resource, 'role')]];
}

function roleEntities(resource: JsonObject): readonly (readonly [string, string])[] {
  const list = resource['role_entity'] ?? [];
  const entries = isJsonArray(list) ? list : [];
  return entries.flatMap((one) => {
    const [, role = '', entity = ''] = /^([A-Za-z]+):(.+)$/.exec(String(one)) ?? [];
    return entity === '' ? [] : [[entity, role] as const];
  });
}

const datasetMembers = ['special_group', 'iam_member', 'user_by_email', 'group_by_email', 'domain'];

function datasetAccess(resource: JsonObject): readonly (readonly [string, string])[] {
  return datasetMembers.flatMap((name) => {
    const who = textAt(resource, name);
    return who === '' ? [] : [[who, textAt(resource, 'role')] as const];
  });
}

function textAt(value: Json | undefined, name: string): string {
  const found = jsonAt(value, name);
  return typeof found === 'string' ? found : '';
}
