import { costLimits, countOfUnits, limit, pieces, sized } from './define.ts';
import type { CostTable } from './types.ts';

const machine = [sized('size', 'numbered-size')];
const scaleSet = [sized('sku', 'numbered-size'), pieces('instances', 'machines')];
const requestUnits = [
  countOfUnits('throughput', 'request units'),
  limit('autoscale_settings.max_throughput', 'request units'),
];

/**
 * The attributes by whose numbers Azure bills. Managed disks are left out, since they are billed in
 * steps.
 */
export const azureCosts: CostTable = {
  azurerm_linux_virtual_machine: machine,
  azurerm_windows_virtual_machine: machine,
  azurerm_linux_virtual_machine_scale_set: scaleSet,
  azurerm_windows_virtual_machine_scale_set: scaleSet,
  azurerm_orchestrated_virtual_machine_scale_set: [
    sized('sku_name', 'numbered-size'),
    pieces('instances', 'machines'),
  ],
  azurerm_kubernetes_cluster: [
    sized('default_node_pool.vm_size', 'numbered-size'),
    pieces('default_node_pool.node_count', 'nodes'),
    ...costLimits('default_node_pool.min_count', 'default_node_pool.max_count', 'nodes'),
  ],
  azurerm_kubernetes_cluster_node_pool: [
    sized('vm_size', 'numbered-size'),
    pieces('node_count', 'nodes'),
    ...costLimits('min_count', 'max_count', 'nodes'),
  ],
  azurerm_service_plan: [sized('sku_name', 'plan-size'), pieces('worker_count', 'workers')],
  azurerm_container_app: costLimits('template.min_replicas', 'template.max_replicas', 'replicas'),
  azurerm_mssql_database: [sized('sku_name', 'sql-size')],
  azurerm_mssql_elasticpool: [countOfUnits('sku.capacity', 'capacity units')],
  azurerm_postgresql_flexible_server: [
    sized('sku_name', 'numbered-size'),
    countOfUnits('storage_mb', 'MB of storage'),
  ],
  azurerm_mysql_flexible_server: [
    sized('sku_name', 'numbered-size'),
    countOfUnits('storage.size_gb', 'GB of storage'),
    countOfUnits('storage.iops', 'IOPS'),
  ],
  azurerm_cosmosdb_sql_container: requestUnits,
  azurerm_cosmosdb_sql_database: requestUnits,
  azurerm_cosmosdb_mongo_collection: requestUnits,
  azurerm_cosmosdb_mongo_database: requestUnits,
  azurerm_cosmosdb_table: requestUnits,
  azurerm_eventhub_namespace: [
    countOfUnits('capacity', 'throughput units'),
    limit('maximum_throughput_units', 'throughput units'),
  ],
  azurerm_servicebus_namespace: [countOfUnits('capacity', 'messaging units')],
  azurerm_application_gateway: [
    countOfUnits('sku.capacity', 'instances'),
    ...costLimits(
      'autoscale_configuration.min_capacity',
      'autoscale_configuration.max_capacity',
      'capacity units',
    ),
  ],
  azurerm_redis_cache: [countOfUnits('shard_count', 'shards')],
  azurerm_search_service: [
    countOfUnits('replica_count', 'replicas'),
    countOfUnits('partition_count', 'partitions'),
  ],
  azurerm_api_management: [sized('sku_name', 'numbered-size')],
  azurerm_stream_analytics_job: [countOfUnits('streaming_units', 'streaming units')],
  azurerm_kusto_cluster: [countOfUnits('sku.capacity', 'machines')],
};
