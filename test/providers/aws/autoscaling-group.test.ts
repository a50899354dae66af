import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { add, hidden, remove, sets, translator } from '../catalog/changes.ts';
import { estateOf } from '../catalog/event.ts';

const translate = translator(awsEntries, 'autoscaling.amazonaws.com');
const group = { autoScalingGroupName: 'web' };
const name = 'aws_autoscaling_group web';
const arn =
  'arn:aws:autoscaling:eu-central-1:111122223333:autoScalingGroup:1:autoScalingGroupName/web';
const managed = {
  address: 'aws_autoscaling_group.web',
  attributes: {
    name: 'web',
    arn,
    desired_capacity: 2,
    launch_template: [{ id: 'lt-1', name: 'web', version: '1' }],
  },
};
const estate = estateOf(managed);

describe('UpdateAutoScalingGroup', () => {
  it.each<[JsonObject, readonly Change[]]>([
    [
      { minSize: 1, maxSize: 9, desiredCapacity: 3 },
      sets({ desired_capacity: 3, max_size: 9, min_size: 1 }),
    ],
    [{ minSize: 4 }, sets({ min_size: 4, desired_capacity: 4 })],
    [{ maxSize: 1 }, sets({ max_size: 1, desired_capacity: 1 })],
    [{ minSize: 1, maxSize: 3 }, sets({ max_size: 3, min_size: 1 })],
    [
      { vPCZoneIdentifier: 'subnet-2, subnet-1' },
      sets({ vpc_zone_identifier: ['subnet-1', 'subnet-2'] }),
    ],
    [
      { launchTemplate: { launchTemplateId: 'lt-1', version: '$Latest' } },
      sets({ 'launch_template.0.id': 'lt-1', 'launch_template.0.version': '$Latest' }),
    ],
    [
      { launchConfigurationName: 'old' },
      sets({ launch_configuration: 'old', launch_template: [] }),
    ],
    [
      { healthCheckType: 'ELB', healthCheckGracePeriod: 60 },
      sets({ health_check_grace_period: 60, health_check_type: 'ELB' }),
    ],
    [
      { newInstancesProtectedFromScaleIn: true, capacityRebalance: true },
      sets({ capacity_rebalance: true, protect_from_scale_in: true }),
    ],
    [
      { terminationPolicies: ['OldestInstance', 'Default'] },
      sets({ termination_policies: ['OldestInstance', 'Default'] }),
    ],
    [
      {
        mixedInstancesPolicy: {
          instancesDistribution: {
            onDemandBaseCapacity: 1,
            spotAllocationStrategy: 'lowest-price',
          },
          launchTemplate: {
            launchTemplateSpecification: { launchTemplateId: 'lt-2', version: '3' },
            overrides: [
              { instanceType: 't3.large' },
              { instanceType: 't3.xlarge', weightedCapacity: '2' },
            ],
          },
        },
      },
      sets({
        'mixed_instances_policy.0.instances_distribution.0.on_demand_base_capacity': 1,
        'mixed_instances_policy.0.instances_distribution.0.spot_allocation_strategy':
          'lowest-price',
        'mixed_instances_policy.0.launch_template.0.launch_template_specification.0.launch_template_id':
          'lt-2',
        'mixed_instances_policy.0.launch_template.0.launch_template_specification.0.version': '3',
        'mixed_instances_policy.0.launch_template.0.override': [
          { instance_type: 't3.large' },
          { instance_type: 't3.xlarge', weighted_capacity: '2' },
        ],
        launch_template: [],
      }),
    ],
  ])('%j', (request, changes) => {
    expect(translate('UpdateAutoScalingGroup', { ...group, ...request }, {}, estate)).toEqual({
      [name]: changes,
    });
  });
});

