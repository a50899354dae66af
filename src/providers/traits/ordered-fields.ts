import type { AttributePath } from '../../model/path.ts';
import { pathKey } from '../../model/path.ts';

/** Attributes of one resource that must stay in this order, from least to greatest. */
interface Invariant {
  readonly type: string;
  readonly paths: readonly AttributePath[];
  /** The value that means no limit. */
  readonly off?: number;
}

const order = (type: string, ...paths: readonly AttributePath[]): Invariant => ({ type, paths });
const within = (block: string, ...names: readonly string[]): readonly AttributePath[] =>
  names.map((name) => [block, 0, name]);

const invariants: readonly Invariant[] = [
  order('aws_autoscaling_group', ['min_size'], ['desired_capacity'], ['max_size']),
  {
    ...order(
      'aws_autoscaling_group',
      ...within('warm_pool', 'min_size', 'max_group_prepared_capacity'),
    ),
    off: -1,
  },
  order('aws_eks_node_group', ...within('scaling_config', 'min_size', 'desired_size', 'max_size')),
  order('aws_appautoscaling_target', ['min_capacity'], ['max_capacity']),
  order(
    'aws_appautoscaling_scheduled_action',
    ...within('scalable_target_action', 'min_capacity', 'max_capacity'),
  ),
  order('aws_autoscaling_schedule', ['min_size'], ['desired_capacity'], ['max_size']),
  { ...order('aws_db_instance', ['allocated_storage'], ['max_allocated_storage']), off: 0 },
  order(
    'aws_rds_cluster',
    ...within('serverlessv2_scaling_configuration', 'min_capacity', 'max_capacity'),
  ),
  order('aws_rds_cluster', ...within('scaling_configuration', 'min_capacity', 'max_capacity')),
  order(
    'aws_neptune_cluster',
    ...within('serverless_v2_scaling_configuration', 'min_capacity', 'max_capacity'),
  ),
  order(
    'aws_docdb_cluster',
    ...within('serverless_v2_scaling_configuration', 'min_capacity', 'max_capacity'),
  ),
  order('aws_ecs_service', ['deployment_minimum_healthy_percent'], ['deployment_maximum_percent']),
  order(
    'aws_batch_compute_environment',
    ...within('compute_resources', 'min_vcpus', 'desired_vcpus', 'max_vcpus'),
  ),
  order(
    'aws_emr_managed_scaling_policy',
    ...within('compute_limits', 'minimum_capacity_units', 'maximum_capacity_units'),
  ),
  order('aws_mwaa_environment', ['min_workers'], ['max_workers']),
  order('aws_mwaa_environment', ['min_webservers'], ['max_webservers']),
  order('aws_apprunner_auto_scaling_configuration_version', ['min_size'], ['max_size']),
  order('aws_spot_fleet_request', ['on_demand_target_capacity'], ['target_capacity']),
];

export interface Neighbors {
  readonly below: readonly AttributePath[];
  readonly above: readonly AttributePath[];
  readonly off: number | undefined;
}

/**
 * The paths below or above which the value at `path` must not be, and the value that means no
 * limit.
 */
export function orderedNeighbors(type: string, path: AttributePath): Neighbors {
  const key = pathKey(path);
  for (const { type: own, paths, off } of invariants) {
    if (own !== type) continue;
    const index = paths.findIndex((one) => pathKey(one) === key);
    if (index === -1) continue;
    return { below: paths.slice(0, index), above: paths.slice(index + 1), off };
  }
  return { below: [], above: [], off: undefined };
}
