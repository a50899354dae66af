import type { Severity } from '../../../../model/harm.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
} from '../../../../model/json.ts';
import { containsHidden } from '../../../../model/masked.ts';
import type { ResourceChange } from '../../../../model/resource-change.ts';
import { displayText } from '../../../../model/text.ts';
import {
  type GrantWeight,
  hiddenAssignments,
  judgeAssignments,
  notKnownYet,
  type RoleAssignment,
} from '../assignments.ts';
import { lessBy } from '../aws/who.ts';
import { joinJudgments } from '../join.ts';
import { type GrantJudgment, noJudgment } from '../types.ts';
import { judgeRoleDefinition } from './role-definition.ts';
import { roleName, roleSeverity } from './roles.ts';

const assignmentTypes = new Set([
  'azurerm_role_assignment',
  'azurerm_pim_active_role_assignment',
  'azurerm_pim_eligible_role_assignment',
  'azurerm_synapse_role_assignment',
  'azurerm_cosmosdb_sql_role_assignment',
]);

/** True for types of Azure that control who may do what. */
export function grantsAtAzure(type: string): boolean {
  return (
    assignmentTypes.has(type) ||
    type === 'azurerm_role_definition' ||
    type === 'azurerm_key_vault_access_policy'
  );
}

/** What a change of roles allows now and to whom, or allows no longer. */
export function judgeAzure(change: ResourceChange): GrantJudgment {
  const { type, before, after, unknown = [] } = change;
  if (type === 'azurerm_role_definition') return joinJudgments([judgeRoleDefinition(change)]);
  const isVault = type === 'azurerm_key_vault_access_policy';
  const field = isVault ? 'secret_permissions' : 'role_definition_name';
  // The code gives the name of a role or its id, and the provider computes the other.
  const hidden =
    after !== undefined &&
    (containsHidden(after) || unknown.some((one) => /^scope$|_permissions$/.test(one)));
  if (hidden || containsHidden(before)) {
    return { ...noJudgment, harms: [hiddenAssignments(field, ['The new role'])] };
  }
  const read = isVault ? vaultAssignments : assignmentOf;
  const weigh = isVault
    ? vaultWeight
    : (one: RoleAssignment) => weightOf(one, type.includes('_pim_eligible_'));
  const names = ['principal_id', 'object_id'].filter((one) => unknown.includes(one));
  const named = after && {
    ...after,
    ...Object.fromEntries(names.map((one) => [one, notKnownYet])),
  };
  const [old, fresh] = [before, named].map((one) => (one === undefined ? [] : read(one)));
  return joinJudgments([
    judgeAssignments({ before: old ?? [], after: fresh ?? [], field, everybody: [], weigh }),
  ]);
}

function assignmentOf(resource: JsonObject): readonly RoleAssignment[] {
  const role = roleName(
    textAt(resource, 'role_definition_name') || textAt(resource, 'role_name'),
    textAt(resource, 'role_definition_id'),
  );
  return [
    {
      who: textAt(resource, 'principal_id'),
      role,
      scope: textAt(resource, 'scope').toLowerCase() || '*',
      condition: textAt(resource, 'condition'),
    },
  ];
}

function weightOf({ who, role, scope, condition }: RoleAssignment, eligible: boolean): GrantWeight {
  const [severity, may, isKnown] = roleSeverity(role, placeOf(scope));
  const less = (condition === '' ? 0 : 1) + (eligible ? 1 : 0);
  const weight: GrantWeight = {
    severity: lessBy(severity, less),
    who: `The principal ${displayText(who, 80)}`,
    may: `${may} in ${nounOf(scope)} (${displayText(role, 80)})`,
  };
  return isKnown ? weight : { ...weight, doubt: 'cannot-tell' };
}

/** The kind of scope: how much of Azure it covers. */
function placeOf(scope: string): 'tenant' | 'subscription' | 'group' | 'resource' {
  if (scope === '/' || scope === '*' || /managementgroups\//.test(scope)) return 'tenant';
  if (/^\/subscriptions\/[^/]+\/?$/.test(scope)) return 'subscription';
  return /\/resourcegroups\/[^/]+\/?$/.test(scope) ? 'group' : 'resource';
}

function nounOf(scope: string): string {
  const name = displayText(scope.slice(scope.lastIndexOf('/') + 1), 80);
  const place = placeOf(scope);
  if (place === 'tenant')
    return name === '' || name === '*' ? 'the whole tenant' : `the management group ${name}`;
  return {
    subscription: `the subscription ${name}`,
    group: `the resource group ${name}`,
    resource: name,
  }[place];
}

const strong = new Set([
  'all',
  'purge',
  'delete',
  'set',
  'recover',
  'restore',
  'backup',
  'import',
  'update',
]);

function vaultAssignments(resource: JsonObject): readonly RoleAssignment[] {
  const who = textAt(resource, 'object_id');
  const kinds = ['secret', 'key', 'certificate', 'storage'];
  return kinds.flatMap((kind) => {
    const list: Json = resource[`${kind}_permissions`] ?? [];
    const names = isJsonArray(list) ? list : [];
    return names.map((one) => ({
      who,
      role: `${kind}s/${String(one).toLowerCase()}`,
      scope: textAt(resource, 'key_vault_id').toLowerCase(),
      condition: '',
    }));
  });
}

function vaultWeight({ who, role }: RoleAssignment): GrantWeight {
  const [kind = '', verb = ''] = role.split('/');
  const reads = verb === 'get' && kind === 'secrets';
  const severity: Severity =
    strong.has(verb) || verb === 'decrypt' ? 4 : reads ? 3 : verb === 'list' ? 1 : 2;
  return {
    severity,
    who: `The principal ${displayText(who, 80)}`,
    may: `${displayText(verb, 40)} ${kind} of this vault`,
  };
}

function textAt(resource: JsonObject, name: string): string {
  const found = isJsonObject(resource) ? jsonAt(resource, name) : undefined;
  return typeof found === 'string' ? found : '';
}
