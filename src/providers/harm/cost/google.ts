import { costLimits, countOfUnits, pieces, sized } from './define.ts';
import type { CostTable } from './types.ts';

const machine = [sized('machine_type', 'numbered-size')];
const group = [countOfUnits('target_size', 'machines')];
const autoscaler = costLimits(
  'autoscaling_policy.min_replicas',
  'autoscaling_policy.max_replicas',
  'machines',
);

/** The attributes by whose numbers Google Cloud bills. */
export const googleCosts: CostTable = {
  google_compute_instance: machine,
  google_compute_instance_template: machine,
  google_compute_region_instance_template: machine,
  google_compute_instance_group_manager: group,
  google_compute_region_instance_group_manager: group,
  google_compute_autoscaler: autoscaler,
  google_compute_region_autoscaler: autoscaler,
  google_compute_disk: [
    countOfUnits('size', 'GB of storage'),
    countOfUnits('provisioned_iops', 'IOPS'),
    countOfUnits('provisioned_throughput', 'MB/s of throughput'),
  ],
  google_container_cluster: [countOfUnits('initial_node_count', 'nodes')],
  google_container_node_pool: [
    sized('node_config.machine_type', 'numbered-size'),
    pieces('node_count', 'nodes'),
    ...costLimits('autoscaling.min_node_count', 'autoscaling.max_node_count', 'nodes'),
  ],
  google_sql_database_instance: [
    sized('settings.tier', 'numbered-size'),
    countOfUnits('settings.disk_size', 'GB of storage'),
  ],
  google_spanner_instance: [
    countOfUnits('num_nodes', 'nodes'),
    countOfUnits('processing_units', 'processing units'),
  ],
  google_bigtable_instance: [countOfUnits('cluster.num_nodes', 'nodes')],
  google_alloydb_instance: [countOfUnits('machine_config.cpu_count', 'processors')],
  google_redis_instance: [countOfUnits('memory_size_gb', 'GB of memory')],
  google_memcache_instance: [countOfUnits('node_count', 'nodes')],
  google_filestore_instance: [countOfUnits('file_shares.capacity_gb', 'GB of storage')],
  google_bigquery_reservation: [countOfUnits('slot_capacity', 'slots')],
  google_cloudfunctions_function: [countOfUnits('available_memory_mb', 'MB of memory')],
  google_cloudfunctions2_function: costLimits(
    'service_config.min_instance_count',
    'service_config.max_instance_count',
    'instances',
  ),
  google_cloud_run_v2_service: costLimits(
    'template.scaling.min_instance_count',
    'template.scaling.max_instance_count',
    'instances',
  ),
  google_dataproc_cluster: [
    sized('cluster_config.worker_config.machine_type', 'numbered-size'),
    pieces('cluster_config.worker_config.num_instances', 'workers'),
  ],
};
