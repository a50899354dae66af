import type { AuditEvent } from '../../model/event.ts';
import { isJsonArray } from '../../model/json.ts';
import { createEffect, refTo } from '../catalog/effects.ts';
import { RequestError } from '../catalog/request.ts';
import type { CatalogEntry, DraftEffect } from '../catalog/types.ts';
import { google } from './google.ts';
import { memberValueAt } from './members.ts';

const dns = 'dns.googleapis.com';
const kms = 'cloudkms.googleapis.com';
const secrets = 'secretmanager.googleapis.com';
const ring = 'projects/{project}/locations/{location}/keyRings';

/** One call may switch on several services. */
function enableAll(event: AuditEvent): readonly DraftEffect[] {
  const ids = memberValueAt(event.request, 'serviceIds');
  if (!isJsonArray(ids)) throw new RequestError('serviceIds is missing.');
  return ids
    .map(String)
    .map((name) =>
      createEffect(
        refTo('google_project_service', { id: `${event.scope}/${name}` }),
        { project: event.scope, service: name },
        { importId: `${event.scope}/${name}` },
      ),
    );
}

export const operationsEntries: readonly CatalogEntry[] = [
  ...google({
    type: 'google_dns_managed_zone',
    service: dns,
    path: 'projects/{project}/managedZones/{name}',
    given: { name: 'managedZone.name' },
    body: 'managedZone',
    create: ['managedZones.create'],
    patch: ['managedZones.patch', 'managedZones.update'],
    delete: ['managedZones.delete'],
    fields: {
      description: 'text',
      dns_name: 'text',
      labels: 'labels',
      visibility: 'lower',
      dnssec_config: { one: { state: 'lower', non_existence: 'lower' } },
    },
    defaults: { visibility: 'public', description: 'Managed by Terraform' },
  }),
  ...google({
    type: 'google_kms_key_ring',
    service: kms,
    path: `${ring}/{name}`,
    given: { name: 'keyRingId' },
    create: ['CreateKeyRing', 'KeyManagementService.CreateKeyRing'],
    fields: {},
  }),
  ...google({
    type: 'google_kms_crypto_key',
    service: kms,
    path: `${ring}/{ring}/cryptoKeys/{name}`,
    given: { name: 'cryptoKeyId' },
    attributes: { key_ring: `${ring}/{ring}`, name: '{name}' },
    body: 'cryptoKey',
    create: ['CreateCryptoKey', 'KeyManagementService.CreateCryptoKey'],
    patch: ['UpdateCryptoKey', 'KeyManagementService.UpdateCryptoKey'],
    fields: {
      labels: 'labels',
      purpose: 'text',
      rotation_period: 'text',
      destroy_scheduled_duration: 'text',
      import_only: 'bool',
      version_template: { one: { algorithm: 'text', protection_level: 'text' } },
    },
    defaults: {
      purpose: 'ENCRYPT_DECRYPT',
      destroy_scheduled_duration: '2592000s',
      'version_template.algorithm': 'GOOGLE_SYMMETRIC_ENCRYPTION',
      'version_template.protection_level': 'SOFTWARE',
    },
    parents: [{ type: 'google_kms_key_ring', path: `${ring}/{ring}` }],
  }),
  ...google({
    type: 'google_secret_manager_secret',
    service: secrets,
    path: 'projects/{project}/secrets/{secret_id}',
    given: { secret_id: 'secretId' },
    body: 'secret',
    create: ['SecretManagerService.CreateSecret'],
    patch: ['SecretManagerService.UpdateSecret'],
    delete: ['SecretManagerService.DeleteSecret'],
    fields: {
      labels: 'labels',
      annotations: 'map',
      version_aliases: 'map',
      ttl: 'text',
      expire_time: 'text',
      version_destroy_ttl: 'text',
      rotation: { one: { next_rotation_time: 'text', rotation_period: 'text' } },
      topics: { many: { name: 'text' } },
      replication: {
        one: {
          user_managed: { one: { replicas: { many: { location: 'text' } } } },
        },
      },
    },
  }),
  ...google({
    type: 'google_secret_manager_secret_version',
    service: secrets,
    path: 'projects/{project}/secrets/{secret}/versions/{version}',
    attributes: { secret: 'projects/{project}/secrets/{secret}' },
    create: ['SecretManagerService.AddSecretVersion'],
    delete: ['SecretManagerService.DestroySecretVersion'],
    fields: {},
    hides: ['secret_data'],
    setters: [],
    parents: [
      { type: 'google_secret_manager_secret', path: 'projects/{project}/secrets/{secret}' },
    ],
  }),
  ...google({
    type: 'google_logging_project_sink',
    service: 'logging.googleapis.com',
    path: 'projects/{project}/sinks/{name}',
    given: { name: 'sink.name' },
    body: 'sink',
    create: ['ConfigServiceV2.CreateSink'],
    patch: ['ConfigServiceV2.UpdateSink'],
    delete: ['ConfigServiceV2.DeleteSink'],
    fields: {
      description: 'text',
      destination: 'text',
      filter: 'text',
      disabled: 'bool',
      bigquery_options: { one: { use_partitioned_tables: 'bool' } },
      exclusions: {
        many: { name: 'text', description: 'text', filter: 'text', disabled: 'bool' },
      },
    },
    defaults: { disabled: false },
  }),
  ...google({
    type: 'google_monitoring_alert_policy',
    service: 'monitoring.googleapis.com',
    path: 'projects/{project}/alertPolicies/{policy}',
    attributes: { project: '{project}', name: 'projects/{project}/alertPolicies/{policy}' },
    body: 'alertPolicy',
    create: ['AlertPolicyService.CreateAlertPolicy'],
    patch: ['AlertPolicyService.UpdateAlertPolicy'],
    delete: ['AlertPolicyService.DeleteAlertPolicy'],
    fields: {
      display_name: 'text',
      combiner: 'text',
      enabled: 'bool',
      severity: 'text',
      notification_channels: 'list',
      user_labels: 'map',
      documentation: { one: { content: 'text', mime_type: 'text', subject: 'text' } },
      alert_strategy: { one: { auto_close: 'text' } },
      conditions: {
        many: {
          display_name: 'text',
          condition_threshold: {
            one: {
              filter: 'text',
              comparison: 'text',
              duration: 'text',
              threshold_value: 'number',
              aggregations: {
                many: {
                  alignment_period: 'text',
                  per_series_aligner: 'text',
                  cross_series_reducer: 'text',
                  group_by_fields: 'list',
                },
              },
              trigger: { one: { count: 'number', percent: 'number' } },
            },
          },
          condition_absent: { one: { filter: 'text', duration: 'text' } },
        },
      },
    },
    defaults: { enabled: true },
  }),
  ...google({
    type: 'google_project_service',
    service: 'serviceusage.googleapis.com',
    path: 'projects/{project}/services/{service}',
    id: '{project}/{service}',
    importId: '{project}/{service}',
    create: ['ServiceUsage.EnableService'],
    delete: ['ServiceUsage.DisableService'],
    fields: {},
  }),
  {
    service: 'serviceusage.googleapis.com',
    operations: ['ServiceUsage.BatchEnableServices'],
    types: ['google_project_service'],
    effects: enableAll,
  },
];
