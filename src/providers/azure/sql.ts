import type { Json } from '../../model/json.ts';
import { toText } from '../catalog/convert.ts';
import { textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, number, textField, via } from '../catalog/sources.ts';
import { scaled, toEnabled, toSpelling } from './convert.ts';
import type { AzureType } from './spec.ts';
import { ancestorId, azure, azureIdentity, nested, tracked } from './spec.ts';

export const firewallRange: CatalogAttributes = {
  end_ip_address: textField('properties.endIpAddress'),
  start_ip_address: textField('properties.startIpAddress'),
};

/** `GP_Gen5_2`: the name of a tier, with the cores if the body has them separately. */
function databaseSku(body: Json): Json | undefined {
  const name = textAt(body, 'sku.name');
  const capacity = textAt(body, 'sku.capacity');
  const isVirtual = name !== undefined && /^(?:GP|BC|HS)(?:_S)?_(?:Gen5|Fsv2|DC)$/.test(name);
  return isVirtual && capacity !== undefined ? `${name}_${capacity}` : name;
}

export const sqlTypes: readonly AzureType[] = [
  tracked({
    arm: 'Microsoft.Sql/servers',
    type: 'azurerm_mssql_server',
    fields: {
      ...azureIdentity,
      'azuread_administrator.0.azuread_authentication_only': bool(
        'properties.administrators.azureADOnlyAuthentication',
      ),
      'azuread_administrator.0.login_username': textField('properties.administrators.login'),
      'azuread_administrator.0.object_id': textField('properties.administrators.sid'),
      minimum_tls_version: textField('properties.minimalTlsVersion'),
      outbound_network_restriction_enabled: via(
        'properties.restrictOutboundNetworkAccess',
        toEnabled,
      ),
      public_network_access_enabled: via('properties.publicNetworkAccess', toEnabled),
      version: textField('properties.version'),
    },
    fixed: { administrator_login: textField('properties.administratorLogin') },
    defaults: {
      minimum_tls_version: '1.2',
      outbound_network_restriction_enabled: false,
      public_network_access_enabled: true,
    },
  }),
  azure({
    arm: 'Microsoft.Sql/servers/databases',
    type: 'azurerm_mssql_database',
    named: {
      name: ({ text }) => text.slice(text.lastIndexOf('/') + 1),
      server_id: ancestorId('servers'),
    },
    parent: ancestorId('servers'),
    tagged: true,
    fields: {
      auto_pause_delay_in_minutes: number('properties.autoPauseDelay'),
      elastic_pool_id: textField('properties.elasticPoolId'),
      license_type: textField('properties.licenseType'),
      max_size_gb: via('properties.maxSizeBytes', scaled(1 / 1024 ** 3)),
      min_capacity: number('properties.minCapacity'),
      read_replica_count: number('properties.highAvailabilityReplicaCount'),
      read_scale: via('properties.readScale', toEnabled),
      sku_name: { from: ({ request }) => databaseSku(request), as: toText },
      storage_account_type: via(
        'properties.requestedBackupStorageRedundancy',
        toSpelling('Geo', 'GeoZone', 'Local', 'Zone'),
      ),
      zone_redundant: bool('properties.zoneRedundant'),
    },
    fixed: { collation: textField('properties.collation') },
    defaults: {
      collation: 'SQL_Latin1_General_CP1_CI_AS',
      storage_account_type: 'Geo',
      zone_redundant: false,
    },
  }),
  nested({
    arm: 'Microsoft.Sql/servers/firewallRules',
    type: 'azurerm_mssql_firewall_rule',
    named: { server_id: ancestorId('servers') },
    fields: firewallRange,
  }),
  nested({
    arm: 'Microsoft.Sql/servers/virtualNetworkRules',
    type: 'azurerm_mssql_virtual_network_rule',
    named: { server_id: ancestorId('servers') },
    fields: {
      ignore_missing_vnet_service_endpoint: bool('properties.ignoreMissingVnetServiceEndpoint'),
      subnet_id: textField('properties.virtualNetworkSubnetId'),
    },
    defaults: { ignore_missing_vnet_service_endpoint: false },
  }),
];
