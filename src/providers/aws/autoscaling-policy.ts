import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { splitArn } from '../catalog/arn.ts';
import { elementAttributes } from '../catalog/blocks.ts';
import { toTimestamp } from '../catalog/convert.ts';
import { refTo } from '../catalog/effects.ts';
import type { Naming } from '../catalog/identity.ts';
import { itemsAt, requireText, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, number, set, via } from '../catalog/sources.ts';
import { groupRef, groupType, autoscalingService as service } from './autoscaling.ts';
import { aws } from './aws.ts';

const parent = { type: groupType, keys: groupRef };

/** A policy is unique within its group. Callers may give its ARN instead of its name. */
const policyRef: Naming = ({ request, response }) => {
  const name = requireText(request, 'policyName');
  const resource = splitArn(name)?.resource;
  if (resource === undefined) {
    const group = textAt(request, 'autoScalingGroupName');
    return refTo(
      'aws_autoscaling_policy',
      { arn: textAt(response, 'policyARN') },
      { autoscaling_group_name: group, name },
    );
  }
  return refTo('aws_autoscaling_policy', { arn: name });
};

/**
 * The `terraform import` id of a part of a group: the group's name and the part's, joined by a
 * slash.
 */
function joined(member: string): (event: AuditEvent) => Json {
  return ({ request }) =>
    `${requireText(request, 'autoScalingGroupName')}/${requireText(request, member)}`;
}

const target = 'targetTrackingConfiguration';
const custom = `${target}.customizedMetricSpecification`;
const predefined = `${target}.predefinedMetricSpecification`;
const targetPath = 'target_tracking_configuration.0';
const customPath = `${targetPath}.customized_metric_specification.0`;

function stepAdjustments(event: AuditEvent): Json | undefined {
  const steps = itemsAt(event.request, 'stepAdjustments').filter(isJsonObject);
  if (steps.length === 0) return undefined;
  return steps.map((step) =>
    elementAttributes(event, step, {
      metric_interval_lower_bound: 'metricIntervalLowerBound',
      metric_interval_upper_bound: 'metricIntervalUpperBound',
      scaling_adjustment: number('scalingAdjustment'),
    }),
  );
}

function dimensions(event: AuditEvent): Json | undefined {
  const list = itemsAt(event.request, `${custom}.dimensions`).filter(isJsonObject);
  if (list.length === 0) return undefined;
  return list.map((one) => elementAttributes(event, one, { name: 'name', value: 'value' }));
}

const policyAttributes: CatalogAttributes = {
  adjustment_type: 'adjustmentType',
  autoscaling_group_name: 'autoScalingGroupName',
  cooldown: number('cooldown'),
  enabled: bool('enabled'),
  estimated_instance_warmup: number('estimatedInstanceWarmup'),
  metric_aggregation_type: 'metricAggregationType',
  min_adjustment_magnitude: number('minAdjustmentMagnitude'),
  name: 'policyName',
  policy_type: 'policyType',
  scaling_adjustment: number('scalingAdjustment'),
  step_adjustment: via(stepAdjustments, (value) => value),
  [`${targetPath}.disable_scale_in`]: bool(`${target}.disableScaleIn`),
  [`${targetPath}.target_value`]: number(`${target}.targetValue`),
  [`${targetPath}.predefined_metric_specification.0.predefined_metric_type`]: `${predefined}.predefinedMetricType`,
  [`${targetPath}.predefined_metric_specification.0.resource_label`]: `${predefined}.resourceLabel`,
  [`${customPath}.metric_dimension`]: via(dimensions, (value) => value),
  [`${customPath}.metric_name`]: `${custom}.metricName`,
  [`${customPath}.namespace`]: `${custom}.namespace`,
  [`${customPath}.statistic`]: `${custom}.statistic`,
  [`${customPath}.unit`]: `${custom}.unit`,
};

/**
 * The resources that belong to a group, and launch configurations, which predate launch templates.
 */
export const autoscalingPolicyEntries = aws(service, [
  {
    type: 'aws_autoscaling_policy',
    identity: policyRef,
    fields: policyAttributes,
    defaults: { enabled: true, policy_type: 'SimpleScaling' },
    importId: joined('policyName'),
    parent,
    calls: {
      PutScalingPolicy: 'put',
      DeletePolicy: 'delete',
    },
  },
  {
    type: 'aws_autoscaling_schedule',
    identity: [
      {
        autoscaling_group_name: 'autoScalingGroupName',
        scheduled_action_name: 'scheduledActionName',
      },
    ],
    fields: {
      autoscaling_group_name: 'autoScalingGroupName',
      desired_capacity: number('desiredCapacity'),
      end_time: via('endTime', toTimestamp),
      max_size: number('maxSize'),
      min_size: number('minSize'),
      recurrence: 'recurrence',
      scheduled_action_name: 'scheduledActionName',
      start_time: via('startTime', toTimestamp),
      time_zone: 'timeZone',
    },
    importId: joined('scheduledActionName'),
    parent,
    calls: {
      PutScheduledUpdateGroupAction: 'put',
      DeleteScheduledAction: 'delete',
    },
  },
  {
    type: 'aws_autoscaling_lifecycle_hook',
    identity: [{ autoscaling_group_name: 'autoScalingGroupName', name: 'lifecycleHookName' }],
    fields: {
      autoscaling_group_name: 'autoScalingGroupName',
      default_result: 'defaultResult',
      heartbeat_timeout: number('heartbeatTimeout'),
      lifecycle_transition: 'lifecycleTransition',
      name: 'lifecycleHookName',
      notification_metadata: 'notificationMetadata',
      notification_target_arn: 'notificationTargetARN',
      role_arn: 'roleARN',
    },
    importId: joined('lifecycleHookName'),
    parent,
    calls: {
      PutLifecycleHook: 'put',
      DeleteLifecycleHook: 'delete',
    },
  },
  {
    type: 'aws_launch_configuration',
    identity: [{ name: 'launchConfigurationName' }],
    fields: {
      associate_public_ip_address: bool('associatePublicIpAddress'),
      ebs_optimized: bool('ebsOptimized'),
      enable_monitoring: bool('instanceMonitoring.enabled'),
      iam_instance_profile: 'iamInstanceProfile',
      image_id: 'imageId',
      instance_type: 'instanceType',
      key_name: 'keyName',
      name: 'launchConfigurationName',
      placement_tenancy: 'placementTenancy',
      security_groups: set('securityGroups'),
      spot_price: 'spotPrice',
      user_data: 'userData',
    },
    importId: 'launchConfigurationName',
    calls: {
      CreateLaunchConfiguration: 'create',
      DeleteLaunchConfiguration: 'delete',
    },
  },
]);
