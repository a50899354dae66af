import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { blockEffects } from '../catalog/blocks.ts';
import { toCommaSet } from '../catalog/convert.ts';
import { creationEntry } from '../catalog/creation.ts';
import { omittedEffect, setEffect, unknownChange } from '../catalog/effects.ts';
import { boolAt, itemsAt, numberAt, requestAt, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, list, number, set, setMembers, via } from '../catalog/sources.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import {
  groupName,
  groupRef,
  autoscalingService as service,
  groupType as type,
} from './autoscaling.ts';
import { groupTags } from './autoscaling-tags.ts';
import { aws } from './aws.ts';

const groupAttributes: CatalogAttributes = {
  availability_zones: set('availabilityZones'),
  capacity_rebalance: bool('capacityRebalance'),
  context: 'context',
  default_cooldown: number('defaultCooldown'),
  default_instance_warmup: number('defaultInstanceWarmup'),
  desired_capacity: number('desiredCapacity'),
  desired_capacity_type: 'desiredCapacityType',
  health_check_grace_period: number('healthCheckGracePeriod'),
  health_check_type: 'healthCheckType',
  launch_configuration: 'launchConfigurationName',
  max_instance_lifetime: number('maxInstanceLifetime'),
  max_size: number('maxSize'),
  min_size: number('minSize'),
  placement_group: 'placementGroup',
  protect_from_scale_in: bool('newInstancesProtectedFromScaleIn'),
  service_linked_role_arn: 'serviceLinkedRoleARN',
  termination_policies: list('terminationPolicies'),
  vpc_zone_identifier: via('vPCZoneIdentifier', toCommaSet),
  'availability_zone_distribution.0.capacity_distribution_strategy':
    'availabilityZoneDistribution.capacityDistributionStrategy',
  'instance_maintenance_policy.0.max_healthy_percentage': number(
    'instanceMaintenancePolicy.maxHealthyPercentage',
  ),
  'instance_maintenance_policy.0.min_healthy_percentage': number(
    'instanceMaintenancePolicy.minHealthyPercentage',
  ),
  'launch_template.0.id': 'launchTemplate.launchTemplateId',
  'launch_template.0.name': 'launchTemplate.launchTemplateName',
  'launch_template.0.version': 'launchTemplate.version',
};

const mixed = 'mixedInstancesPolicy';
const distribution = `${mixed}.instancesDistribution`;
const specification = `${mixed}.launchTemplate.launchTemplateSpecification`;
const distributionPath = 'mixed_instances_policy.0.instances_distribution.0';
const specificationPath =
  'mixed_instances_policy.0.launch_template.0.launch_template_specification.0';

const mixedAttributes: CatalogAttributes = {
  [`${distributionPath}.on_demand_allocation_strategy`]: `${distribution}.onDemandAllocationStrategy`,
  [`${distributionPath}.on_demand_base_capacity`]: number(`${distribution}.onDemandBaseCapacity`),
  [`${distributionPath}.on_demand_percentage_above_base_capacity`]: number(
    `${distribution}.onDemandPercentageAboveBaseCapacity`,
  ),
  [`${distributionPath}.spot_allocation_strategy`]: `${distribution}.spotAllocationStrategy`,
  [`${distributionPath}.spot_instance_pools`]: number(`${distribution}.spotInstancePools`),
  [`${distributionPath}.spot_max_price`]: `${distribution}.spotMaxPrice`,
  [`${specificationPath}.launch_template_id`]: `${specification}.launchTemplateId`,
  [`${specificationPath}.launch_template_name`]: `${specification}.launchTemplateName`,
  [`${specificationPath}.version`]: `${specification}.version`,
};

/** The three ways to define the instances of a group. Setting one clears the others. */
const launchForms = [
  ['launchTemplate', 'launch_template', []],
  ['launchConfigurationName', 'launch_configuration', null],
  [mixed, 'mixed_instances_policy', []],
] as const;

function otherForms({ request }: AuditEvent, group: ResourceRef, estate: Estate) {
  const managed = estate.find(group)?.attributes;
  const named = launchForms.filter(([member]) => requestAt(request, member) !== undefined);
  if (named.length === 0) return [];
  return launchForms
    .filter((form) => !named.includes(form) && itemsAt(managed, form[1]).length > 0)
    .map(([, attribute, none]) => setEffect(group, [attribute], none));
}

