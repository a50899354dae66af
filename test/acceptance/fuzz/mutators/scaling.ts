import type { AutoScaling } from '@aws-sdk/client-auto-scaling';
import type { JsonObject } from '../../../../src/model/json.ts';
import { at, change, type Mutator, removal, text } from '../mutator.ts';

function hook(autoscaling: AutoScaling, now: JsonObject, HeartbeatTimeout: number) {
  return autoscaling.putLifecycleHook({
    AutoScalingGroupName: text(now, 'autoscaling_group_name'),
    LifecycleHookName: text(now, 'name'),
    LifecycleTransition: text(now, 'lifecycle_transition'),
    DefaultResult: text(now, 'default_result'),
    HeartbeatTimeout,
  });
}

const scaled = (now: JsonObject) => ({
  ServiceNamespace: text(now, 'service_namespace') as 'dynamodb',
  ResourceId: text(now, 'resource_id'),
  ScalableDimension: text(now, 'scalable_dimension') as 'dynamodb:table:ReadCapacityUnits',
});

/** Auto Scaling groups, and what makes them grow. */
export const scaling: readonly Mutator[] = [
  change<number>({
    name: 'fleet: at most',
    type: 'aws_autoscaling_group',
    calls: ['autoscaling UpdateAutoScalingGroup'],
    from: 'max_size',
    to: (now) => [now + 1, now + 4],
    set: ({ autoscaling }, now, MaxSize) =>
      autoscaling.updateAutoScalingGroup({ AutoScalingGroupName: text(now, 'name'), MaxSize }),
  }),
  change<number>({
    name: 'fleet: at least',
    type: 'aws_autoscaling_group',
    calls: ['autoscaling UpdateAutoScalingGroup'],
    fits: (now) => Number(now['min_size']) > 0,
    from: 'min_size',
    to: [0],
    set: ({ autoscaling }, now, MinSize) =>
      autoscaling.updateAutoScalingGroup({ AutoScalingGroupName: text(now, 'name'), MinSize }),
  }),
  change<number>({
    name: 'fleet: grace',
    type: 'aws_autoscaling_group',
    calls: ['autoscaling UpdateAutoScalingGroup'],
    from: 'health_check_grace_period',
    to: [60, 120, 900],
    set: ({ autoscaling }, now, HealthCheckGracePeriod) =>
      autoscaling.updateAutoScalingGroup({
        AutoScalingGroupName: text(now, 'name'),
        HealthCheckGracePeriod,
      }),
  }),
  change<string>({
    name: 'fleet: tag',
    type: 'aws_autoscaling_group_tag',
    calls: ['autoscaling CreateOrUpdateTags'],
    from: 'tag.0.value',
    to: ['bakers', 'night shift'],
    set: ({ autoscaling }, now, Value) =>
      autoscaling.createOrUpdateTags({
        Tags: [
          {
            ResourceId: text(now, 'autoscaling_group_name'),
            ResourceType: 'auto-scaling-group',
            Key: text(now, 'tag.0.key'),
            Value,
            PropagateAtLaunch: at(now, 'tag.0.propagate_at_launch') === true,
          },
        ],
      }),
  }),
  change<string>({
    name: 'fleet: schedule',
    type: 'aws_autoscaling_schedule',
    calls: ['autoscaling PutScheduledUpdateGroupAction'],
    from: 'recurrence',
    to: ['0 5 * * *', '30 21 * * 1-5'],
    set: ({ autoscaling }, now, Recurrence) =>
      autoscaling.putScheduledUpdateGroupAction({
        AutoScalingGroupName: text(now, 'autoscaling_group_name'),
        ScheduledActionName: text(now, 'scheduled_action_name'),
        Recurrence,
        MinSize: Number(now['min_size'] ?? 0),
        MaxSize: Number(now['max_size'] ?? 0),
        DesiredCapacity: Number(now['desired_capacity'] ?? 0),
      }),
  }),
  change<number>({
    name: 'fleet: step of a policy',
    type: 'aws_autoscaling_policy',
    calls: ['autoscaling PutScalingPolicy'],
    fits: (now) => now['policy_type'] === 'SimpleScaling',
    from: 'scaling_adjustment',
    to: [2, 3],
    set: ({ autoscaling }, now, ScalingAdjustment) =>
      autoscaling.putScalingPolicy({
        AutoScalingGroupName: text(now, 'autoscaling_group_name'),
        PolicyName: text(now, 'name'),
        AdjustmentType: text(now, 'adjustment_type'),
        Cooldown: Number(now['cooldown']),
        ScalingAdjustment,
      }),
  }),
  change<number>({
    name: 'fleet: patience of a hook',
    type: 'aws_autoscaling_lifecycle_hook',
    calls: ['autoscaling PutLifecycleHook'],
    from: 'heartbeat_timeout',
    to: [600, 900],
    set: ({ autoscaling }, now, seconds) => hook(autoscaling, now, seconds),
  }),
  removal({
    name: 'fleet: hook deleted',
    type: 'aws_autoscaling_lifecycle_hook',
    calls: ['autoscaling DeleteLifecycleHook', 'autoscaling PutLifecycleHook'],
    act: ({ autoscaling }, now) =>
      autoscaling.deleteLifecycleHook({
        AutoScalingGroupName: text(now, 'autoscaling_group_name'),
        LifecycleHookName: text(now, 'name'),
      }),
    undo: ({ autoscaling }, now) => hook(autoscaling, now, Number(now['heartbeat_timeout'])),
  }),
  removal({
    name: 'fleet: taken out of the balancer',
    type: 'aws_autoscaling_attachment',
    calls: [
      'autoscaling DetachLoadBalancerTargetGroups',
      'autoscaling AttachLoadBalancerTargetGroups',
    ],
    act: ({ autoscaling }, now) =>
      autoscaling.detachLoadBalancerTargetGroups({
        AutoScalingGroupName: text(now, 'autoscaling_group_name'),
        TargetGroupARNs: [text(now, 'lb_target_group_arn')],
      }),
    undo: ({ autoscaling }, now) =>
      autoscaling.attachLoadBalancerTargetGroups({
        AutoScalingGroupName: text(now, 'autoscaling_group_name'),
        TargetGroupARNs: [text(now, 'lb_target_group_arn')],
      }),
  }),
  removal({
    name: 'fleet: launch configuration deleted',
    type: 'aws_launch_configuration',
    calls: ['autoscaling DeleteLaunchConfiguration'],
    act: ({ autoscaling }, now) =>
      autoscaling.deleteLaunchConfiguration({ LaunchConfigurationName: text(now, 'name') }),
  }),
  change<number>({
    name: 'scaled table: at most',
    type: 'aws_appautoscaling_target',
    calls: ['application-autoscaling RegisterScalableTarget'],
    from: 'max_capacity',
    to: [80, 200],
    set: ({ applicationAutoscaling }, now, MaxCapacity) =>
      applicationAutoscaling.registerScalableTarget({
        ...scaled(now),
        MinCapacity: Number(now['min_capacity']),
        MaxCapacity,
      }),
  }),
  change<number>({
    name: 'scaled table: aim',
    type: 'aws_appautoscaling_policy',
    calls: ['application-autoscaling PutScalingPolicy'],
    from: 'target_tracking_scaling_policy_configuration.0.target_value',
    to: [40, 60],
    set: ({ applicationAutoscaling }, now, TargetValue) =>
      applicationAutoscaling.putScalingPolicy({
        ...scaled(now),
        PolicyName: text(now, 'name'),
        PolicyType: 'TargetTrackingScaling',
        TargetTrackingScalingPolicyConfiguration: {
          TargetValue,
          PredefinedMetricSpecification: {
            PredefinedMetricType: 'DynamoDBReadCapacityUtilization',
          },
        },
      }),
  }),
  change<string>({
    name: 'scaled table: schedule',
    type: 'aws_appautoscaling_scheduled_action',
    calls: ['application-autoscaling PutScheduledAction'],
    from: 'schedule',
    to: ['cron(0 6 ? * SUN *)', 'cron(30 5 ? * SAT *)'],
    set: ({ applicationAutoscaling }, now, Schedule) =>
      applicationAutoscaling.putScheduledAction({
        ...scaled(now),
        ScheduledActionName: text(now, 'name'),
        Schedule,
        ScalableTargetAction: {
          MinCapacity: Number(text(now, 'scalable_target_action.0.min_capacity')),
          MaxCapacity: Number(text(now, 'scalable_target_action.0.max_capacity')),
        },
      }),
  }),
];
