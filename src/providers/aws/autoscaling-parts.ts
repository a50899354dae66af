import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import {
  addEffect,
  createEffect,
  deleteEffect,
  refTo,
  removeEffect,
  setEffect,
} from '../catalog/effects.ts';
import { objectsAt, requireText, textAt, textsAt } from '../catalog/request.ts';
import { number } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { groupName, groupRef, groupType, autoscalingService as service } from './autoscaling.ts';
import { aws } from './aws.ts';

const types = [groupType];
const attachmentType = 'aws_autoscaling_attachment';

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

/** A pair of calls that put members into a set and take them out; without a list, all of them. */
function members(
  on: string,
  off: string,
  listed: string,
  attribute: string,
  all: readonly string[],
): readonly CatalogEntry[] {
  const entry = (
    operation: string,
    one: (group: ResourceRef, value: string) => DraftEffect,
    every: readonly string[],
  ): CatalogEntry => ({
    service,
    operations: [operation],
    types,
    effects: (event, estate) => {
      const group = groupRef(event, estate);
      const values = textsAt(event.request, listed);
      return values.length === 0
        ? [setEffect(group, [attribute], every)]
        : values.map((value) => one(group, value));
    },
  });
  return [
    entry(on, (group, value) => addEffect(group, [attribute], value), all),
    entry(off, (group, value) => removeEffect(group, [attribute], value), []),
  ];
}

interface Attached {
  /** Member with the list, or with objects that have an `identifier`. */
  readonly list: string;
  readonly attribute: string;
  /** Attribute of `aws_autoscaling_attachment`. */
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

/** Attached in the group, or by attachments where the code has such and the group has none. */
function attachment(operation: string, attached: Attached): CatalogEntry {
  const { list, attribute, link } = attached;
  const attaches = operation.startsWith('Attach');
  return {
    service,
    operations: [operation],
    types: [groupType, attachmentType],
    effects: (event, estate) => {
      const group = groupRef(event, estate);
      const apart = isApart(event, estate, attribute, group);
      return textsAt(event.request, list).map((value) => {
        if (!apart) return (attaches ? addEffect : removeEffect)(group, [attribute], value);
        const attributes = { autoscaling_group_name: groupName(event) ?? '', [link]: value };
        const ref = refTo(attachmentType, attributes);
        return attaches ? createEffect(ref, attributes, { parent: group }) : deleteEffect(ref);
      });
    },
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

/** Traffic sources are the newer word for load balancers and target groups. */
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

/** What belongs to a group: processes, metrics, load balancers, and its warm pool. */
export const autoscalingPartEntries: readonly CatalogEntry[] = [
  ...members(
    'SuspendProcesses',
    'ResumeProcesses',
    'scalingProcesses',
    'suspended_processes',
    processes,
  ),
  ...members(
    'EnableMetricsCollection',
    'DisableMetricsCollection',
    'metrics',
    'enabled_metrics',
    metrics,
  ),
  attachment('AttachLoadBalancerTargetGroups', targetGroups),
  attachment('DetachLoadBalancerTargetGroups', targetGroups),
  attachment('AttachLoadBalancers', loadBalancers),
  attachment('DetachLoadBalancers', loadBalancers),
  ...aws({
    service,
    type: groupType,
    identity: groupRef,
    fields: {
      'warm_pool.0.max_group_prepared_capacity': number('maxGroupPreparedCapacity'),
      'warm_pool.0.min_size': number('minSize'),
      'warm_pool.0.pool_state': 'poolState',
    },
    calls: {
      PutWarmPool: 'patch',
      AttachTrafficSources: { special: trafficSources, also: types },
      DetachTrafficSources: { special: trafficSources, also: types },
      DeleteWarmPool: {
        special: (event, estate) => [setEffect(groupRef(event, estate), ['warm_pool'], [])],
        also: types,
      },
    },
  }),
];
