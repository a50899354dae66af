import { costLimits, countOfUnits, limit, pieces, sized } from './define.ts';
import type { CostTable } from './types.ts';

const storage = countOfUnits('allocated_storage', 'GB of storage');
const iops = countOfUnits('iops', 'IOPS');
const machine = [sized('instance_type', 'aws-size')];
const member = [sized('instance_class', 'aws-size')];
const fileSystem = [
  countOfUnits('storage_capacity', 'GB of storage'),
  countOfUnits('throughput_capacity', 'MB/s of throughput'),
];
const search = [
  sized('cluster_config.instance_type', 'aws-size'),
  pieces('cluster_config.instance_count', 'nodes'),
  countOfUnits('ebs_options.volume_size', 'GB of storage'),
  countOfUnits('ebs_options.iops', 'IOPS'),
];

/** The attributes by whose numbers AWS bills, according to the pricing pages of its services. */
export const awsCosts: CostTable = {
  aws_autoscaling_group: [
    countOfUnits('desired_capacity', 'machines'),
    ...costLimits('min_size', 'max_size', 'machines'),
  ],
  aws_appautoscaling_target: costLimits('min_capacity', 'max_capacity', 'units'),
  aws_instance: [...machine, countOfUnits('root_block_device.volume_size', 'GB of storage')],
  aws_spot_instance_request: machine,
  aws_launch_template: machine,
  aws_launch_configuration: machine,
  aws_ebs_volume: [
    countOfUnits('size', 'GB of storage'),
    iops,
    countOfUnits('throughput', 'MB/s of throughput'),
  ],
  aws_eks_node_group: [
    sized('instance_types', 'aws-size'),
    pieces('scaling_config.desired_size', 'nodes'),
    ...costLimits('scaling_config.min_size', 'scaling_config.max_size', 'nodes'),
  ],
  aws_ecs_service: [countOfUnits('desired_count', 'tasks')],
  aws_lambda_function: [countOfUnits('memory_size', 'MB of memory')],
  aws_lambda_provisioned_concurrency_config: [
    countOfUnits('provisioned_concurrent_executions', 'warm executions'),
  ],
  aws_dynamodb_table: [
    countOfUnits('read_capacity', 'read units'),
    countOfUnits('write_capacity', 'write units'),
  ],
  aws_db_instance: [...member, storage, iops, limit('max_allocated_storage', 'GB of storage')],
  aws_rds_cluster: [
    storage,
    iops,
    ...costLimits(
      'serverlessv2_scaling_configuration.min_capacity',
      'serverlessv2_scaling_configuration.max_capacity',
      'capacity units',
    ),
  ],
  aws_rds_cluster_instance: member,
  aws_docdb_cluster_instance: member,
  aws_neptune_cluster_instance: member,
  aws_elasticache_cluster: [sized('node_type', 'aws-size'), pieces('num_cache_nodes', 'nodes')],
  aws_elasticache_replication_group: [
    sized('node_type', 'aws-size'),
    pieces('num_cache_clusters', 'nodes'),
    countOfUnits('num_node_groups', 'shards'),
  ],
  aws_memorydb_cluster: [sized('node_type', 'aws-size'), countOfUnits('num_shards', 'shards')],
  aws_redshift_cluster: [countOfUnits('number_of_nodes', 'nodes')],
  aws_opensearch_domain: search,
  aws_elasticsearch_domain: search,
  aws_msk_cluster: [
    sized('broker_node_group_info.instance_type', 'aws-size'),
    pieces('number_of_broker_nodes', 'brokers'),
  ],
  aws_mq_broker: [sized('host_instance_type', 'aws-size')],
  aws_kinesis_stream: [countOfUnits('shard_count', 'shards')],
  aws_emr_instance_group: [
    sized('instance_type', 'aws-size'),
    pieces('instance_count', 'machines'),
  ],
  aws_spot_fleet_request: [countOfUnits('target_capacity', 'machines')],
  aws_sagemaker_notebook_instance: [
    sized('instance_type', 'aws-size'),
    countOfUnits('volume_size', 'GB of storage'),
  ],
  aws_dms_replication_instance: [sized('replication_instance_class', 'aws-size'), storage],
  aws_glue_job: [countOfUnits('number_of_workers', 'workers')],
  aws_fsx_lustre_file_system: [countOfUnits('storage_capacity', 'GB of storage')],
  aws_fsx_windows_file_system: fileSystem,
  aws_fsx_ontap_file_system: fileSystem,
  aws_fsx_openzfs_file_system: fileSystem,
};
