import type { Json } from '../../model/json.ts';
import { toBool, toText } from '../catalog/convert.ts';
import { textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, number, set, textField, via } from '../catalog/sources.ts';
import { scaled, toEnabled, toLocation, toMembersSet, toSpelling } from './convert.ts';
import type { AzureType } from './spec.ts';
import { azureIdentity, idOf, nested, repeated, tracked } from './spec.ts';

const range: CatalogAttributes = {
  end_ip_address: textField('properties.endIpAddress'),
  start_ip_address: textField('properties.startIpAddress'),
};

/** `GP_Gen5_2`: the name of a tier, and its cores where the body has them apart. */
function databaseSku(body: Json): Json | undefined {
  const name = textAt(body, 'sku.name');
  const capacity = textAt(body, 'sku.capacity');
  const isVirtual = name !== undefined && /^(?:GP|BC|HS)(?:_S)?_(?:Gen5|Fsv2|DC)$/.test(name);
  return isVirtual && capacity !== undefined ? `${name}_${capacity}` : name;
}

/** The provider puts the tier in front: `GP_Standard_D2s_v3`. */
function serverSku(body: Json): Json | undefined {
  const name = textAt(body, 'sku.name');
  const tiers: Readonly<Record<string, string>> = {
    burstable: 'B',
    generalpurpose: 'GP',
    memoryoptimized: 'MO',
  };
  const tier = tiers[textAt(body, 'sku.tier')?.toLowerCase() ?? ''];
  return name === undefined || tier === undefined ? undefined : `${tier}_${name}`;
}

