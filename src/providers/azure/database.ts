import { toBool } from '../catalog/convert.ts';
import { bool, number, set, textField, via } from '../catalog/sources.ts';
import { toEnabled, toLocation, toMembersSet, toSpelling } from './convert.ts';
import { postgresTypes } from './postgres.ts';
import { repeated } from './repeated.ts';
import type { AzureType } from './spec.ts';
import { azureIdentity, tracked } from './spec.ts';
import { sqlTypes } from './sql.ts';

const cosmos: AzureType = tracked({
  arm: 'Microsoft.DocumentDB/databaseAccounts',
  type: 'azurerm_cosmosdb_account',
  fields: {
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
  fields: {
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

export const databaseTypes: readonly AzureType[] = [...sqlTypes, ...postgresTypes, cosmos, redis];
