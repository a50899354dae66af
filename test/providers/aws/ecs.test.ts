import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { add, hidden, sets, translator } from '../catalog/changes.ts';
import type { FakeResource } from '../catalog/event.ts';
import { estateOf } from '../catalog/event.ts';

const translate = translator(awsEntries, 'ecs.amazonaws.com');
const arn = (resource: string) => `arn:aws:ecs:eu-central-1:111122223333:${resource}`;
const serviceArn = arn('service/main/web');
const name = `aws_ecs_service ${serviceArn}`;
const service = (attributes: JsonObject = {}): FakeResource => ({
  address: 'aws_ecs_service.web',
  attributes: { id: serviceArn, name: 'web', cluster: arn('cluster/main'), ...attributes },
});
const web = { cluster: 'main', service: 'web' };
const mainCluster = {
  type: 'aws_ecs_cluster',
  keys: [{ arn: arn('cluster/main') }, { name: 'main' }],
};

describe('UpdateService', () => {
  it.each<[JsonObject, readonly Change[]]>([
    [{ desiredCount: 4, forceNewDeployment: true }, sets({ desired_count: 4 })],
    [
      {
        deploymentConfiguration: {
          maximumPercent: 150,
          minimumHealthyPercent: 50,
          deploymentCircuitBreaker: { enable: true, rollback: false },
        },
      },
      sets({
        deployment_maximum_percent: 150,
        deployment_minimum_healthy_percent: 50,
        'deployment_circuit_breaker.0.enable': true,
        'deployment_circuit_breaker.0.rollback': false,
      }),
    ],
    [
      { deploymentConfiguration: { alarms: { enable: true, rollback: true, alarmNames: ['a'] } } },
      sets({ 'alarms.0.alarm_names': ['a'], 'alarms.0.enable': true, 'alarms.0.rollback': true }),
    ],
    [
      { deploymentConfiguration: { alarms: { enable: false, rollback: false, alarmNames: [] } } },
      sets({ alarms: [] }),
    ],
    [
      {
        networkConfiguration: {
          awsvpcConfiguration: {
            subnets: ['s-2', 's-1'],
            securityGroups: ['sg-1'],
            assignPublicIp: 'ENABLED',
          },
        },
      },
      sets({
        'network_configuration.0.assign_public_ip': true,
        'network_configuration.0.security_groups': ['sg-1'],
        'network_configuration.0.subnets': ['s-1', 's-2'],
      }),
    ],
    [
      {
        healthCheckGracePeriodSeconds: 30,
        enableExecuteCommand: true,
        enableECSManagedTags: false,
      },
      sets({
        enable_ecs_managed_tags: false,
        enable_execute_command: true,
        health_check_grace_period_seconds: 30,
      }),
    ],
    [
      { capacityProviderStrategy: [{ capacityProvider: 'FARGATE_SPOT', weight: 2, base: 0 }] },
      sets({ capacity_provider_strategy: [{ capacity_provider: 'FARGATE_SPOT', weight: 2 }] }),
    ],
    [
      { loadBalancers: [{ targetGroupArn: 'arn:t', containerName: 'c', containerPort: 80 }] },
      sets({
        load_balancer: [{ container_name: 'c', container_port: 80, target_group_arn: 'arn:t' }],
      }),
    ],
    [
      { serviceConnectConfiguration: { enabled: false } },
      sets({ service_connect_configuration: [] }),
    ],
    [
      { serviceConnectConfiguration: { enabled: true, namespace: 'n' } },
      [hidden('service_connect_configuration', 'omitted')],
    ],
  ])('%j', (request, changes) => {
    expect(translate('UpdateService', { ...web, ...request }, {}, estateOf(service()))).toEqual({
      [name]: changes,
    });
  });

  const definition = (revision: string) => arn(`task-definition/web:${revision}`);

  it.each<[string, string, JsonObject, Change | undefined]>([
    [definition('3'), 'web:4', {}, sets({ task_definition: definition('4') })[0]],
    ['web:3', 'web:4', {}, sets({ task_definition: 'web:4' })[0]],
    ['web:3', definition('4'), {}, sets({ task_definition: 'web:4' })[0]],
    [
      'web:3',
      'web',
      { service: { taskDefinition: definition('5') } },
      sets({ task_definition: 'web:5' })[0],
    ],
    ['web:3', 'web', {}, hidden('task_definition', 'omitted')],
  ])('moves the task definition from %s to %s %j', (before, taskDefinition, response, change) => {
    const estate = estateOf(service({ task_definition: before }));

    expect(translate('UpdateService', { ...web, taskDefinition }, response, estate)).toEqual({
      [name]: [change],
    });
  });

  it.each([
    [{ cluster: 'main', service: 'web' }, {}],
    [{ cluster: arn('cluster/main'), service: 'web' }, {}],
    [{ cluster: 'main', service: serviceArn }, {}],
    [{ cluster: 'main', service: 'web' }, { id: arn('service/web') }],
    [
      { cluster: 'main', service: 'web' },
      { id: 'imported', cluster: 'main' },
    ],
  ])('finds the service of %j', (names, attributes) => {
    const estate = estateOf(service(attributes));
    const found = translate('UpdateService', { ...names, enableExecuteCommand: true }, {}, estate);

    expect(Object.values(found)).toEqual([sets({ enable_execute_command: true })]);
  });

  it('treats a missing cluster as the one called default', () => {
    expect(translate('UpdateService', { service: 'web', desiredCount: 1 })).toEqual({
      [`aws_ecs_service ${arn('service/default/web')}`]: sets({ desired_count: 1 }),
    });
  });
});

