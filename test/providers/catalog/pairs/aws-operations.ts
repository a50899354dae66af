import type { JsonObject } from '../../../../src/model/json.ts';
import type { Pair, Variant } from './types.ts';

const at = (service: string, resource: string) =>
  `arn:aws:${service}:eu-central-1:111122223333:${resource}`;
const tagList = (key: string, value: string) => [{ key, value }];

const alarmArn = at('cloudwatch', 'alarm:age');
const alarm = (request: JsonObject, attributes: JsonObject): Variant => ({
  make: ['PutMetricAlarm', { alarmName: 'age', threshold: 300, ...request }],
  attributes: {
    threshold: 300,
    actions_enabled: true,
    treat_missing_data: 'missing',
    datapoints_to_alarm: 0,
    ok_actions: [],
    tags: {},
    ...attributes,
  },
});

const filter = (filterPattern: string, more: JsonObject, unit: string): Variant => ({
  make: [
    'PutMetricFilter',
    {
      logGroupName: '/app',
      filterName: 'errors',
      filterPattern,
      metricTransformations: [
        { metricName: 'Errors', metricNamespace: 'App', metricValue: '1', ...more },
      ],
    },
  ],
  attributes: {
    pattern: filterPattern,
    metric_transformation: [
      { name: 'Errors', namespace: 'App', value: '1', unit, default_value: '', dimensions: {} },
    ],
  },
});

const hook = { autoScalingGroupName: 'web', lifecycleHookName: 'drain' };
const schedule = { autoScalingGroupName: 'web', scheduledActionName: 'night' };
const scaled = {
  serviceNamespace: 'ecs',
  resourceId: 'service/main/api',
  scalableDimension: 'ecs:service:DesiredCount',
};
const scaledKey = {
  service_namespace: 'ecs',
  resource_id: 'service/main/api',
  scalable_dimension: 'ecs:service:DesiredCount',
};
const record = (action: string, ttl: number): JsonObject => ({
  hostedZoneId: 'Z1',
  changeBatch: {
    changes: [
      {
        action,
        resourceRecordSet: {
          name: 'www.example.com.',
          type: 'A',
          tTL: ttl,
          resourceRecords: [{ value: '192.0.2.1' }],
        },
      },
    ],
  },
});
const recordKey = { zone_id: 'Z1', name: 'www.example.com', type: 'A' };

