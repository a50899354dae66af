import type { AttributePath } from '../../model/path.ts';
import { pathKey } from '../../model/path.ts';
import { replicaLimits, targetLimits } from './autoscaling.ts';

/** A number that controllers change, and the attributes that limit it. */
export interface ScaledField {
  readonly type: string;
  readonly path: AttributePath;
  readonly min?: AttributePath;
  readonly max?: AttributePath;
  /** What is counted, where it is things that people see: `instance`. */
  readonly unit?: string;
}

export const scaledFields: readonly ScaledField[] = [
  {
    type: 'aws_autoscaling_group',
    path: ['desired_capacity'],
    min: ['min_size'],
    max: ['max_size'],
    unit: 'instance',
  },
  {
    type: 'aws_eks_node_group',
    path: ['scaling_config', 0, 'desired_size'],
    min: ['scaling_config', 0, 'min_size'],
    max: ['scaling_config', 0, 'max_size'],
    unit: 'node',
  },
  { type: 'aws_ecs_service', path: ['desired_count'], unit: 'task' },
  { type: 'aws_dynamodb_table', path: ['read_capacity'] },
  { type: 'aws_dynamodb_table', path: ['write_capacity'] },
  { type: 'aws_spot_fleet_request', path: ['target_capacity'] },
  { type: 'aws_kinesis_stream', path: ['shard_count'], unit: 'shard' },
  { type: 'aws_elasticache_replication_group', path: ['num_cache_clusters'] },
  { type: 'aws_elasticache_replication_group', path: ['replicas_per_node_group'] },
  {
    type: 'aws_lambda_provisioned_concurrency_config',
    path: ['provisioned_concurrent_executions'],
  },
  {
    type: 'aws_batch_compute_environment',
    path: ['compute_resources', 0, 'desired_vcpus'],
    min: ['compute_resources', 0, 'min_vcpus'],
    max: ['compute_resources', 0, 'max_vcpus'],
  },
  { type: 'aws_db_instance', path: ['allocated_storage'], max: ['max_allocated_storage'] },
  // The limits of an instance group are in its autoscaler (`autoscaling.ts`).
  { type: 'google_compute_instance_group_manager', path: ['target_size'], unit: 'instance' },
  { type: 'google_compute_region_instance_group_manager', path: ['target_size'], unit: 'instance' },
  {
    type: 'google_container_node_pool',
    path: ['node_count'],
    min: ['autoscaling', 0, 'min_node_count'],
    max: ['autoscaling', 0, 'max_node_count'],
    unit: 'node',
  },
  ...['linux', 'windows', 'orchestrated'].map((kind) => ({
    type: `azurerm_${kind}_virtual_machine_scale_set`,
    path: ['instances'],
    unit: 'instance',
  })),
  { type: 'azurerm_service_plan', path: ['worker_count'], unit: 'worker' },
  {
    type: 'azurerm_kubernetes_cluster',
    path: ['default_node_pool', 0, 'node_count'],
    min: ['default_node_pool', 0, 'min_count'],
    max: ['default_node_pool', 0, 'max_count'],
    unit: 'node',
  },
  {
    type: 'azurerm_kubernetes_cluster_node_pool',
    path: ['node_count'],
    min: ['min_count'],
    max: ['max_count'],
    unit: 'node',
  },
  {
    type: 'azurerm_eventhub_namespace',
    path: ['capacity'],
    max: ['maximum_throughput_units'],
  },
  ...['apps/Deployment', 'apps/StatefulSet', 'apps/ReplicaSet', 'core/ReplicationController'].map(
    (type) => ({ type, path: ['spec', 'replicas'], unit: 'replica' }),
  ),
  ...['deployment', 'stateful_set', 'replication_controller']
    .flatMap((kind) => [`kubernetes_${kind}`, `kubernetes_${kind}_v1`])
    .map((type) => ({ type, path: ['spec', 0, 'replicas'] })),
];

/** Resources that have the limits of a number, but not the number itself. */
export const limitsOfNumbers: readonly Required<Omit<ScaledField, 'path'>>[] = [
  { type: 'google_compute_autoscaler', ...replicaLimits, unit: 'instance' },
  { type: 'google_compute_region_autoscaler', ...replicaLimits, unit: 'instance' },
  { type: 'aws_appautoscaling_target', ...targetLimits, unit: 'unit' },
  {
    type: 'autoscaling/HorizontalPodAutoscaler',
    min: ['spec', 'minReplicas'],
    max: ['spec', 'maxReplicas'],
    unit: 'replica',
  },
];

/** The scaled field at a path, or undefined if there is none. */
export function scaledField(type: string, path: AttributePath): ScaledField | undefined {
  const key = pathKey(path);
  return scaledFields.find((one) => one.type === type && pathKey(one.path) === key);
}