function overrides(event: AuditEvent, group: ResourceRef): readonly DraftEffect[] {
  const raw = requestAt(event.request, `${mixed}.launchTemplate.overrides`);
  if (raw === undefined) return [];
  const path = ['mixed_instances_policy', 0, 'launch_template', 0, 'override'];
  const elements = itemsAt(event.request, `${mixed}.launchTemplate.overrides`).filter(isJsonObject);
  if (elements.some((element) => requestAt(element, 'instanceRequirements') !== undefined)) {
    return [omittedEffect(group, path)];
  }
  const attributes: CatalogAttributes = {
    instance_type: 'instanceType',
    weighted_capacity: 'weightedCapacity',
    'launch_template_specification.0.launch_template_id':
      'launchTemplateSpecification.launchTemplateId',
    'launch_template_specification.0.version': 'launchTemplateSpecification.version',
  };
  return blockEffects(event, group, path, elements, attributes, undefined);
}

/**
 * A new minimum above the desired capacity raises it, and a new maximum below it lowers it, without
 * a call of its own.
 */
function pushedCapacity(
  { request }: AuditEvent,
  group: ResourceRef,
  estate: Estate,
): readonly DraftEffect[] {
  const managed = estate.find(group);
  const desired = numberAt(managed?.attributes, 'desired_capacity');
  if (desired === undefined || numberAt(request, 'desiredCapacity') !== undefined) return [];
  const min = numberAt(request, 'minSize') ?? 0;
  const max = numberAt(request, 'maxSize') ?? Number.POSITIVE_INFINITY;
  const pushed = Math.min(Math.max(desired, min), max);
  return pushed === desired ? [] : [setEffect(group, ['desired_capacity'], pushed)];
}

function updateGroup(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const group = groupRef(event, estate);
  if (event.omitted.includes('request')) return [unknownChange(group)];
  return [
    ...setMembers(event, group, { ...groupAttributes, ...mixedAttributes }),
    ...overrides(event, group),
    ...otherForms(event, group, estate),
    ...pushedCapacity(event, group, estate),
  ];
}

const spec = {
  type,
  keys: groupRef,
  attributes: {
    ...groupAttributes,
    ...mixedAttributes,
    load_balancers: set('loadBalancerNames'),
    name: 'autoScalingGroupName',
    target_group_arns: set('targetGroupARNs'),
  },
  defaults: { capacity_rebalance: false, protect_from_scale_in: false },
  importId: 'autoScalingGroupName',
};

function createGroup(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const tag = groupTags(event.request, 'tags');
  const [created, ...rest] = creationEntry(event, estate, spec, groupRef(event, estate));
  if (created?.change.kind !== 'create' || tag.length === 0)
    return created ? [created, ...rest] : rest;
  const attributes: JsonObject = { ...created.change.attributes, tag };
  return [{ ...created, change: { ...created.change, attributes } }, ...rest];
}

/**
 * Calls that add or remove instances. The new capacity depends on the previous one, which is not in
 * the log.
 */
function shifted(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  if (boolAt(event.request, 'shouldDecrementDesiredCapacity') === false) return [];
  const name = groupName(event) ?? textAt(event.response, 'activity.autoScalingGroupName');
  if (name === undefined) return [];
  const request = { autoScalingGroupName: name };
  const group = groupRef({ ...event, request }, estate);
  return [omittedEffect(group, ['desired_capacity'])];
}

export const autoscalingGroupEntries = aws(service, [
  {
    type,
    identity: groupRef,
    fields: { desired_capacity: number('desiredCapacity') },
    ...(spec.defaults === undefined ? {} : { defaults: spec.defaults }),
    calls: {
      CreateAutoScalingGroup: { special: createGroup, reads: spec.attributes },
      SetDesiredCapacity: 'patch',
      DeleteAutoScalingGroup: 'delete',
      UpdateAutoScalingGroup: { special: updateGroup },
      AttachInstances: { special: shifted },
      DetachInstances: { special: shifted },
      EnterStandby: { special: shifted },
      ExecutePolicy: { special: shifted },
      ExitStandby: { special: shifted },
      TerminateInstanceInAutoScalingGroup: { special: shifted },
    },
  },
  {
    ignores: [
      'CancelInstanceRefresh',
      'CompleteLifecycleAction',
      'RecordLifecycleActionHeartbeat',
      'RollbackInstanceRefresh',
      'SetInstanceHealth',
      'SetInstanceProtection',
      'StartInstanceRefresh',
    ],
  },
]);
