import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { arnIn, nameInArn, splitArn } from '../catalog/arn.ts';
import { toMapped } from '../catalog/convert.ts';
import { type PossibleAttributes, withoutDefaults } from '../catalog/creation.ts';
import { omittedEffect, setEffect, unknownChange } from '../catalog/effects.ts';
import { boolAt, numberAt, objectsAt, requestAt, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, built, number, set, setMembers, textField, via } from '../catalog/sources.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import {
  cluster,
  clusterArn,
  clusterName,
  clusterRef,
  ecsNames,
  ecsService,
  requestedService,
  serviceRef,
} from './ecs-names.ts';

const type = ecsService;

/** A repeated block from a list in the request, or undefined if the request has no such list. */
function blockList(path: string, read: (item: JsonObject) => PossibleAttributes) {
  return ({ request }: AuditEvent): Json | undefined =>
    requestAt(request, path) === undefined
      ? undefined
      : objectsAt(request, path).map((item) => withoutDefaults(read(item)));
}

export const strategies = (path: string) =>
  blockList(path, (item) => ({
    capacity_provider: textAt(item, 'capacityProvider'),
    base: numberAt(item, 'base') || null,
    weight: numberAt(item, 'weight') || null,
  }));

const attributes: CatalogAttributes = {
  availability_zone_rebalancing: 'availabilityZoneRebalancing',
  deployment_maximum_percent: number('deploymentConfiguration.maximumPercent'),
  deployment_minimum_healthy_percent: number('deploymentConfiguration.minimumHealthyPercent'),
  'deployment_circuit_breaker.0.enable': bool(
    'deploymentConfiguration.deploymentCircuitBreaker.enable',
  ),
  'deployment_circuit_breaker.0.rollback': bool(
    'deploymentConfiguration.deploymentCircuitBreaker.rollback',
  ),
  desired_count: number('desiredCount'),
  enable_ecs_managed_tags: bool('enableECSManagedTags'),
  enable_execute_command: bool('enableExecuteCommand'),
  health_check_grace_period_seconds: number('healthCheckGracePeriodSeconds'),
  platform_version: 'platformVersion',
  propagate_tags: 'propagateTags',
  'network_configuration.0.assign_public_ip': via(
    'networkConfiguration.awsvpcConfiguration.assignPublicIp',
    toMapped({ DISABLED: false, ENABLED: true }),
  ),
  'network_configuration.0.security_groups': set(
    'networkConfiguration.awsvpcConfiguration.securityGroups',
  ),
  'network_configuration.0.subnets': set('networkConfiguration.awsvpcConfiguration.subnets'),
  capacity_provider_strategy: built(strategies('capacityProviderStrategy')),
  load_balancer: built(
    blockList('loadBalancers', (item) => ({
      container_name: textAt(item, 'containerName'),
      container_port: numberAt(item, 'containerPort'),
      elb_name: textAt(item, 'loadBalancerName'),
      target_group_arn: textAt(item, 'targetGroupArn'),
    })),
  ),
  ordered_placement_strategy: built(
    blockList('placementStrategy', (item) => ({
      field: textAt(item, 'field'),
      type: textAt(item, 'type'),
    })),
  ),
  placement_constraints: built(
    blockList('placementConstraints', (item) => ({
      expression: textAt(item, 'expression'),
      type: textAt(item, 'type'),
    })),
  ),
  service_registries: built(
    blockList('serviceRegistries', (item) => ({
      container_name: textAt(item, 'containerName'),
      container_port: numberAt(item, 'containerPort'),
      port: numberAt(item, 'port'),
      registry_arn: textAt(item, 'registryArn'),
    })),
  ),
};

