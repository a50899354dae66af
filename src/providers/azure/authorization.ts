import { type Json, own } from '../../model/json.ts';
import { textAt } from '../catalog/request.ts';
import { built, list, set, textField, via } from '../catalog/sources.ts';
import { extended, nameIn } from './arm-id.ts';
import { toSpelling } from './convert.ts';
import { repeated } from './repeated.ts';
import type { AzureType } from './spec.ts';
import { azure, tracked } from './spec.ts';

/** Built-in roles by the name in their id. Code gives them by their display name. */
const roles: Readonly<Record<string, string>> = {
  '00482a5a-887f-4fb3-b363-3b7fe8e74483': 'Key Vault Administrator',
  '18d7d88d-d35e-4fb5-a5c3-7773c20a72d9': 'User Access Administrator',
  '21090545-7ca7-4776-b22c-e363652d74d2': 'Key Vault Reader',
  '2a2b9908-6ea1-4ae2-8e65-a410df84e7d1': 'Storage Blob Data Reader',
  '4633458b-17de-408a-b874-0445c86b69e6': 'Key Vault Secrets User',
  '4d97b98b-1d4f-4787-a291-c67834d212e7': 'Network Contributor',
  '7f951dda-4ed3-4680-a7ca-43fe172d538d': 'AcrPull',
  '8311e382-0749-4cb8-b61a-304f252e45ec': 'AcrPush',
  '8e3af657-a8ff-443c-a75c-2fe8c4bcb635': 'Owner',
  '9980e02c-c2be-4d73-94e8-173b1dc7cf3c': 'Virtual Machine Contributor',
  'acdd72a7-3385-48ef-bd42-f606fba81ae7': 'Reader',
  'b24988ac-6180-42a0-ab88-20f7382dd24c': 'Contributor',
  'b7e6dc6d-f1e8-4753-8033-0f276bb0955b': 'Storage Blob Data Owner',
  'b86a8fe4-44ce-4948-aee5-eccb2c155cd7': 'Key Vault Secrets Officer',
  'ba92f5b4-2d11-453d-a403-e96b0029c9fe': 'Storage Blob Data Contributor',
};

function builtIn(body: Json): string | undefined {
  const id = textAt(body, 'properties.roleDefinitionId');
  const name = id === undefined ? '' : nameIn(id).toLowerCase();
  return own(roles, name);
}

const permissions = repeated('properties.permissions', {
  actions: list('actions'),
  data_actions: set('dataActions'),
  not_actions: list('notActions'),
  not_data_actions: set('notDataActions'),
});

export const authorizationTypes: readonly AzureType[] = [
  azure({
    arm: 'Microsoft.Authorization/roleAssignments',
    type: 'azurerm_role_assignment',
    // The name of an assignment is a generated id, which nobody writes.
    named: { scope: extended },
    parent: extended,
    fixed: {
      role_definition_id: built(({ request }) =>
        builtIn(request) === undefined ? textAt(request, 'properties.roleDefinitionId') : undefined,
      ),
      role_definition_name: built(({ request }) => builtIn(request)),
    },
    fields: {
      condition: textField('properties.condition'),
      condition_version: textField('properties.conditionVersion'),
      description: textField('properties.description'),
      principal_id: textField('properties.principalId'),
    },
  }),
  azure({
    arm: 'Microsoft.Authorization/roleDefinitions',
    type: 'azurerm_role_definition',
    named: { role_definition_id: ({ text }) => nameIn(text), scope: extended },
    parent: extended,
    key: ({ text }) => ({ role_definition_resource_id: text }),
    fields: {
      assignable_scopes: list('properties.assignableScopes'),
      description: textField('properties.description'),
      name: textField('properties.roleName'),
      permissions,
    },
  }),
  azure({
    arm: 'Microsoft.Authorization/locks',
    type: 'azurerm_management_lock',
    named: { name: ({ text }) => nameIn(text), scope: extended },
    parent: extended,
    fields: {
      lock_level: via('properties.level', toSpelling('CanNotDelete', 'ReadOnly')),
      notes: textField('properties.notes'),
    },
  }),
  tracked({
    arm: 'Microsoft.ManagedIdentity/userAssignedIdentities',
    type: 'azurerm_user_assigned_identity',
    fields: {},
  }),
];