export const operationPairs: readonly Pair[] = [
  {
    service: 'monitoring.amazonaws.com',
    type: 'aws_cloudwatch_metric_alarm',
    key: { alarm_name: 'age', arn: alarmArn },
    replaces: true,
    keepsTags: true,
    drop: ['DeleteAlarms', { alarmNames: ['age'] }],
    variants: [
      alarm(
        { unit: 'Seconds', tags: tagList('Team', 'web') },
        { unit: 'Seconds', tags: { Team: 'web' } },
      ),
      alarm({}, { unit: '' }),
      alarm(
        { threshold: 500, okActions: ['arn:x'] },
        { threshold: 500, ok_actions: ['arn:x'], unit: '' },
      ),
    ],
    tag: (key, value) => ['TagResource', { resourceARN: alarmArn, tags: tagList(key, value) }],
    untag: (key) => ['UntagResource', { resourceARN: alarmArn, tagKeys: [key] }],
  },
  {
    service: 'logs.amazonaws.com',
    type: 'aws_cloudwatch_log_metric_filter',
    key: { log_group_name: '/app', name: 'errors' },
    replaces: true,
    drop: ['DeleteMetricFilter', { logGroupName: '/app', filterName: 'errors' }],
    variants: [filter('ERROR', { unit: 'Count' }, 'Count'), filter('WARN', {}, 'None')],
  },
  {
    service: 'logs.amazonaws.com',
    type: 'aws_cloudwatch_log_subscription_filter',
    key: { log_group_name: '/app', name: 'ship' },
    replaces: true,
    drop: ['DeleteSubscriptionFilter', { logGroupName: '/app', filterName: 'ship' }],
    variants: ['ERROR', 'WARN'].map((filterPattern) => ({
      make: [
        'PutSubscriptionFilter',
        { logGroupName: '/app', filterName: 'ship', filterPattern, destinationArn: 'arn:x' },
      ],
      attributes: { filter_pattern: filterPattern, destination_arn: 'arn:x' },
    })),
  },
  {
    service: 'events.amazonaws.com',
    type: 'aws_cloudwatch_event_rule',
    key: { name: 'nightly', event_bus_name: 'default' },
    replaces: true,
    drop: ['DeleteRule', { name: 'nightly' }],
    variants: [
      {
        make: ['PutRule', { name: 'nightly', scheduleExpression: 'rate(1 day)', description: 'x' }],
        attributes: { schedule_expression: 'rate(1 day)', description: 'x', state: 'ENABLED' },
      },
      {
        make: [
          'PutRule',
          { name: 'nightly', scheduleExpression: 'rate(1 hour)', state: 'DISABLED' },
        ],
        attributes: { schedule_expression: 'rate(1 hour)', description: '', state: 'DISABLED' },
      },
    ],
  },
  {
    service: 'autoscaling.amazonaws.com',
    type: 'aws_autoscaling_lifecycle_hook',
    key: { autoscaling_group_name: 'web', name: 'drain' },
    replaces: true,
    drop: ['DeleteLifecycleHook', hook],
    variants: [60, 120].map((heartbeatTimeout) => ({
      make: [
        'PutLifecycleHook',
        {
          ...hook,
          heartbeatTimeout,
          lifecycleTransition: 'autoscaling:EC2_INSTANCE_TERMINATING',
        },
      ],
      attributes: {
        heartbeat_timeout: heartbeatTimeout,
        lifecycle_transition: 'autoscaling:EC2_INSTANCE_TERMINATING',
      },
    })),
  },
  {
    service: 'autoscaling.amazonaws.com',
    type: 'aws_autoscaling_schedule',
    key: { autoscaling_group_name: 'web', scheduled_action_name: 'night' },
    replaces: true,
    drop: ['DeleteScheduledAction', schedule],
    variants: [1, 2].map((size) => ({
      make: [
        'PutScheduledUpdateGroupAction',
        {
          ...schedule,
          recurrence: '0 1 * * *',
          minSize: size,
          maxSize: size,
          desiredCapacity: size,
        },
      ],
      attributes: {
        recurrence: '0 1 * * *',
        min_size: size,
        max_size: size,
        desired_capacity: size,
      },
    })),
  },
  {
    service: 'application-autoscaling.amazonaws.com',
    type: 'aws_appautoscaling_target',
    key: scaledKey,
    replaces: true,
    drop: ['DeregisterScalableTarget', scaled],
    variants: [4, 8].map((maxCapacity) => ({
      make: ['RegisterScalableTarget', { ...scaled, minCapacity: 1, maxCapacity }],
      attributes: { min_capacity: 1, max_capacity: maxCapacity },
    })),
  },
  {
    service: 'lambda.amazonaws.com',
    type: 'aws_lambda_function_event_invoke_config',
    key: { function_name: 'api' },
    replaces: true,
    drop: ['DeleteFunctionEventInvokeConfig', { functionName: 'api' }],
    variants: [
      {
        make: [
          'PutFunctionEventInvokeConfig',
          { functionName: 'api', maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
        ],
        attributes: { maximum_retry_attempts: 0, maximum_event_age_in_seconds: 60 },
      },
      {
        make: ['PutFunctionEventInvokeConfig', { functionName: 'api' }],
        attributes: { maximum_retry_attempts: 2, maximum_event_age_in_seconds: 0 },
      },
    ],
  },
  {
    service: 'lambda.amazonaws.com',
    type: 'aws_lambda_permission',
    key: { function_name: 'api', statement_id: 's' },
    replaces: false,
    drop: ['RemovePermission', { functionName: 'api', statementId: 's' }],
    variants: [undefined, 'arn:a'].map((sourceArn) => ({
      make: [
        'AddPermission',
        {
          functionName: 'api',
          statementId: 's',
          action: 'lambda:InvokeFunction',
          principal: 'events.amazonaws.com',
          ...(sourceArn === undefined ? {} : { sourceArn }),
        },
      ],
      attributes: {
        action: 'lambda:InvokeFunction',
        principal: 'events.amazonaws.com',
        source_arn: sourceArn ?? '',
      },
    })),
  },
  {
    service: 'kms.amazonaws.com',
    type: 'aws_kms_alias',
    key: { name: 'alias/app' },
    replaces: false,
    drop: ['DeleteAlias', { aliasName: 'alias/app' }],
    variants: ['k1', 'k2'].map((targetKeyId) => ({
      make: ['CreateAlias', { aliasName: 'alias/app', targetKeyId }],
      attributes: { target_key_id: targetKeyId },
    })),
  },
  {
    service: 'ecr.amazonaws.com',
    type: 'aws_ecr_repository',
    key: { name: 'web', arn: at('ecr', 'repository/web') },
    replaces: false,
    drop: ['DeleteRepository', { repositoryName: 'web' }],
    variants: [
      {
        make: [
          'CreateRepository',
          {
            repositoryName: 'web',
            imageTagMutability: 'IMMUTABLE',
            imageScanningConfiguration: { scanOnPush: true },
            tags: tagList('Team', 'web'),
          },
        ],
        attributes: {
          image_tag_mutability: 'IMMUTABLE',
          image_scanning_configuration: [{ scan_on_push: true }],
          tags: { Team: 'web' },
        },
      },
      {
        make: ['CreateRepository', { repositoryName: 'web' }],
        attributes: {
          image_tag_mutability: 'MUTABLE',
          image_scanning_configuration: [{ scan_on_push: false }],
          tags: {},
        },
      },
    ],
    tag: (key, value) => [
      'TagResource',
      { resourceArn: at('ecr', 'repository/web'), tags: tagList(key, value) },
    ],
    untag: (key) => ['UntagResource', { resourceArn: at('ecr', 'repository/web'), tagKeys: [key] }],
  },
  {
    service: 'backup.amazonaws.com',
    type: 'aws_backup_vault_lock_configuration',
    key: { backup_vault_name: 'v' },
    replaces: true,
    drop: ['DeleteBackupVaultLockConfiguration', { backupVaultName: 'v' }],
    variants: [7, 14].map((minRetentionDays) => ({
      make: ['PutBackupVaultLockConfiguration', { backupVaultName: 'v', minRetentionDays }],
      attributes: { min_retention_days: minRetentionDays },
    })),
  },
  {
    service: 'route53.amazonaws.com',
    type: 'aws_route53_record',
    key: recordKey,
    replaces: true,
    drop: ['ChangeResourceRecordSets', record('DELETE', 300)],
    variants: [300, 60].map((ttl) => ({
      make: ['ChangeResourceRecordSets', record('UPSERT', ttl)],
      attributes: { ttl, records: ['192.0.2.1'], fqdn: 'www.example.com' },
    })),
  },
];
