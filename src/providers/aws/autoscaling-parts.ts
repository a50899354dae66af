import type { AuditEvent } from '../../model/event.ts';
import { addEffect, removeEffect } from '../catalog/effects.ts';
import { listedValue } from '../catalog/listed-element.ts';
import { objectsAt, requireText, textAt } from '../catalog/request.ts';
import { number } from '../catalog/sources.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import { groupRef, groupType, autoscalingService as service } from './autoscaling.ts';
import { type AwsType, aws } from './aws.ts';

const processes = [
  'AZRebalance',
  'AddToLoadBalancer',
  'AlarmNotification',
  'HealthCheck',
  'InstanceRefresh',
  'Launch',
  'ReplaceUnhealthy',
  'ScheduledActions',
  'Terminate',
];

const metrics = [
  'GroupAndWarmPoolDesiredCapacity',
  'GroupAndWarmPoolTotalCapacity',
  'GroupDesiredCapacity',
  'GroupInServiceCapacity',
  'GroupInServiceInstances',
  'GroupMaxSize',
  'GroupMinSize',
  'GroupPendingCapacity',
  'GroupPendingInstances',
  'GroupStandbyCapacity',
  'GroupStandbyInstances',
  'GroupTerminatingCapacity',
  'GroupTerminatingInstances',
  'GroupTotalCapacity',
  'GroupTotalInstances',
  'WarmPoolDesiredCapacity',
  'WarmPoolMinSize',
  'WarmPoolPendingCapacity',
  'WarmPoolTerminatingCapacity',
  'WarmPoolTotalCapacity',
  'WarmPoolWarmedCapacity',
];

/**
 * What is attached to a group, as `attribute` of the group or as `link` of an attachment. Calls have
 * the names or ARNs in `list`, and are read one by one, with the current one as `attached`.
 */
function attachedTable(
  [attach, detach]: readonly [string, string],
  list: string,
  attribute: string,
  link: string,
): AwsType {
  const each = { in: list, as: 'attached' };
  return {
    type: 'aws_autoscaling_attachment',
    identity: [{ autoscaling_group_name: 'autoScalingGroupName', [link]: 'attached' }],
    fields: { autoscaling_group_name: 'autoScalingGroupName', [link]: 'attached' },
    parent: { type: groupType, keys: groupRef },
    listings: [
      {
        type: groupType,
        identity: groupRef,
        argument: attribute,
        element: listedValue('attached'),
        has: 'assumed',
        by: 'autoscaling_group_name',
      },
    ],
    calls: { [attach]: { does: 'create', each }, [detach]: { does: 'delete', each } },
  };
}

/** Traffic sources are the newer term for load balancers and target groups. */
function trafficSources(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const group = groupRef(event, estate);
  const inBlocks = estate.find(group)?.declares('traffic_source') === true;
  const change = event.operation === 'AttachTrafficSources' ? addEffect : removeEffect;
  return objectsAt(event.request, 'trafficSources').map((source) => {
    const identifier = requireText(source, 'identifier');
    const kind = textAt(source, 'type') ?? 'elbv2';
    if (inBlocks || kind === 'vpc-lattice') {
      return change(group, ['traffic_source'], { identifier, type: kind });
    }
    return change(group, [kind === 'elb' ? 'load_balancers' : 'target_group_arns'], identifier);
  });
}

/** The parts of a group: processes, metrics, load balancers, and its warm pool. */
export const autoscalingPartEntries = aws(service, [
  {
    type: groupType,
    identity: groupRef,
    fields: {
      'warm_pool.0.max_group_prepared_capacity': number('maxGroupPreparedCapacity'),
      'warm_pool.0.min_size': number('minSize'),
      'warm_pool.0.pool_state': 'poolState',
    },
    calls: {
      PutWarmPool: 'patch',
      SuspendProcesses: { add: { suspended_processes: 'scalingProcesses' }, all: processes },
      ResumeProcesses: { remove: { suspended_processes: 'scalingProcesses' }, all: [] },
      EnableMetricsCollection: { add: { enabled_metrics: 'metrics' }, all: metrics },
      DisableMetricsCollection: { remove: { enabled_metrics: 'metrics' }, all: [] },
      AttachTrafficSources: { special: trafficSources },
      DetachTrafficSources: { special: trafficSources },
      DeleteWarmPool: { to: { warm_pool: [] } },
    },
  },
  attachedTable(
    ['AttachLoadBalancerTargetGroups', 'DetachLoadBalancerTargetGroups'],
    'targetGroupARNs',
    'target_group_arns',
    'lb_target_group_arn',
  ),
  attachedTable(
    ['AttachLoadBalancers', 'DetachLoadBalancers'],
    'loadBalancerNames',
    'load_balancers',
    'elb',
  ),
]);
