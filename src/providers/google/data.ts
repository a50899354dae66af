import type { CatalogEntry } from '../catalog/types.ts';
import type { GoogleFields } from './fields.ts';
import { google } from './google.ts';

const ipConfiguration: GoogleFields = {
  ipv4_enabled: 'bool',
  private_network: 'link',
  ssl_mode: 'text',
  allocated_ip_range: 'text',
  enable_private_path_for_google_cloud_services: 'bool',
  authorized_networks: { members: { name: 'text', value: 'text', expiration_time: 'text' } },
};

const settings: GoogleFields = {
  tier: 'text',
  edition: 'text',
  activation_policy: 'text',
  availability_type: 'text',
  disk_autoresize: { as: 'bool', from: 'storageAutoResize' },
  disk_autoresize_limit: { as: 'number', from: 'storageAutoResizeLimit' },
  disk_size: { as: 'number', from: 'dataDiskSizeGb' },
  disk_type: { as: 'text', from: 'dataDiskType' },
  pricing_plan: 'text',
  user_labels: 'map',
  deletion_protection_enabled: 'bool',
  connector_enforcement: 'text',
  database_flags: { members: { name: 'text', value: 'text' } },
  ip_configuration: { one: ipConfiguration },
  backup_configuration: {
    one: {
      enabled: 'bool',
      start_time: 'text',
      location: 'text',
      binary_log_enabled: 'bool',
      point_in_time_recovery_enabled: 'bool',
      transaction_log_retention_days: 'number',
      backup_retention_settings: { one: { retained_backups: 'number', retention_unit: 'text' } },
    },
  },
  maintenance_window: { one: { day: 'number', hour: 'number', update_track: 'text' } },
  insights_config: {
    one: {
      query_insights_enabled: 'bool',
      query_string_length: 'number',
      record_application_tags: 'bool',
      record_client_address: 'bool',
      query_plans_per_minute: 'number',
    },
  },
};

