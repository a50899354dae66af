import type { Json } from '../../model/json.ts';
import { toNumber, toText } from '../catalog/convert.ts';
import { requestAt, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, built, inverse, list, number, set, textField, via } from '../catalog/sources.ts';
import type { ArmId } from './arm-id.ts';
import { extended, nameIn } from './arm-id.ts';
import { objectsIn, toDuration, toEnabled, toLocation, toSpelling } from './convert.ts';
import { repeated } from './repeated.ts';
import type { AzureType } from './spec.ts';
import { azure, azureIdentity, grouped, tracked } from './spec.ts';

const metricTrigger: CatalogAttributes = {
  metric_name: 'metricTrigger.metricName',
  metric_namespace: 'metricTrigger.metricNamespace',
  metric_resource_id: 'metricTrigger.metricResourceUri',
  operator: 'metricTrigger.operator',
  statistic: 'metricTrigger.statistic',
  threshold: number('metricTrigger.threshold'),
  time_aggregation: 'metricTrigger.timeAggregation',
  time_grain: via('metricTrigger.timeGrain', toDuration),
  time_window: via('metricTrigger.timeWindow', toDuration),
};

const scaleAction: CatalogAttributes = {
  cooldown: via('scaleAction.cooldown', toDuration),
  direction: 'scaleAction.direction',
  type: 'scaleAction.type',
  value: via('scaleAction.value', toNumber),
};

function inside(block: string, attributes: CatalogAttributes): CatalogAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, from]) => [`${block}.0.${name}`, from]),
  );
}

const profile = repeated('properties.profiles', {
  name: 'name',
  'capacity.0.default': number('capacity.default'),
  'capacity.0.maximum': number('capacity.maximum'),
  'capacity.0.minimum': number('capacity.minimum'),
  rule: repeated('rules', {
    ...inside('metric_trigger', metricTrigger),
    ...inside('scale_action', scaleAction),
  }),
});

const dimension = repeated('dimensions', {
  name: 'name',
  operator: 'operator',
  values: list('values'),
});

/** Criteria of one kind, with static thresholds. */
const criteria: CatalogAttributes = {
  criteria: {
    ...repeated('properties.criteria.allOf', {
      aggregation: 'timeAggregation',
      dimension,
      metric_name: 'metricName',
      metric_namespace: 'metricNamespace',
      operator: 'operator',
      skip_metric_validation: bool('skipMetricValidation'),
      threshold: number('threshold'),
    }),
  },
};

function isStatic(body: Json): boolean {
  const all = objectsIn(requestAt(body, 'properties.criteria.allOf'));
  return all.every((one) => textAt(one, 'criterionType') !== 'DynamicThresholdCriterion');
}

const skuName = toSpelling('PerGB2018', 'Free', 'PerNode', 'Premium', 'Standard', 'Standalone');

/**
 * The id that the provider gives to something attached: the target and the name, joined by a bar.
 */
function barred(id: ArmId): string {
  return `${extended(id)}|${nameIn(id.text)}`;
}

export const monitorTypes: readonly AzureType[] = [
  tracked({
    arm: 'Microsoft.Insights/autoscaleSettings',
    type: 'azurerm_monitor_autoscale_setting',
    fields: {
      enabled: bool('properties.enabled'),
      profile,
      target_resource_id: textField('properties.targetResourceUri'),
    },
    defaults: { enabled: true },
  }),
  grouped({
    arm: 'Microsoft.Insights/metricAlerts',
    type: 'azurerm_monitor_metric_alert',
    when: isStatic,
    fields: {
      ...criteria,
      action: repeated('properties.actions', { action_group_id: 'actionGroupId' }),
      auto_mitigate: bool('properties.autoMitigate'),
      description: textField('properties.description'),
      enabled: bool('properties.enabled'),
      frequency: via('properties.evaluationFrequency', toDuration),
      scopes: set('properties.scopes'),
      severity: number('properties.severity'),
      window_size: via('properties.windowSize', toDuration),
    },
    defaults: {
      auto_mitigate: true,
      enabled: true,
      frequency: 'PT1M',
      severity: 3,
      window_size: 'PT5M',
    },
  }),
  grouped({
    arm: 'Microsoft.Insights/actionGroups',
    type: 'azurerm_monitor_action_group',
    fields: {
      email_receiver: repeated('properties.emailReceivers', {
        name: 'name',
        email_address: 'emailAddress',
        use_common_alert_schema: bool('useCommonAlertSchema'),
      }),
      enabled: bool('properties.enabled'),
      short_name: textField('properties.groupShortName'),
    },
    fixed: { location: via('location', toLocation) },
    defaults: { enabled: true, location: 'global' },
  }),
  azure({
    arm: 'Microsoft.Insights/diagnosticSettings',
    type: 'azurerm_monitor_diagnostic_setting',
    named: { name: ({ text }) => nameIn(text), target_resource_id: extended },
    parent: extended,
    key: (id) => ({ id: barred(id) }),
    importId: barred,
    fields: {
      enabled_log: built(({ request }) => enabledLogs(requestAt(request, 'properties.logs'))),
      log_analytics_workspace_id: textField('properties.workspaceId'),
      storage_account_id: textField('properties.storageAccountId'),
    },
  }),
  tracked({
    arm: 'Microsoft.OperationalInsights/workspaces',
    type: 'azurerm_log_analytics_workspace',
    fields: {
      ...azureIdentity,
      allow_resource_only_permissions: bool(
        'properties.features.enableLogAccessUsingOnlyResourcePermissions',
      ),
      daily_quota_gb: number('properties.workspaceCapping.dailyQuotaGb'),
      internet_ingestion_enabled: via('properties.publicNetworkAccessForIngestion', toEnabled),
      internet_query_enabled: via('properties.publicNetworkAccessForQuery', toEnabled),
      local_authentication_enabled: inverse('properties.features.disableLocalAuth'),
      reservation_capacity_in_gb_per_day: number('properties.sku.capacityReservationLevel'),
      retention_in_days: number('properties.retentionInDays'),
      sku: via('properties.sku.name', skuName),
    },
    defaults: {
      allow_resource_only_permissions: true,
      daily_quota_gb: -1,
      internet_ingestion_enabled: true,
      internet_query_enabled: true,
      local_authentication_enabled: true,
    },
  }),
  tracked({
    arm: 'Microsoft.Insights/components',
    type: 'azurerm_application_insights',
    fields: {
      disable_ip_masking: bool('properties.DisableIpMasking'),
      internet_ingestion_enabled: via('properties.publicNetworkAccessForIngestion', toEnabled),
      internet_query_enabled: via('properties.publicNetworkAccessForQuery', toEnabled),
      local_authentication_disabled: bool('properties.DisableLocalAuth'),
      retention_in_days: number('properties.RetentionInDays'),
      sampling_percentage: number('properties.SamplingPercentage'),
      workspace_id: textField('properties.WorkspaceResourceId'),
    },
    fixed: { application_type: textField('properties.Application_Type') },
    defaults: {
      disable_ip_masking: false,
      internet_ingestion_enabled: true,
      internet_query_enabled: true,
      local_authentication_disabled: false,
      retention_in_days: 90,
      sampling_percentage: 100,
    },
  }),
];

function enabledLogs(raw: Json | undefined): Json | undefined {
  if (raw === undefined) return undefined;
  return objectsIn(raw)
    .filter((log) => textAt(log, 'enabled') === 'true')
    .map((log): Json => {
      const category = toText(requestAt(log, 'category') ?? null);
      return category === undefined
        ? { category_group: textAt(log, 'categoryGroup') ?? '' }
        : { category };
    });
}