const sql: readonly AzureType[] = [
  tracked({
    arm: 'Microsoft.Sql/servers',
    type: 'azurerm_mssql_server',
    attributes: {
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
  {
    arm: 'Microsoft.Sql/servers/databases',
    type: 'azurerm_mssql_database',
    named: {
      name: ({ text }) => text.slice(text.lastIndexOf('/') + 1),
      server_id: idOf('servers'),
    },
    parent: idOf('servers'),
    tagged: true,
    attributes: {
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
  },
  nested({
    arm: 'Microsoft.Sql/servers/firewallRules',
    type: 'azurerm_mssql_firewall_rule',
    named: { server_id: idOf('servers') },
    attributes: range,
  }),
  nested({
    arm: 'Microsoft.Sql/servers/virtualNetworkRules',
    type: 'azurerm_mssql_virtual_network_rule',
    named: { server_id: idOf('servers') },
    attributes: {
      ignore_missing_vnet_service_endpoint: bool('properties.ignoreMissingVnetServiceEndpoint'),
      subnet_id: textField('properties.virtualNetworkSubnetId'),
    },
    defaults: { ignore_missing_vnet_service_endpoint: false },
  }),
];

const postgres: readonly AzureType[] = [
  tracked({
    arm: 'Microsoft.DBforPostgreSQL/flexibleServers',
    type: 'azurerm_postgresql_flexible_server',
    attributes: {
      ...azureIdentity,
      auto_grow_enabled: via('properties.storage.autoGrow', toEnabled),
      backup_retention_days: number('properties.backup.backupRetentionDays'),
      'high_availability.0.mode': textField('properties.highAvailability.mode'),
      'high_availability.0.standby_availability_zone': textField(
        'properties.highAvailability.standbyAvailabilityZone',
      ),
      'maintenance_window.0.day_of_week': number('properties.maintenanceWindow.dayOfWeek'),
      'maintenance_window.0.start_hour': number('properties.maintenanceWindow.startHour'),
      'maintenance_window.0.start_minute': number('properties.maintenanceWindow.startMinute'),
      public_network_access_enabled: via('properties.network.publicNetworkAccess', toEnabled),
      sku_name: { from: ({ request }) => serverSku(request), as: toText },
      storage_mb: via('properties.storage.storageSizeGB', scaled(1024)),
      storage_tier: textField('properties.storage.tier'),
      version: textField('properties.version'),
    },
    fixed: {
      administrator_login: textField('properties.administratorLogin'),
      geo_redundant_backup_enabled: via('properties.backup.geoRedundantBackup', toEnabled),
      zone: textField('properties.availabilityZone'),
    },
    defaults: {
      auto_grow_enabled: false,
      backup_retention_days: 7,
      geo_redundant_backup_enabled: false,
      public_network_access_enabled: true,
    },
  }),
  nested({
    arm: 'Microsoft.DBforPostgreSQL/flexibleServers/firewallRules',
    type: 'azurerm_postgresql_flexible_server_firewall_rule',
    named: { server_id: idOf('flexibleServers') },
    attributes: range,
  }),
  nested({
    arm: 'Microsoft.DBforPostgreSQL/flexibleServers/configurations',
    type: 'azurerm_postgresql_flexible_server_configuration',
    named: { server_id: idOf('flexibleServers') },
    attributes: { value: textField('properties.value') },
  }),
];

const cosmos: AzureType = tracked({
  arm: 'Microsoft.DocumentDB/databaseAccounts',
  type: 'azurerm_cosmosdb_account',
  attributes: {
    ...azureIdentity,
    access_key_metadata_writes_enabled: via(
      'properties.disableKeyBasedMetadataWriteAccess',
      (value) => toBool(value) === false,
    ),
    analytical_storage_enabled: bool('properties.enableAnalyticalStorage'),
    automatic_failover_enabled: bool('properties.enableAutomaticFailover'),
    'backup.0.interval_in_minutes': number(
      'properties.backupPolicy.periodicModeProperties.backupIntervalInMinutes',
    ),
    'backup.0.retention_in_hours': number(
      'properties.backupPolicy.periodicModeProperties.backupRetentionIntervalInHours',
    ),
    'backup.0.type': textField('properties.backupPolicy.type'),
    capabilities: repeated('properties.capabilities', { name: 'name' }),
    'capacity.0.total_throughput_limit': number('properties.capacity.totalThroughputLimit'),
    'consistency_policy.0.consistency_level': textField(
      'properties.consistencyPolicy.defaultConsistencyLevel',
    ),
    'consistency_policy.0.max_interval_in_seconds': number(
      'properties.consistencyPolicy.maxIntervalInSeconds',
    ),
    'consistency_policy.0.max_staleness_prefix': number(
      'properties.consistencyPolicy.maxStalenessPrefix',
    ),
    free_tier_enabled: bool('properties.enableFreeTier'),
    geo_location: repeated('properties.locations', {
      failover_priority: number('failoverPriority'),
      location: via('locationName', toLocation),
      zone_redundant: bool('isZoneRedundant'),
    }),
    ip_range_filter: via('properties.ipRules', toMembersSet('ipAddressOrRange')),
    is_virtual_network_filter_enabled: bool('properties.isVirtualNetworkFilterEnabled'),
    kind: textField('kind'),
    local_authentication_disabled: bool('properties.disableLocalAuth'),
    minimal_tls_version: textField('properties.minimalTlsVersion'),
    multiple_write_locations_enabled: bool('properties.enableMultipleWriteLocations'),
    network_acl_bypass_for_azure_services: via(
      'properties.networkAclBypass',
      (value) => value === 'AzureServices',
    ),
    offer_type: textField('properties.databaseAccountOfferType'),
    public_network_access_enabled: via('properties.publicNetworkAccess', toEnabled),
    virtual_network_rule: repeated('properties.virtualNetworkRules', {
      id: 'id',
      ignore_missing_vnet_service_endpoint: bool('ignoreMissingVNetServiceEndpoint'),
    }),
  },
  defaults: {
    analytical_storage_enabled: false,
    automatic_failover_enabled: false,
    free_tier_enabled: false,
    is_virtual_network_filter_enabled: false,
    kind: 'GlobalDocumentDB',
    local_authentication_disabled: false,
    minimal_tls_version: 'Tls12',
    multiple_write_locations_enabled: false,
    public_network_access_enabled: true,
  },
});

const redis: AzureType = tracked({
  arm: 'Microsoft.Cache/Redis',
  type: 'azurerm_redis_cache',
  attributes: {
    ...azureIdentity,
    access_keys_authentication_enabled: via(
      'properties.disableAccessKeyAuthentication',
      (value) => toBool(value) === false,
    ),
    capacity: number('properties.sku.capacity'),
    family: textField('properties.sku.family'),
    minimum_tls_version: textField('properties.minimumTlsVersion'),
    non_ssl_port_enabled: bool('properties.enableNonSslPort'),
    public_network_access_enabled: via('properties.publicNetworkAccess', toEnabled),
    'redis_configuration.0.maxmemory_policy': textField(
      'properties.redisConfiguration.maxmemory-policy',
    ),
    'redis_configuration.0.maxmemory_reserved': number(
      'properties.redisConfiguration.maxmemory-reserved',
    ),
    redis_version: textField('properties.redisVersion'),
    replicas_per_primary: number('properties.replicasPerPrimary'),
    shard_count: number('properties.shardCount'),
    sku_name: via('properties.sku.name', toSpelling('Basic', 'Standard', 'Premium')),
    subnet_id: textField('properties.subnetId'),
    zones: set('zones'),
  },
  defaults: {
    access_keys_authentication_enabled: true,
    minimum_tls_version: '1.2',
    non_ssl_port_enabled: false,
    public_network_access_enabled: true,
  },
});

export const databaseTypes: readonly AzureType[] = [...sql, ...postgres, cosmos, redis];
