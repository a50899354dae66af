import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { arnIn } from '../catalog/arn.ts';
import { toText } from '../catalog/convert.ts';
import { withoutDefaults } from '../catalog/creation.ts';
import { refTo } from '../catalog/effects.ts';
import { localRef } from '../catalog/naming.ts';
import { numberAt, objectsAt, requestAt, requireText, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, built, number, via } from '../catalog/sources.ts';
import type { CatalogEntry, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { tableFields } from './dynamodb-table.ts';
import { ecsService } from './ecs-names.ts';

const service = 'application-autoscaling.amazonaws.com';
/** Some records have the event source of EC2 Auto Scaling, whose own calls have other names. */
const sharedService = 'autoscaling.amazonaws.com';

const target = 'aws_appautoscaling_target';
const policy = 'aws_appautoscaling_policy';
const action = 'aws_appautoscaling_scheduled_action';

/** The three members that identify the scaled resource in every call. */
const scaled = {
  service_namespace: 'serviceNamespace',
  resource_id: 'resourceId',
  scalable_dimension: 'scalableDimension',
} as const;

function scaledRef(type: string, ...more: readonly (readonly [string, string])[]) {
  return (event: AuditEvent, estate: Estate): ResourceRef => {
    const members = [...Object.entries(scaled), ...more];
    const key = Object.fromEntries(
      members.map(([attribute, member]) => [attribute, requireText(event.request, member)]),
    );
    return localRef(event, estate, type, key);
  };
}

function importing(member?: string): (event: AuditEvent) => string {
  return ({ request }) =>
    [...Object.values(scaled), ...(member === undefined ? [] : [member])]
      .map((name) => requireText(request, name))
      .join('/');
}

/** The resource behind `table/NAME` or `service/CLUSTER/NAME`; no other type is catalogued. */
function scaledResource(event: AuditEvent, estate: Estate): ResourceRef | undefined {
  const id = requireText(event.request, 'resourceId');
  const [kind, first, second] = id.split('/');
  if (kind === 'table' && first !== undefined) {
    const arn = arnIn(event, 'dynamodb', id);
    return localRef(event, estate, tableFields, { name: first }, arn);
  }
  if (kind === 'service' && second !== undefined) {
    return refTo(ecsService, { id: arnIn(event, 'ecs', id) });
  }
  return undefined;
}

const targetRef = scaledRef(target);
const policyRef = scaledRef(policy, ['name', 'policyName']);
const actionRef = scaledRef(action, ['name', 'scheduledActionName']);
const parent = { type: target, keys: targetRef };

const step = 'step_scaling_policy_configuration.0';
const stepFrom = 'stepScalingPolicyConfiguration';
const tracking = 'target_tracking_scaling_policy_configuration.0';
const trackingFrom = 'targetTrackingScalingPolicyConfiguration';
const custom = `${tracking}.customized_metric_specification.0`;
const customFrom = `${trackingFrom}.customizedMetricSpecification`;
const predefined = `${tracking}.predefined_metric_specification.0`;
const predefinedFrom = `${trackingFrom}.predefinedMetricSpecification`;

const policyAttributes: CatalogAttributes = {
  policy_type: 'policyType',
  [`${step}.adjustment_type`]: `${stepFrom}.adjustmentType`,
  [`${step}.cooldown`]: number(`${stepFrom}.cooldown`),
  [`${step}.metric_aggregation_type`]: `${stepFrom}.metricAggregationType`,
  [`${step}.min_adjustment_magnitude`]: number(`${stepFrom}.minAdjustmentMagnitude`),
  [`${step}.step_adjustment`]: built(steps),
  [`${tracking}.disable_scale_in`]: bool(`${trackingFrom}.disableScaleIn`),
  [`${tracking}.scale_in_cooldown`]: number(`${trackingFrom}.scaleInCooldown`),
  [`${tracking}.scale_out_cooldown`]: number(`${trackingFrom}.scaleOutCooldown`),
  [`${tracking}.target_value`]: number(`${trackingFrom}.targetValue`),
  [`${custom}.metric_name`]: `${customFrom}.metricName`,
  [`${custom}.namespace`]: `${customFrom}.namespace`,
  [`${custom}.statistic`]: `${customFrom}.statistic`,
  [`${custom}.unit`]: `${customFrom}.unit`,
  [`${custom}.dimensions`]: built(dimensions),
  [`${predefined}.predefined_metric_type`]: `${predefinedFrom}.predefinedMetricType`,
  [`${predefined}.resource_label`]: `${predefinedFrom}.resourceLabel`,
};

/** Bounds are numbers in requests and text in Terraform. An absent bound is infinite. */
function steps({ request }: AuditEvent): Json | undefined {
  const found = objectsAt(request, `${stepFrom}.stepAdjustments`);
  const text = (value: number | undefined): string | null =>
    value === undefined ? null : String(value);
  if (found.length === 0) return undefined;
  return found.map((item) =>
    withoutDefaults({
      metric_interval_lower_bound: text(numberAt(item, 'metricIntervalLowerBound')),
      metric_interval_upper_bound: text(numberAt(item, 'metricIntervalUpperBound')),
      scaling_adjustment: numberAt(item, 'scalingAdjustment'),
    }),
  );
}

function dimensions({ request }: AuditEvent): Json | undefined {
  const found = objectsAt(request, `${customFrom}.dimensions`);
  if (found.length === 0) return undefined;
  return found.map(
    (item): JsonObject => ({ name: requireText(item, 'name'), value: requireText(item, 'value') }),
  );
}

/** One switch for each kind of scaling. With all of them off there is no block. */
const suspension: CatalogAttributes = {
  'suspended_state.0.dynamic_scaling_in_suspended': bool(
    'suspendedState.dynamicScalingInSuspended',
  ),
  'suspended_state.0.dynamic_scaling_out_suspended': bool(
    'suspendedState.dynamicScalingOutSuspended',
  ),
  'suspended_state.0.scheduled_scaling_suspended': bool('suspendedState.scheduledScalingSuspended'),
};

/** Calls that some records have under either service. */
const entriesOfBoth = (source: string): readonly CatalogEntry[] =>
  aws(source, [
    {
      type: target,
      identity: targetRef,
      fields: {
        ...scaled,
        max_capacity: number('maxCapacity'),
        min_capacity: number('minCapacity'),
        ...suspension,
      },
      tags: 'tags',
      importId: importing(),
      parent: scaledResource,
      calls: { RegisterScalableTarget: 'put', DeregisterScalableTarget: 'delete' },
    },
    {
      type: policy,
      identity: policyRef,
      calls: { DeleteScalingPolicy: 'delete' },
    },
  ]);

const capacity = (member: string) =>
  via(({ request }) => requestAt(request, `scalableTargetAction.${member}`), toText);

export const appAutoscalingEntries: readonly CatalogEntry[] = [
  ...entriesOfBoth(service),
  ...entriesOfBoth(sharedService),
  // Calls whose names EC2 Auto Scaling uses, too.
  ...aws(service, [
    {
      type: policy,
      identity: policyRef,
      fields: { name: 'policyName', ...scaled, ...policyAttributes },
      importId: importing('policyName'),
      parent,
      calls: {
        PutScalingPolicy: 'put',
      },
    },
    {
      type: action,
      identity: actionRef,
      fields: {
        name: 'scheduledActionName',
        ...scaled,
        end_time: 'endTime',
        schedule: 'schedule',
        start_time: 'startTime',
        timezone: 'timezone',
        'scalable_target_action.0.max_capacity': capacity('maxCapacity'),
        'scalable_target_action.0.min_capacity': capacity('minCapacity'),
      },
      defaults: { timezone: 'UTC' },
      parent,
      calls: {
        PutScheduledAction: 'put',
        DeleteScheduledAction: 'delete',
      },
    },
    {
      type: target,
      identity: ({ request }) => refTo(target, { arn: textAt(request, 'resourceARN') }),
      calls: { TagResource: { tag: 'tags' }, UntagResource: { untag: 'tagKeys' } },
    },
  ]),
];
