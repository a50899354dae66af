import type { IntentClause, NamingRule } from '../clause.ts';
import { clause } from '../clause.ts';
import type { Fact } from '../facts.ts';
import { shortValue } from '../facts.ts';

/** A resource's number of units, with the limits of that number. */
interface Size {
  readonly type: string;
  readonly count: string;
  readonly min?: string;
  readonly max?: string;
  readonly unit: string;
}

const sizes: readonly Size[] = [
  {
    type: 'aws_autoscaling_group',
    count: 'desired_capacity',
    min: 'min_size',
    max: 'max_size',
    unit: 'instance',
  },
  {
    type: 'aws_eks_node_group',
    count: 'scaling_config.desired_size',
    min: 'scaling_config.min_size',
    max: 'scaling_config.max_size',
    unit: 'node',
  },
  { type: 'aws_ecs_service', count: 'desired_count', unit: 'task' },
  ...['linux', 'windows', 'orchestrated'].map((kind) => ({
    type: `azurerm_${kind}_virtual_machine_scale_set`,
    count: 'instances',
    unit: 'instance',
  })),
  { type: 'azurerm_service_plan', count: 'worker_count', unit: 'worker' },
  {
    type: 'azurerm_kubernetes_cluster',
    count: 'default_node_pool.node_count',
    min: 'default_node_pool.min_count',
    max: 'default_node_pool.max_count',
    unit: 'node',
  },
  {
    type: 'azurerm_kubernetes_cluster_node_pool',
    count: 'node_count',
    min: 'min_count',
    max: 'max_count',
    unit: 'node',
  },
  { type: 'aws_kinesis_stream', count: 'shard_count', unit: 'shard' },
  {
    type: 'google_container_node_pool',
    count: 'node_count',
    min: 'autoscaling.min_node_count',
    max: 'autoscaling.max_node_count',
    unit: 'node',
  },
  { type: 'google_compute_instance_group_manager', count: 'target_size', unit: 'instance' },
  { type: 'google_compute_region_instance_group_manager', count: 'target_size', unit: 'instance' },
  ...['google_compute_autoscaler', 'google_compute_region_autoscaler'].map((type) => ({
    type,
    count: '',
    min: 'autoscaling_policy.min_replicas',
    max: 'autoscaling_policy.max_replicas',
    unit: 'instance',
  })),
  {
    type: 'aws_appautoscaling_target',
    count: '',
    min: 'min_capacity',
    max: 'max_capacity',
    unit: 'unit',
  },
  ...['apps/Deployment', 'apps/StatefulSet', 'apps/ReplicaSet', 'core/ReplicationController'].map(
    (type) => ({ type, count: 'spec.replicas', unit: 'replica' }),
  ),
  {
    type: 'autoscaling/HorizontalPodAutoscaler',
    count: '',
    min: 'spec.minReplicas',
    max: 'spec.maxReplicas',
    unit: 'replica',
  },
];

/** Sizes of groups, with changed limits in the same sentence. */
export const scalingRules: readonly NamingRule[] = sizes.map((size) => ({
  id: `scale-${size.type
    .replace(/^(?:aws|azurerm)_/, '')
    .replaceAll(/[_/]/g, '-')
    .toLowerCase()}`,
  types: [size.type],
  read: (facts) =>
    readSize(
      size,
      facts.filter(({ change }) => change === 'changed'),
    ),
}));

function readSize(size: Size, facts: readonly Fact[]): readonly Omit<IntentClause, 'rule'>[] {
  const count = facts.find(({ field }) => field === size.count);
  const limits = [
    { word: 'minimum', fact: facts.find(({ field }) => field === size.min) },
    { word: 'maximum', fact: facts.find(({ field }) => field === size.max) },
  ].flatMap(({ word, fact }) => (fact === undefined ? [] : [{ word, fact }]));
  const all = [...(count === undefined ? [] : [count]), ...limits.map(({ fact }) => fact)];
  if (all.length === 0) return [];
  const texts = limits.map(({ word, fact }) => `${word} ${fromTo(fact)}`).join(', ');
  if (count === undefined) {
    const words = { before: 'Changed the limits of ', after: ` (${texts})` };
    return [clause(all, 'scaling', words)];
  }
  const live = shortValue(count.live) ?? '?';
  const unit = live === '1' ? size.unit : `${size.unit}s`;
  const note = texts === '' ? '' : ` (${texts})`;
  const words = {
    before: 'Scaled ',
    object: count.name,
    after: ` ${fromTo(count)} ${unit}${note}`,
  };
  return [clause(all, 'scaling', words)];
}

function fromTo({ declared, live }: Fact): string {
  const [from, to] = [shortValue(declared), shortValue(live) ?? 'nothing'];
  return from === undefined ? `to ${to}` : `from ${from} to ${to}`;
}
