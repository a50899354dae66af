import { bool, number, textField, via } from '../catalog/sources.ts';
import { changedPolicies, listedPolicies } from './access-policies.ts';
import { toEnabled, toMembersSet, toSpelling } from './convert.ts';
import type { AzureType } from './spec.ts';
import { tracked } from './spec.ts';

const acls = 'properties.networkAcls';

/** Secrets, keys and certificates in a vault are data: no call in this log changes them. */
export const vault: AzureType = tracked({
  arm: 'Microsoft.KeyVault/vaults',
  type: 'azurerm_key_vault',
  also: ['azurerm_key_vault_access_policy'],
  more: listedPolicies,
  calls: { 'accessPolicies/write': { set: {}, custom: changedPolicies } },
  fields: {
    enabled_for_deployment: bool('properties.enabledForDeployment'),
    enabled_for_disk_encryption: bool('properties.enabledForDiskEncryption'),
    enabled_for_template_deployment: bool('properties.enabledForTemplateDeployment'),
    'network_acls.0.bypass': via(`${acls}.bypass`, toSpelling('AzureServices', 'None')),
    'network_acls.0.default_action': via(`${acls}.defaultAction`, toSpelling('Allow', 'Deny')),
    'network_acls.0.ip_rules': via(`${acls}.ipRules`, toMembersSet('value')),
    'network_acls.0.virtual_network_subnet_ids': via(
      `${acls}.virtualNetworkRules`,
      toMembersSet('id'),
    ),
    public_network_access_enabled: via('properties.publicNetworkAccess', toEnabled),
    purge_protection_enabled: bool('properties.enablePurgeProtection'),
    rbac_authorization_enabled: bool('properties.enableRbacAuthorization'),
    sku_name: via('properties.sku.name', toSpelling('standard', 'premium')),
    soft_delete_retention_days: number('properties.softDeleteRetentionInDays'),
    tenant_id: textField('properties.tenantId'),
  },
  defaults: {
    enabled_for_deployment: false,
    enabled_for_disk_encryption: false,
    enabled_for_template_deployment: false,
    public_network_access_enabled: true,
    purge_protection_enabled: false,
    rbac_authorization_enabled: false,
    soft_delete_retention_days: 90,
  },
});
