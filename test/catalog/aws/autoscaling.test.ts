import { describe, expect, it } from 'vitest';
import { awsEntries } from '../../../src/catalog/aws/all.ts';
import type { Estate } from '../../../src/catalog/types.ts';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { add, hidden, remove, sets, translator } from '../changes.ts';
import { estateOf } from '../event.ts';

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

describe('tags of a group', () => {
  const tags = [
    {
      resourceId: 'web',
      resourceType: 'auto-scaling-group',
      key: 'Team',
      value: 'core',
      propagateAtLaunch: true,
    },
  ];
  const tag = { key: 'Team', value: 'core', propagate_at_launch: true };
  const tagResource = (key: string) => ({
    address: 'aws_autoscaling_group_tag.a',
    attributes: { id: `web,${key}`, autoscaling_group_name: 'web', tag: [{ key }] },
  });

  it.each<[string, string, Estate, string, readonly Change[]]>([
    [
      'CreateOrUpdateTags',
      'in the group',
      estate,
      name,
      [remove('tag', { key: 'Team' }), add('tag', tag)],
    ],
    ['DeleteTags', 'in the group', estate, name, [remove('tag', { key: 'Team' })]],
    [
      'CreateOrUpdateTags',
      'in a resource',
      estateOf(managed, tagResource('Team')),
      'aws_autoscaling_group_tag web,Team',
      sets({ 'tag.0.value': 'core', 'tag.0.propagate_at_launch': true }),
    ],
    [
      'CreateOrUpdateTags',
      'in a new resource',
      estateOf(managed, tagResource('Other')),
      'aws_autoscaling_group_tag web,Team',
      [
        {
          kind: 'create',
          attributes: { autoscaling_group_name: 'web', tag: [tag] },
          importId: 'web,Team',
          parent: { type: 'aws_autoscaling_group', keys: [{ name: 'web' }] },
        },
      ],
    ],
    [
      'DeleteTags',
      'in a resource',
      estateOf(managed, tagResource('Team')),
      'aws_autoscaling_group_tag web,Team',
      [{ kind: 'delete' }],
    ],
  ])('%s, %s', (operation, _, where, on, changes) => {
    expect(translate(operation, { tags }, {}, where)).toEqual({ [on]: changes });
  });
});

describe('what hangs on a group', () => {
  const parent = { type: 'aws_autoscaling_group', keys: [{ name: 'web' }] };

  it.each<[string, JsonObject, string, JsonObject, string, JsonObject?]>([
    [
      'PutScalingPolicy',
      {
        policyName: 'up',
        policyType: 'SimpleScaling',
        adjustmentType: 'ChangeInCapacity',
        scalingAdjustment: 1,
        cooldown: 120,
      },
      'aws_autoscaling_policy arn:policy',
      {
        adjustment_type: 'ChangeInCapacity',
        autoscaling_group_name: 'web',
        cooldown: 120,
        name: 'up',
        scaling_adjustment: 1,
      },
      'web/up',
      { policyARN: 'arn:policy' },
    ],
    [
      'PutScalingPolicy',
      {
        policyName: 'cpu',
        policyType: 'TargetTrackingScaling',
        targetTrackingConfiguration: {
          targetValue: 50,
          disableScaleIn: true,
          predefinedMetricSpecification: { predefinedMetricType: 'ASGAverageCPUUtilization' },
        },
      },
      'aws_autoscaling_policy web cpu',
      {
        autoscaling_group_name: 'web',
        name: 'cpu',
        policy_type: 'TargetTrackingScaling',
        target_tracking_configuration: [
          {
            disable_scale_in: true,
            predefined_metric_specification: [
              { predefined_metric_type: 'ASGAverageCPUUtilization' },
            ],
            target_value: 50,
          },
        ],
      },
      'web/cpu',
    ],
    [
      'PutScalingPolicy',
      {
        policyName: 'step',
        policyType: 'StepScaling',
        stepAdjustments: [{ metricIntervalLowerBound: 0, scalingAdjustment: 2 }],
      },
      'aws_autoscaling_policy web step',
      {
        autoscaling_group_name: 'web',
        name: 'step',
        policy_type: 'StepScaling',
        step_adjustment: [{ metric_interval_lower_bound: '0', scaling_adjustment: 2 }],
      },
      'web/step',
    ],
    [
      'PutScheduledUpdateGroupAction',
      {
        scheduledActionName: 'night',
        recurrence: '0 20 * * *',
        minSize: 0,
        desiredCapacity: 0,
        startTime: 'Mar 2, 2026 8:00:00 PM',
      },
      'aws_autoscaling_schedule web night',
      {
        autoscaling_group_name: 'web',
        desired_capacity: 0,
        min_size: 0,
        recurrence: '0 20 * * *',
        scheduled_action_name: 'night',
        start_time: '2026-03-02T20:00:00Z',
      },
      'web/night',
    ],
    [
      'PutLifecycleHook',
      {
        lifecycleHookName: 'drain',
        lifecycleTransition: 'autoscaling:EC2_INSTANCE_TERMINATING',
        heartbeatTimeout: 60,
      },
      'aws_autoscaling_lifecycle_hook web drain',
      {
        autoscaling_group_name: 'web',
        heartbeat_timeout: 60,
        lifecycle_transition: 'autoscaling:EC2_INSTANCE_TERMINATING',
        name: 'drain',
      },
      'web/drain',
    ],
  ])('%s %j', (operation, request, on, attributes, importId, response = {}) => {
    expect(translate(operation, { ...group, ...request }, response)).toEqual({
      [on]: [{ kind: 'create', attributes, importId, parent }],
    });
  });

  it('changes a policy that is managed', () => {
    const policy = estateOf({
      address: 'aws_autoscaling_policy.up',
      attributes: { autoscaling_group_name: 'web', name: 'up' },
    });
    const request = { ...group, policyName: 'up', scalingAdjustment: 2 };

    expect(translate('PutScalingPolicy', request, {}, policy)).toHaveProperty(
      'aws_autoscaling_policy web up',
      expect.arrayContaining([...sets({ scaling_adjustment: 2 })]),
    );
  });

  it.each<[string, JsonObject, string]>([
    ['DeletePolicy', { policyName: 'up' }, 'aws_autoscaling_policy web up'],
    [
      'DeletePolicy',
      { policyName: 'arn:aws:autoscaling:r:1:scalingPolicy:x' },
      'aws_autoscaling_policy arn:aws:autoscaling:r:1:scalingPolicy:x',
    ],
    [
      'DeleteScheduledAction',
      { scheduledActionName: 'night' },
      'aws_autoscaling_schedule web night',
    ],
    [
      'DeleteLifecycleHook',
      { lifecycleHookName: 'drain' },
      'aws_autoscaling_lifecycle_hook web drain',
    ],
    [
      'DeleteLaunchConfiguration',
      { launchConfigurationName: 'old' },
      'aws_launch_configuration old',
    ],
  ])('%s %j', (operation, request, on) => {
    expect(translate(operation, { ...group, ...request })).toEqual({ [on]: [{ kind: 'delete' }] });
  });
});
