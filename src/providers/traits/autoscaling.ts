import type { AttributePath } from '../../model/path.ts';
import { pathKey } from '../../model/path.ts';

/** A field whose limits are in a resource of their own, and how that refers to the field. */
export interface AutoscaledField {
  readonly type: string;
  readonly path: AttributePath;
  /** Type of the resource with the limits. */
  readonly scaler: string;
  /** Its attribute that refers to the scaled resource. */
  readonly by: string;
  /**
   * What that attribute contains: the value of one of these attributes, or a text with names of
   * attributes in braces.
   */
  readonly target: readonly string[] | string;
  /** The scalable dimension, where one resource has several. */
  readonly dimension?: string;
  readonly min: AttributePath;
  readonly max: AttributePath;
}

/** Where a target of Application Auto Scaling has its limits. */
export const targetLimits = { min: ['min_capacity'], max: ['max_capacity'] } as const;

/** Where an autoscaler of Google Cloud has its limits. */
export const replicaLimits = {
  min: ['autoscaling_policy', 0, 'min_replicas'],
  max: ['autoscaling_policy', 0, 'max_replicas'],
} as const;

/** Targets of Application Auto Scaling. */
const scalable = (
  type: string,
  field: string,
  dimension: string,
  target: string,
): AutoscaledField => ({
  type,
  path: [field],
  scaler: 'aws_appautoscaling_target',
  by: 'resource_id',
  target,
  dimension,
  ...targetLimits,
});

/** Azure's autoscale settings. */
const metered = (type: string, field: string): AutoscaledField => ({
  type,
  path: [field],
  scaler: 'azurerm_monitor_autoscale_setting',
  by: 'target_resource_id',
  target: ['id'],
  min: ['profile', 0, 'capacity', 0, 'minimum'],
  max: ['profile', 0, 'capacity', 0, 'maximum'],
});

/** Google Cloud's autoscalers of instance groups. */
const grouped = (type: string, scaler: string): AutoscaledField => ({
  type,
  path: ['target_size'],
  scaler,
  by: 'target',
  target: ['self_link', 'id'],
  ...replicaLimits,
});

const autoscaledFields: readonly AutoscaledField[] = [
  scalable(
    'aws_ecs_service',
    'desired_count',
    'ecs:service:DesiredCount',
    'service/{cluster}/{name}',
  ),
  scalable(
    'aws_dynamodb_table',
    'read_capacity',
    'dynamodb:table:ReadCapacityUnits',
    'table/{name}',
  ),
  scalable(
    'aws_dynamodb_table',
    'write_capacity',
    'dynamodb:table:WriteCapacityUnits',
    'table/{name}',
  ),
  scalable(
    'aws_lambda_provisioned_concurrency_config',
    'provisioned_concurrent_executions',
    'lambda:function:ProvisionedConcurrency',
    'function:{function_name}:{qualifier}',
  ),
  scalable(
    'aws_elasticache_replication_group',
    'replicas_per_node_group',
    'elasticache:replication-group:Replicas',
    'replication-group/{id}',
  ),
  scalable(
    'aws_spot_fleet_request',
    'target_capacity',
    'ec2:spot-fleet-request:TargetCapacity',
    'spot-fleet-request/{id}',
  ),
  metered('azurerm_linux_virtual_machine_scale_set', 'instances'),
  metered('azurerm_orchestrated_virtual_machine_scale_set', 'instances'),
  metered('azurerm_service_plan', 'worker_count'),
  metered('azurerm_windows_virtual_machine_scale_set', 'instances'),
  grouped('google_compute_instance_group_manager', 'google_compute_autoscaler'),
  grouped('google_compute_region_instance_group_manager', 'google_compute_region_autoscaler'),
];

/** The autoscaled field at a path, or undefined if there is none. */
export function autoscaledField(type: string, path: AttributePath): AutoscaledField | undefined {
  const key = pathKey(path);
  return autoscaledFields.find((one) => one.type === type && pathKey(one.path) === key);
}