describe('resources that a call creates', () => {
  it.each<[string, JsonObject, JsonObject, string, JsonObject]>([
    [
      'CreateService',
      {
        cluster: 'main',
        serviceName: 'web',
        taskDefinition: 'web:1',
        desiredCount: 1,
        launchType: 'FARGATE',
        schedulingStrategy: 'REPLICA',
        deploymentConfiguration: {
          maximumPercent: 200,
          minimumHealthyPercent: 100,
          deploymentCircuitBreaker: { enable: false, rollback: false },
        },
        tags: [{ key: 'a', value: 'b' }],
      },
      { service: { serviceArn } },
      name,
      {
        attributes: {
          name: 'web',
          cluster: arn('cluster/main'),
          task_definition: 'web:1',
          launch_type: 'FARGATE',
          desired_count: 1,
          tags: { a: 'b' },
        },
        importId: 'main/web',
        parent: mainCluster,
      },
    ],
    [
      'CreateCluster',
      { clusterName: 'main', settings: [{ name: 'containerInsights', value: 'enabled' }] },
      {},
      `aws_ecs_cluster ${arn('cluster/main')}`,
      {
        attributes: { name: 'main', setting: [{ name: 'containerInsights', value: 'enabled' }] },
        importId: 'main',
      },
    ],
    [
      'PutClusterCapacityProviders',
      { cluster: 'main', capacityProviders: ['FARGATE'], defaultCapacityProviderStrategy: [] },
      {},
      'aws_ecs_cluster_capacity_providers main',
      {
        attributes: { cluster_name: 'main', capacity_providers: ['FARGATE'] },
        importId: 'main',
        parent: mainCluster,
      },
    ],
    [
      'PutAccountSettingDefault',
      { name: 'awsvpcTrunking', value: 'enabled' },
      {},
      'aws_ecs_account_setting_default awsvpcTrunking',
      { attributes: { name: 'awsvpcTrunking', value: 'enabled' }, importId: 'awsvpcTrunking' },
    ],
  ])('%s', (operation, request, response, resource, created) => {
    expect(translate(operation, request, response)).toEqual({
      [resource]: [{ kind: 'create', ...created }],
    });
  });
});

describe('other calls', () => {
  it.each<[string, JsonObject, string, readonly Change[]]>([
    [
      'UpdateClusterSettings',
      { cluster: 'main', settings: [{ name: 'containerInsights', value: 'enabled' }] },
      `aws_ecs_cluster ${arn('cluster/main')}`,
      [add('setting', { name: 'containerInsights', value: 'enabled' })],
    ],
    [
      'UpdateCluster',
      { cluster: 'main', configuration: { executeCommandConfiguration: { logging: 'NONE' } } },
      `aws_ecs_cluster ${arn('cluster/main')}`,
      sets({ 'configuration.0.execute_command_configuration.0.logging': 'NONE' }),
    ],
    [
      'UpdateCapacityProvider',
      { name: 'p', autoScalingGroupProvider: { managedScaling: { targetCapacity: 80 } } },
      `aws_ecs_capacity_provider ${arn('capacity-provider/p')}`,
      sets({ 'auto_scaling_group_provider.0.managed_scaling.0.target_capacity': 80 }),
    ],
    [
      'TagResource',
      { resourceArn: serviceArn, tags: [{ key: 'a', value: 'b' }] },
      name,
      sets({ 'tags.a': 'b' }),
    ],
    [
      'UntagResource',
      { resourceArn: arn('cluster/main'), tagKeys: ['a'] },
      `aws_ecs_cluster ${arn('cluster/main')}`,
      sets({ 'tags.a': null }),
    ],
    ['DeleteService', { ...web, force: true }, name, [{ kind: 'delete' }]],
    [
      'DeleteCluster',
      { cluster: 'main' },
      `aws_ecs_cluster ${arn('cluster/main')}`,
      [{ kind: 'delete' }],
    ],
    [
      'DeregisterTaskDefinition',
      { taskDefinition: 'web:3' },
      `aws_ecs_task_definition ${arn('task-definition/web:3')}`,
      [{ kind: 'delete' }],
    ],
  ])('%s', (operation, request, resource, changes) => {
    expect(translate(operation, request)).toEqual({ [resource]: changes });
  });

  it.each(['RegisterTaskDefinition', 'RunTask', 'StopTask', 'SubmitTaskStateChange'])(
    '%s changes nothing that Terraform sees',
    (operation) => {
      expect(translate(operation, { family: 'web', cluster: 'main' })).toEqual({});
    },
  );
});
