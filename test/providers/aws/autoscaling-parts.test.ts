import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import type { Estate } from '../../../src/providers/catalog/types.ts';
import { add, remove, sets, translator } from '../catalog/changes.ts';
import { auditEvent, changesOf, estateOf } from '../catalog/event.ts';

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

describe('resources that belong to a group', () => {
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

describe('a request that the log left out', () => {
  it.each(['CreateOrUpdateTags', 'SetDesiredCapacity', 'SuspendProcesses'])('%s', (operation) => {
    const event = auditEvent({
      operation,
      service: 'autoscaling.amazonaws.com',
      request: { omitted: true, originalSize: 200000, reason: 'requestParameters too large' },
      omitted: ['request'],
    });

    expect(changesOf(awsEntries, event)).toMatch(/left out the request/);
  });
});
