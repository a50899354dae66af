import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/model/json.ts';
import { type Judge, judged, testCase } from './make.ts';

const subscription = '/subscriptions/1';
const group = `${subscription}/resourceGroups/app`;
const vault = `${group}/providers/Microsoft.KeyVault/vaults/v`;
const type = 'azurerm_role_assignment';
const assigned = (
  role_definition_name: string,
  scope: string,
  more: JsonObject = {},
): JsonObject => ({
  principal_id: 'p',
  role_definition_name,
  scope,
  ...more,
});
const allows = (actions: readonly string[], not_actions: readonly string[] = []): JsonObject => ({
  permissions: [{ actions, not_actions }],
});

type Row = readonly [
  string,
  string,
  JsonObject | undefined,
  JsonObject | undefined,
  number,
  number,
  string?,
];

const rows: readonly Row[] = [
  [
    'an owner of a subscription',
    type,
    undefined,
    assigned('Owner', subscription),
    5,
    0,
    'do anything, and give others any role, in the subscription 1 (Owner)',
  ],
  ['an owner of a resource group', type, undefined, assigned('Owner', group), 4, 0],
  ['who gives access', type, undefined, assigned('User Access Administrator', subscription), 5, 0],
  [
    'who gives access in the whole tenant',
    type,
    undefined,
    assigned('User Access Administrator', '/'),
    5,
    0,
    'the whole tenant',
  ],
  ['a contributor of a subscription', type, undefined, assigned('Contributor', subscription), 4, 0],
  [
    'a contributor of a management group',
    type,
    undefined,
    assigned('Contributor', '/providers/Microsoft.Management/managementGroups/root'),
    5,
    0,
  ],
  ['a contributor of a resource group', type, undefined, assigned('Contributor', group), 3, 0],
  ['a contributor of one resource', type, undefined, assigned('Contributor', vault), 2, 0],
  ['a reader', type, undefined, assigned('Reader', subscription), 2, 0],
  [
    'a role by its id',
    type,
    undefined,
    {
      principal_id: 'p',
      scope: subscription,
      role_definition_id:
        '/providers/Microsoft.Authorization/roleDefinitions/8e3af657-a8ff-443c-a75c-2fe8c4bcb635',
    },
    5,
    0,
    '(Owner)',
  ],
  [
    'name and id of the same role',
    type,
    assigned('Owner', subscription),
    {
      principal_id: 'p',
      scope: subscription,
      role_definition_id: '8e3af657-a8ff-443c-a75c-2fe8c4bcb635',
    },
    0,
    0,
  ],
  [
    'another case of a scope',
    type,
    assigned('Reader', group),
    assigned('Reader', group.toUpperCase()),
    0,
    0,
  ],
  [
    'a reader who becomes an owner',
    type,
    assigned('Reader', subscription),
    assigned('Owner', subscription),
    5,
    2,
  ],
  [
    'a scope that grows',
    type,
    assigned('Contributor', group),
    assigned('Contributor', subscription),
    4,
    3,
  ],
  [
    'a condition gone',
    type,
    assigned('Owner', subscription, { condition: 'x' }),
    assigned('Owner', subscription),
    5,
    0,
  ],
  [
    'who may ask for a role',
    'azurerm_pim_eligible_role_assignment',
    undefined,
    assigned('Owner', subscription),
    4,
    0,
  ],
  [
    'who reads secrets of a vault',
    type,
    undefined,
    assigned('Key Vault Secrets User', vault),
    2,
    0,
  ],
  [
    'a role that allows everything',
    'azurerm_role_definition',
    allows(['Microsoft.Compute/virtualMachines/read']),
    allows(['*']),
    5,
    0,
  ],
  [
    'a role that gives roles',
    'azurerm_role_definition',
    allows([]),
    allows(['Microsoft.Authorization/roleAssignments/write']),
    5,
    0,
  ],
  [
    'a role that reads one kind',
    'azurerm_role_definition',
    allows([]),
    allows(['Microsoft.Compute/virtualMachines/read']),
    1,
    0,
  ],
  [
    'a role in another case and order',
    'azurerm_role_definition',
    allows(['A.b/c/read', 'A.b/d/read']),
    allows(['a.B/d/read', 'a.b/c/read']),
    0,
    0,
  ],
  [
    'an exception of a role gone',
    'azurerm_role_definition',
    allows(['Microsoft.Compute/*'], ['Microsoft.Compute/virtualMachines/delete']),
    allows(['Microsoft.Compute/*']),
    4,
    0,
  ],
  [
    'an exception that names nothing that is allowed',
    'azurerm_role_definition',
    allows(['Microsoft.Compute/*'], ['Microsoft.Sql/*']),
    allows(['Microsoft.Compute/*']),
    0,
    0,
  ],
  [
    'secrets of a vault',
    'azurerm_key_vault_access_policy',
    undefined,
    { object_id: 'p', secret_permissions: ['Get', 'List'] },
    3,
    0,
  ],
  [
    'purging keys of a vault',
    'azurerm_key_vault_access_policy',
    { object_id: 'p', key_permissions: ['Get'] },
    { object_id: 'p', key_permissions: ['Get', 'Purge'] },
    4,
    0,
    'purge keys of this vault',
  ],
];

describe('roles of Azure', () => {
  for (const [name, type, before, after, weakens, strengthens, says] of rows) {
    const judge: Judge = (...sides) => judged(type, ...sides);
    testCase(judge, { name, before, after, weakens, strengthens, says });
  }

  it('cannot tell what a custom role allows', () => {
    const role = {
      principal_id: 'p',
      scope: group,
      role_definition_id: '/x/11111111-2222-3333-4444-555555555555',
    };

    expect(judged(type, undefined, role).harms).toEqual([
      expect.objectContaining({ doubt: 'cannot-tell' }),
    ]);
  });
});