describe('calls on a group', () => {
  const activity = { activity: { autoScalingGroupName: 'web' } };

  it.each<[string, JsonObject, readonly Change[], JsonObject?]>([
    [
      'SetDesiredCapacity',
      { desiredCapacity: 5, honorCooldown: false },
      sets({ desired_capacity: 5 }),
    ],
    [
      'SuspendProcesses',
      { scalingProcesses: ['Launch', 'Terminate'] },
      [add('suspended_processes', 'Launch'), add('suspended_processes', 'Terminate')],
    ],
    [
      'ResumeProcesses',
      { scalingProcesses: ['Launch'] },
      [remove('suspended_processes', 'Launch')],
    ],
    ['ResumeProcesses', {}, sets({ suspended_processes: [] })],
    [
      'EnableMetricsCollection',
      { metrics: ['GroupMinSize'], granularity: '1Minute' },
      [add('enabled_metrics', 'GroupMinSize')],
    ],
    ['DisableMetricsCollection', {}, sets({ enabled_metrics: [] })],
    [
      'AttachLoadBalancerTargetGroups',
      { targetGroupARNs: ['arn:tg'] },
      [add('target_group_arns', 'arn:tg')],
    ],
    [
      'DetachLoadBalancerTargetGroups',
      { targetGroupARNs: ['arn:tg'] },
      [remove('target_group_arns', 'arn:tg')],
    ],
    ['AttachLoadBalancers', { loadBalancerNames: ['old'] }, [add('load_balancers', 'old')]],
    [
      'AttachTrafficSources',
      { trafficSources: [{ identifier: 'arn:tg', type: 'elbv2' }] },
      [add('target_group_arns', 'arn:tg')],
    ],
    [
      'PutWarmPool',
      { minSize: 1, poolState: 'Stopped' },
      sets({ 'warm_pool.0.min_size': 1, 'warm_pool.0.pool_state': 'Stopped' }),
    ],
    ['DeleteWarmPool', {}, sets({ warm_pool: [] })],
    ['DeleteAutoScalingGroup', { forceDelete: true }, [{ kind: 'delete' }]],
    [
      'DetachInstances',
      { shouldDecrementDesiredCapacity: true },
      [hidden('desired_capacity', 'omitted')],
    ],
    ['ExecutePolicy', { policyName: 'up' }, [hidden('desired_capacity', 'omitted')]],
    [
      'TerminateInstanceInAutoScalingGroup',
      { autoScalingGroupName: '', instanceId: 'i-1', shouldDecrementDesiredCapacity: true },
      [hidden('desired_capacity', 'omitted')],
      activity,
    ],
  ])('%s %j', (operation, request, changes, response = {}) => {
    expect(translate(operation, { ...group, ...request }, response, estate)).toEqual({
      [name]: changes,
    });
  });

  it.each([
    ['TerminateInstanceInAutoScalingGroup', { shouldDecrementDesiredCapacity: false }, activity],
    ['StartInstanceRefresh', group, {}],
  ])('%s changes nothing that Terraform sees', (operation, request, response) => {
    expect(translate(operation, request, response, estate)).toEqual({});
  });

  it('leaves a group of the same name in another account alone', () => {
    const elsewhere = estateOf({
      ...managed,
      attributes: { ...managed.attributes, arn: arn.replace('111122223333', '999988887777') },
    });
    const changes = translate(
      'SetDesiredCapacity',
      { ...group, desiredCapacity: 5 },
      {},
      elsewhere,
    );

    expect(Object.keys(changes)).toEqual(['aws_autoscaling_group web 111122223333:eu-central-1']);
  });

  it('attaches by a resource of its own where the code does', () => {
    const attached = estateOf(managed, {
      address: 'aws_autoscaling_attachment.a',
      attributes: { autoscaling_group_name: 'web', lb_target_group_arn: 'arn:1' },
    });
    const request = { ...group, targetGroupARNs: ['arn:2'] };
    const attributes = { autoscaling_group_name: 'web', lb_target_group_arn: 'arn:2' };

    expect(translate('AttachLoadBalancerTargetGroups', request, {}, attached)).toEqual({
      'aws_autoscaling_attachment web arn:2': [
        {
          kind: 'create',
          attributes,
          parent: { type: 'aws_autoscaling_group', keys: [{ name: 'web' }] },
        },
      ],
    });
  });
});

describe('CreateAutoScalingGroup', () => {
  it('creates the group with its tags', () => {
    const request = {
      ...group,
      minSize: 1,
      maxSize: 2,
      capacityRebalance: false,
      availabilityZones: ['eu-central-1b', 'eu-central-1a'],
      launchTemplate: { launchTemplateName: 'web', version: '$Default' },
      tags: [{ key: 'Team', value: 'core', propagateAtLaunch: true }],
    };

    expect(translate('CreateAutoScalingGroup', request)).toEqual({
      [name]: [
        {
          kind: 'create',
          attributes: {
            availability_zones: ['eu-central-1a', 'eu-central-1b'],
            launch_template: [{ name: 'web', version: '$Default' }],
            max_size: 2,
            min_size: 1,
            name: 'web',
            tag: [{ key: 'Team', value: 'core', propagate_at_launch: true }],
          },
          importId: 'web',
        },
      ],
    });
  });
});
