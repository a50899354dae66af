import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { addEffect, createEffect, deleteEffect, refTo, removeEffect } from '../catalog/effects.ts';
import { objectsAt, requireText, textAt, textsAt } from '../catalog/request.ts';
import { number } from '../catalog/sources.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import { groupName, groupRef, groupType, autoscalingService as service } from './autoscaling.ts';
import { aws } from './aws.ts';

const attachmentType = 'aws_autoscaling_attachment';
const apart = [attachmentType];

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

interface Attached {
  /** The request member with the list of names or ARNs. */
  readonly list: string;
  readonly attribute: string;
  /** The attribute of `aws_autoscaling_attachment` with the attached name or ARN. */
  readonly link: string;
}

const targetGroups: Attached = {
  list: 'targetGroupARNs',
  attribute: 'target_group_arns',
  link: 'lb_target_group_arn',
};
const loadBalancers: Attached = {
  list: 'loadBalancerNames',
  attribute: 'load_balancers',
  link: 'elb',
};

/** Changes the list in the group, or attachments if the code has any and the group has no list. */
function attachment({ list, attribute, link }: Attached, attaches: boolean) {
  return (event: AuditEvent, estate: Estate): readonly DraftEffect[] => {
    const group = groupRef(event, estate);
    const apart = isApart(event, estate, attribute, group);
    return textsAt(event.request, list).map((value) => {
      if (!apart) return (attaches ? addEffect : removeEffect)(group, [attribute], value);
      const attributes = { autoscaling_group_name: groupName(event) ?? '', [link]: value };
      const ref = refTo(attachmentType, attributes);
      return attaches ? createEffect(ref, attributes, { parent: group }) : deleteEffect(ref);
    });
  };
}

function isApart(
  event: AuditEvent,
  estate: Estate,
  attribute: string,
  group: ResourceRef,
): boolean {
  if (estate.find(group)?.declares(attribute) === true) return false;
  const name = groupName(event) ?? '';
  return estate.where(attachmentType, 'autoscaling_group_name', name).length > 0;
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
      AttachLoadBalancerTargetGroups: { special: attachment(targetGroups, true), also: apart },
      DetachLoadBalancerTargetGroups: { special: attachment(targetGroups, false), also: apart },
      AttachLoadBalancers: { special: attachment(loadBalancers, true), also: apart },
      DetachLoadBalancers: { special: attachment(loadBalancers, false), also: apart },
      AttachTrafficSources: { special: trafficSources },
      DetachTrafficSources: { special: trafficSources },
      DeleteWarmPool: { to: { warm_pool: [] } },
    },
  },
]);
