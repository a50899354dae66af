import { type Correction, withMeaning } from '../overlay.ts';

const shrinksNothing = 'an upper limit does not shrink anything';

/** Limits of automatic scaling: the upper one is how far it goes, the lower one the last reserve. */
export const limits: readonly Correction[] = [
  {
    type: 'aws_eks_node_group',
    path: 'scaling_config.min_size',
    predicate: 'lower',
    becomes: { severity: 4, meaning: 'group may shrink further' },
    because: 'the floor of a node group is the last reserve, as that of any other group',
  },
  ...withMeaning(
    [
      'azurerm_monitor_autoscale_setting profile.capacity.maximum',
      'google_compute_autoscaler autoscaling_policy.max_replicas',
      'google_compute_region_autoscaler autoscaling_policy.max_replicas',
    ],
    'lower',
    'the fleet cannot grow as far',
    shrinksNothing,
  ),
  ...withMeaning(
    ['HorizontalPodAutoscaler spec.maxReplicas'],
    'lower',
    'the service cannot grow as far',
    shrinksNothing,
  ),
  ...withMeaning(
    ['aws_eks_node_group scaling_config.max_size'],
    'lower',
    'the group cannot grow as far',
    shrinksNothing,
  ),
  ...withMeaning(
    [
      'azurerm_kubernetes_cluster default_node_pool.max_count',
      'azurerm_kubernetes_cluster_node_pool max_count',
      'google_container_node_pool autoscaling.max_node_count',
      'google_container_node_pool autoscaling.total_max_node_count',
    ],
    'lower',
    'the node pool cannot grow as far',
    shrinksNothing,
  ),
  ...withMeaning(
    [
      'azurerm_container_app template.max_replicas',
      'google_cloud_run_v2_service template.scaling.max_instance_count',
    ],
    'lower',
    'the application cannot grow as far',
    shrinksNothing,
  ),
  ...withMeaning(
    ['google_cloudfunctions_function max_instances'],
    'lower',
    'fewer instances of the function may run',
    shrinksNothing,
  ),
];