export const dataEntries: readonly CatalogEntry[] = [
  ...google('cloudsql.googleapis.com', [
    {
      type: 'google_sql_database_instance',
      identity: {
        path: 'projects/{project}/instances/{name}',
        given: { name: 'body.name' },
        id: null,
      },
      body: 'body',
      fields: {
        region: 'text',
        database_version: 'text',
        master_instance_name: 'text',
        settings: { one: settings },
      },
      defaults: {
        'settings.activation_policy': 'ALWAYS',
        'settings.availability_type': 'ZONAL',
        'settings.disk_autoresize': true,
        'settings.disk_autoresize_limit': 0,
        'settings.disk_type': 'PD_SSD',
        'settings.pricing_plan': 'PER_USE',
        'settings.connector_enforcement': 'NOT_REQUIRED',
      },
      calls: {
        'instances.create': 'create',
        'instances.insert': 'create',
        'instances.update': 'patch',
        'instances.patch': 'patch',
        'instances.delete': 'delete',
      },
    },
    {
      type: 'google_sql_database',
      identity: {
        path: 'projects/{project}/instances/{instance}/databases/{name}',
        given: { instance: 'body.instance', name: 'body.name' },
      },
      body: 'body',
      fields: { charset: 'text', collation: 'text' },
      parent: [
        {
          type: 'google_sql_database_instance',
          key: { project: '{project}', name: '{instance}' },
        },
      ],
      calls: {
        'databases.create': 'create',
        'databases.insert': 'create',
        'databases.update': 'patch',
        'databases.patch': 'patch',
        'databases.delete': 'delete',
      },
    },
    {
      type: 'google_sql_user',
      identity: {
        path: 'projects/{project}/instances/{instance}/users/{name}',
        given: { instance: 'body.instance', name: 'body.name' },
        id: null,
      },
      importId: '{project}/{instance}/{name}',
      body: 'body',
      // The log never has a password, but it shows that there is a new one.
      fields: { type: 'text', host: 'text' },
      hides: ['password'],
      parent: [
        {
          type: 'google_sql_database_instance',
          key: { project: '{project}', name: '{instance}' },
        },
      ],
      calls: {
        'users.create': 'create',
        'users.insert': 'create',
        'users.delete': 'delete',
        'users.update': { hides: 'password' },
      },
    },
  ]),
  ...google('bigquery.googleapis.com', [
    {
      type: 'google_bigquery_dataset',
      identity: {
        path: 'projects/{project}/datasets/{dataset_id}',
        given: { dataset_id: 'resource.datasetReference.datasetId' },
      },
      body: 'resource',
      shownIn: ['metadata.datasetChange.dataset'],
      fields: {
        friendly_name: { as: 'text', from: ['friendlyName', 'datasetInfo.friendlyName'] },
        description: { as: 'text', from: ['description', 'datasetInfo.description'] },
        location: 'text',
        labels: { as: 'labels', from: ['labels', 'datasetInfo.labels'] },
        default_table_expiration_ms: {
          as: 'milliseconds',
          from: ['defaultTableExpirationMs', 'defaultTableExpireDuration'],
        },
        default_partition_expiration_ms: 'number',
        max_time_travel_hours: 'text',
        storage_billing_model: 'text',
      },
      defaults: { location: 'US', max_time_travel_hours: '168' },
      calls: {
        'DatasetService.InsertDataset': 'create',
        'datasetservice.insert': 'create',
        'DatasetService.PatchDataset': 'patch',
        'DatasetService.UpdateDataset': 'patch',
        'datasetservice.update': 'patch',
        'DatasetService.DeleteDataset': 'delete',
        'datasetservice.delete': 'delete',
      },
    },
    {
      type: 'google_bigquery_table',
      identity: {
        path: 'projects/{project}/datasets/{dataset_id}/tables/{table_id}',
        given: {
          dataset_id: 'resource.tableReference.datasetId',
          table_id: 'resource.tableReference.tableId',
        },
      },
      body: 'resource',
      shownIn: ['metadata.tableChange.table'],
      fields: {
        friendly_name: { as: 'text', from: ['friendlyName', 'tableInfo.friendlyName'] },
        description: { as: 'text', from: ['description', 'tableInfo.description'] },
        labels: { as: 'labels', from: ['labels', 'tableInfo.labels'] },
        expiration_time: 'number',
        require_partition_filter: 'bool',
        schema: { as: 'json', from: 'schema.fields' },
        time_partitioning: {
          one: {
            type: 'text',
            field: 'text',
            expiration_ms: 'number',
          },
        },
        clustering: { as: 'list', from: 'clustering.fields' },
        view: { one: { query: 'text', use_legacy_sql: 'bool' } },
      },
      parent: [
        { type: 'google_bigquery_dataset', path: 'projects/{project}/datasets/{dataset_id}' },
      ],
      calls: {
        'TableService.InsertTable': 'create',
        'tableservice.insert': 'create',
        'TableService.PatchTable': 'patch',
        'TableService.UpdateTable': 'patch',
        'tableservice.update': 'patch',
        'TableService.DeleteTable': 'delete',
        'tableservice.delete': 'delete',
      },
    },
  ]),
  ...google('redis.googleapis.com', [
    {
      type: 'google_redis_instance',
      identity: {
        path: 'projects/{project}/locations/{region}/instances/{name}',
        given: { name: 'instanceId' },
      },
      body: 'instance',
      fields: {
        display_name: 'text',
        labels: 'labels',
        memory_size_gb: 'number',
        redis_version: 'text',
        tier: 'text',
        replica_count: 'number',
        read_replicas_mode: 'text',
        authorized_network: 'link',
        connect_mode: 'text',
        redis_configs: 'map',
        auth_enabled: 'bool',
        transit_encryption_mode: 'text',
        location_id: 'text',
        alternative_location_id: 'text',
        reserved_ip_range: 'text',
      },
      defaults: {
        tier: 'BASIC',
        connect_mode: 'DIRECT_PEERING',
        auth_enabled: false,
        transit_encryption_mode: 'DISABLED',
      },
      parent: [{ type: 'google_compute_network', link: 'authorizedNetwork' }],
      calls: {
        'CloudRedis.CreateInstance': 'create',
        'CloudRedis.UpdateInstance': 'patch',
        'CloudRedis.DeleteInstance': 'delete',
        'CloudRedis.UpgradeInstance': { set: { redis_version: 'text' } },
      },
    },
  ]),
];
