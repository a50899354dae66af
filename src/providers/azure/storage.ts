import type { Json } from '../../model/json.ts';
import { toText, toTextMap } from '../catalog/convert.ts';
import { requestAt, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, built, map, number, textField, via } from '../catalog/sources.ts';
import { idUpTo } from './arm-id.ts';
import { toEnabled, toMembersSet, toSpelling } from './convert.ts';
import type { AzureType } from './spec.ts';
import { azureIdentity, nested, tracked } from './spec.ts';

/** `Standard_GRS` is a tier and a kind of replication. */
function skuPart(at: 0 | 1): (value: Json) => string | undefined {
  return (value) => toText(value)?.split('_')[at];
}

/** `Logging, Metrics` as a set. */
function toBypass(value: Json): readonly string[] | undefined {
  const words = toText(value)
    ?.split(',')
    .map((word) => word.trim());
  return words?.filter((word) => word !== '').sort();
}

const acl = 'properties.networkAcls';
const rules = {
  'network_rules.0.bypass': via(`${acl}.bypass`, toBypass),
  'network_rules.0.default_action': via(`${acl}.defaultAction`, toSpelling('Allow', 'Deny')),
  'network_rules.0.ip_rules': via(`${acl}.ipRules`, toMembersSet('value')),
  'network_rules.0.virtual_network_subnet_ids': via(
    `${acl}.virtualNetworkRules`,
    toMembersSet('id'),
  ),
};

const access = { container: 'container', blob: 'blob', none: 'private' } as const;

function toAccess(value: Json): Json | undefined {
  const word = toText(value)?.toLowerCase();
  return word === 'container' || word === 'blob' || word === 'none' ? access[word] : undefined;
}

/** Settings of the blob service, which form a block of the account. */
const blobSettings: CatalogAttributes = {
  'blob_properties.0.change_feed_enabled': bool('properties.changeFeed.enabled'),
  'blob_properties.0.container_delete_retention_policy': built(({ request }) =>
    retention(request, 'containerDeleteRetentionPolicy'),
  ),
  'blob_properties.0.delete_retention_policy': built(({ request }) =>
    retention(request, 'deleteRetentionPolicy'),
  ),
  'blob_properties.0.last_access_time_enabled': bool(
    'properties.lastAccessTimeTrackingPolicy.enable',
  ),
  'blob_properties.0.versioning_enabled': bool('properties.isVersioningEnabled'),
};

export const storageTypes: readonly AzureType[] = [
  tracked({
    arm: 'Microsoft.Storage/storageAccounts',
    type: 'azurerm_storage_account',
    apart: {
      part: 'network_rules',
      type: 'azurerm_storage_account_network_rules',
      own: 'storage_account_id',
    },
    fields: {
      ...azureIdentity,
      ...rules,
      access_tier: textField('properties.accessTier'),
      account_kind: textField('kind'),
      account_replication_type: via('sku.name', skuPart(1)),
      account_tier: via('sku.name', skuPart(0)),
      allow_nested_items_to_be_public: bool('properties.allowBlobPublicAccess'),
      allowed_copy_scope: textField('properties.allowedCopyScope'),
      cross_tenant_replication_enabled: bool('properties.allowCrossTenantReplication'),
      default_to_oauth_authentication: bool('properties.defaultToOAuthAuthentication'),
      https_traffic_only_enabled: bool('properties.supportsHttpsTrafficOnly'),
      is_hns_enabled: bool('properties.isHnsEnabled'),
      large_file_share_enabled: via('properties.largeFileSharesState', toEnabled),
      local_user_enabled: bool('properties.isLocalUserEnabled'),
      min_tls_version: textField('properties.minimumTlsVersion'),
      nfsv3_enabled: bool('properties.isNfsV3Enabled'),
      public_network_access_enabled: via('properties.publicNetworkAccess', toEnabled),
      sftp_enabled: bool('properties.isSftpEnabled'),
      shared_access_key_enabled: bool('properties.allowSharedKeyAccess'),
    },
    calls: { 'blobServices/write': { set: blobSettings } },
    defaults: {
      access_tier: 'Hot',
      account_kind: 'StorageV2',
      allow_nested_items_to_be_public: true,
      cross_tenant_replication_enabled: false,
      default_to_oauth_authentication: false,
      https_traffic_only_enabled: true,
      is_hns_enabled: false,
      local_user_enabled: true,
      min_tls_version: 'TLS1_2',
      nfsv3_enabled: false,
      public_network_access_enabled: true,
      sftp_enabled: false,
      shared_access_key_enabled: true,
    },
  }),
  nested({
    arm: 'Microsoft.Storage/storageAccounts/blobServices/containers',
    type: 'azurerm_storage_container',
    named: { storage_account_id: (id) => idUpTo(id, 'storageAccounts') },
    parent: (id) => idUpTo(id, 'storageAccounts'),
    fields: {
      container_access_type: via('properties.publicAccess', toAccess),
      metadata: map('properties.metadata'),
    },
    defaults: { container_access_type: 'private' },
    // In states where the account is given by name, the `id` is a URL.
    key: ({ text }) => ({ resource_manager_id: text }),
  }),
  nested({
    arm: 'Microsoft.Storage/storageAccounts/fileServices/shares',
    type: 'azurerm_storage_share',
    named: { storage_account_id: (id) => idUpTo(id, 'storageAccounts') },
    parent: (id) => idUpTo(id, 'storageAccounts'),
    fields: {
      access_tier: textField('properties.accessTier'),
      enabled_protocol: textField('properties.enabledProtocols'),
      metadata: via('properties.metadata', toTextMap),
      quota: number('properties.shareQuota'),
    },
    defaults: { enabled_protocol: 'SMB' },
    key: ({ text }) => ({ resource_manager_id: text }),
  }),
];

/** A policy that is switched off is written as no block. */
function retention(body: Json, name: string): Json | undefined {
  const policy = requestAt(body, `properties.${name}`);
  if (policy === undefined) return undefined;
  const days = requestAt(policy, 'days');
  return textAt(policy, 'enabled') === 'true' && days !== undefined ? [{ days }] : [];
}
