import type { StateIndex } from '../../code/terraform/state/types.ts';
import type { Json } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import { pathKey } from '../../model/path.ts';

export interface ScalingLimits {
  readonly min?: number;
  readonly max?: number;
}

/** A field that a scaling target limits, and how the target refers to it. */
interface Scalable {
  readonly type: string;
  readonly path: AttributePath;
  readonly dimension: string;
  /** The target's `resource_id`, with attributes of the resource in braces. */
  readonly resourceId: string;
}

const scalables: readonly Scalable[] = [
  {
    type: 'aws_ecs_service',
    path: ['desired_count'],
    dimension: 'ecs:service:DesiredCount',
    resourceId: 'service/{cluster}/{name}',
  },
  {
    type: 'aws_dynamodb_table',
    path: ['read_capacity'],
    dimension: 'dynamodb:table:ReadCapacityUnits',
    resourceId: 'table/{name}',
  },
  {
    type: 'aws_dynamodb_table',
    path: ['write_capacity'],
    dimension: 'dynamodb:table:WriteCapacityUnits',
    resourceId: 'table/{name}',
  },
  {
    type: 'aws_lambda_provisioned_concurrency_config',
    path: ['provisioned_concurrent_executions'],
    dimension: 'lambda:function:ProvisionedConcurrency',
    resourceId: 'function:{function_name}:{qualifier}',
  },
  {
    type: 'aws_elasticache_replication_group',
    path: ['replicas_per_node_group'],
    dimension: 'elasticache:replication-group:Replicas',
    resourceId: 'replication-group/{id}',
  },
  {
    type: 'aws_spot_fleet_request',
    path: ['target_capacity'],
    dimension: 'ec2:spot-fleet-request:TargetCapacity',
    resourceId: 'spot-fleet-request/{id}',
  },
];

/** Paths of the limits in Azure's autoscale settings, which refer to their target by id. */
const settings = {
  type: 'azurerm_monitor_autoscale_setting',
  target: 'target_resource_id',
  min: ['profile', 0, 'capacity', 0, 'minimum'],
  max: ['profile', 0, 'capacity', 0, 'maximum'],
} as const;

/** The field that such settings change, by resource type. */
const counted: ReadonlyMap<string, string> = new Map([
  ['azurerm_linux_virtual_machine_scale_set', 'instances'],
  ['azurerm_orchestrated_virtual_machine_scale_set', 'instances'],
  ['azurerm_service_plan', 'worker_count'],
  ['azurerm_windows_virtual_machine_scale_set', 'instances'],
]);

/** Google Cloud's instance groups and their autoscalers, which refer to them by self link. */
const autoscalers: ReadonlyMap<string, string> = new Map([
  ['google_compute_instance_group_manager', 'google_compute_autoscaler'],
  ['google_compute_region_instance_group_manager', 'google_compute_region_autoscaler'],
]);

const replicas = {
  min: ['autoscaling_policy', 0, 'min_replicas'],
  max: ['autoscaling_policy', 0, 'max_replicas'],
} as const;

/**
 * Finds the limits that a scaling target in the same project sets for a field. The target is looked
 * up in the state; its limits are those that the code declares.
 */
export function createScalingLimits(
  index: Pick<StateIndex, 'get' | 'where'>,
  declared: (address: string, path: AttributePath) => Json | undefined,
): (address: string, path: AttributePath) => ScalingLimits | undefined {
  return (address, path) => {
    const resource = index.get(address);
    const key = pathKey(path);
    const count = resource === undefined ? undefined : counted.get(resource.type);
    if (resource !== undefined && count !== undefined && key === pathKey([count])) {
      const id = resource.attributes['id'];
      const [setting] =
        typeof id === 'string' ? index.where(settings.type, settings.target, id) : [];
      return setting && limitsAt(declared, setting.address, settings.min, settings.max);
    }
    const scaler = resource === undefined ? undefined : autoscalers.get(resource.type);
    if (resource !== undefined && scaler !== undefined && key === pathKey(['target_size'])) {
      const [found] = ['self_link', 'id'].flatMap((name) => {
        const own = resource.attributes[name];
        return typeof own === 'string' ? index.where(scaler, 'target', own) : [];
      });
      return found && limitsAt(declared, found.address, replicas.min, replicas.max);
    }
    const scalable = scalables.find(
      (one) => one.type === resource?.type && pathKey(one.path) === key,
    );
    if (resource === undefined || scalable === undefined) return undefined;
    const id = resourceIdOf(scalable, resource.attributes);
    const target = index
      .where('aws_appautoscaling_target', 'resource_id', id)
      .find(({ attributes }) => attributes['scalable_dimension'] === scalable.dimension);
    if (target === undefined) return undefined;
    return limitsAt(declared, target.address, ['min_capacity'], ['max_capacity']);
  };
}

function limitsAt(
  declared: (address: string, path: AttributePath) => Json | undefined,
  address: string,
  lower: AttributePath,
  upper: AttributePath,
): ScalingLimits {
  const [min, max] = [declared(address, lower), declared(address, upper)];
  return {
    ...(typeof min === 'number' ? { min } : {}),
    ...(typeof max === 'number' ? { max } : {}),
  };
}

/**
 * Only the last part of an ARN is used: a service refers to its cluster by ARN, but the target by
 * name.
 */
function resourceIdOf(
  { resourceId }: Scalable,
  attributes: Readonly<Record<string, Json>>,
): string {
  return resourceId.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    return typeof value === 'string' ? value.slice(value.lastIndexOf('/') + 1) : '';
  });
}