/** Code has the ARN of a task definition or `family:revision`; the new value keeps that form. */
function taskDefinition(
  event: AuditEvent,
  estate: Estate,
  ref: ResourceRef,
): readonly DraftEffect[] {
  if (requestAt(event.request, 'taskDefinition') === undefined) return [];
  const given =
    textAt(event.response, 'service.taskDefinition') ?? textAt(event.request, 'taskDefinition');
  if (given === undefined) return [];
  const before = textAt(estate.find(ref)?.attributes, 'task_definition');
  const wantsArn = before === undefined || splitArn(before) !== undefined;
  const short = nameInTaskDefinition(given);
  // A family without a revision means its newest one, which only the response names.
  if (!short.includes(':')) {
    return [omittedEffect(ref, ['task_definition'])];
  }
  const arn =
    splitArn(given) === undefined ? arnIn(event, 'ecs', `task-definition/${short}`) : given;
  return [setEffect(ref, ['task_definition'], wantsArn ? arn : short)];
}

function nameInTaskDefinition(given: string): string {
  return given.slice(given.lastIndexOf('/') + 1);
}

function alarms(event: AuditEvent, ref: ResourceRef): readonly DraftEffect[] {
  const given = requestAt(event.request, 'deploymentConfiguration.alarms');
  if (given === undefined) return [];
  if (boolAt(given, 'enable') === false) return [setEffect(ref, ['alarms'], [])];
  return setMembers(event, ref, {
    'alarms.0.alarm_names': set('deploymentConfiguration.alarms.alarmNames'),
    'alarms.0.enable': bool('deploymentConfiguration.alarms.enable'),
    'alarms.0.rollback': bool('deploymentConfiguration.alarms.rollback'),
  });
}

/**
 * Blocks too deep to be worth translating. They are reported as changed, for a read-back to fill
 * in.
 */
function opaque(event: AuditEvent, ref: ResourceRef): readonly DraftEffect[] {
  const connect = requestAt(event.request, 'serviceConnectConfiguration');
  const volumes = objectsAt(event.request, 'volumeConfigurations');
  const hidden = (path: string): DraftEffect => omittedEffect(ref, [path]);
  return [
    ...(connect === undefined
      ? []
      : boolAt(connect, 'enabled') === true
        ? [hidden('service_connect_configuration')]
        : [setEffect(ref, ['service_connect_configuration'], [])]),
    ...(volumes.length === 0 ? [] : [hidden('volume_configuration')]),
  ];
}

function update(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const ref = requestedService(event, estate);
  if (event.omitted.includes('request')) return [unknownChange(ref)];
  return [
    ...setMembers(event, ref, attributes),
    ...taskDefinition(event, estate, ref),
    ...alarms(event, ref),
    ...opaque(event, ref),
  ];
}

export const ecsServiceEntries = aws(ecsNames, [
  {
    type: type,
    identity: requestedService,
    created: (event, estate) =>
      serviceRef(
        event,
        estate,
        textAt(event.response, 'service.serviceArn') ?? textAt(event.request, 'serviceName') ?? '',
      ),
    fields: {
      name: 'serviceName',
      cluster: textField(clusterArn),
      task_definition: textField(
        ({ request, response }) =>
          textAt(response, 'service.taskDefinition') ?? textAt(request, 'taskDefinition'),
      ),
      launch_type: 'launchType',
      scheduling_strategy: 'schedulingStrategy',
      'deployment_controller.0.type': 'deploymentController.type',
      ...attributes,
    },
    tags: 'tags',
    defaults: {
      availability_zone_rebalancing: 'DISABLED',
      deployment_circuit_breaker: [{ enable: false, rollback: false }],
      deployment_controller: [{ type: 'ECS' }],
      deployment_maximum_percent: 200,
      deployment_minimum_healthy_percent: 100,
      enable_ecs_managed_tags: false,
      enable_execute_command: false,
      health_check_grace_period_seconds: 0,
      platform_version: 'LATEST',
      propagate_tags: 'NONE',
      scheduling_strategy: 'REPLICA',
    },
    importId: (event) =>
      `${clusterName(event)}/${nameInArn(textAt(event.request, 'serviceName') ?? '')}`,
    parent: { type: cluster, keys: clusterRef },
    calls: {
      CreateService: 'create',
      DeleteService: 'delete',
      UpdateService: { special: update },
    },
  },
  { ignores: ['UpdateServicePrimaryTaskSet'] },
]);
