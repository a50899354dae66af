import type { CatalogEntry } from '../catalog/types.ts';
import { google } from './google.ts';

const ring = 'projects/{project}/locations/{location}/keyRings';

const projectService = {
  path: 'projects/{project}/services/{service}',
  id: '{project}/{service}',
  given: { service: 'serviceId' },
};

export const operationsEntries: readonly CatalogEntry[] = [
  ...google('dns.googleapis.com', [
    {
      type: 'google_dns_managed_zone',
      identity: {
        path: 'projects/{project}/managedZones/{name}',
        given: { name: 'managedZone.name' },
      },
      body: 'managedZone',
      fields: {
        description: 'text',
        dns_name: 'text',
        labels: 'labels',
        visibility: 'lower',
        dnssec_config: { one: { state: 'lower', non_existence: 'lower' } },
      },
      defaults: { visibility: 'public', description: 'Managed by Terraform' },
      calls: {
        'managedZones.create': 'create',
        'managedZones.patch': 'patch',
        'managedZones.update': 'patch',
        'managedZones.delete': 'delete',
      },
    },
  ]),
  ...google('cloudkms.googleapis.com', [
    {
      type: 'google_kms_key_ring',
      identity: { path: `${ring}/{name}`, given: { name: 'keyRingId' } },
      fields: {},
      calls: {
        CreateKeyRing: 'create',
        'KeyManagementService.CreateKeyRing': 'create',
      },
    },
    {
      type: 'google_kms_crypto_key',
      identity: {
        path: `${ring}/{ring}/cryptoKeys/{name}`,
        given: { name: 'cryptoKeyId' },
        attributes: { key_ring: `${ring}/{ring}`, name: '{name}' },
      },
      body: 'cryptoKey',
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
      parent: [{ type: 'google_kms_key_ring', path: `${ring}/{ring}` }],
      calls: {
        CreateCryptoKey: 'create',
        'KeyManagementService.CreateCryptoKey': 'create',
        UpdateCryptoKey: 'patch',
        'KeyManagementService.UpdateCryptoKey': 'patch',
      },
    },
  ]),
  ...google('secretmanager.googleapis.com', [
    {
      type: 'google_secret_manager_secret',
      identity: {
        path: 'projects/{project}/secrets/{secret_id}',
        given: { secret_id: 'secretId' },
      },
      body: 'secret',
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
      calls: {
        'SecretManagerService.CreateSecret': 'create',
        'SecretManagerService.UpdateSecret': 'patch',
        'SecretManagerService.DeleteSecret': 'delete',
      },
    },
    {
      type: 'google_secret_manager_secret_version',
      identity: {
        path: 'projects/{project}/secrets/{secret}/versions/{version}',
        attributes: { secret: 'projects/{project}/secrets/{secret}' },
      },
      hides: ['secret_data'],
      parent: [
        { type: 'google_secret_manager_secret', path: 'projects/{project}/secrets/{secret}' },
      ],
      fields: {},
      calls: {
        'SecretManagerService.AddSecretVersion': 'create',
        'SecretManagerService.DestroySecretVersion': 'delete',
      },
    },
  ]),
  ...google('logging.googleapis.com', [
    {
      type: 'google_logging_project_sink',
      identity: { path: 'projects/{project}/sinks/{name}', given: { name: 'sink.name' } },
      body: 'sink',
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
      calls: {
        'ConfigServiceV2.CreateSink': 'create',
        'ConfigServiceV2.UpdateSink': 'patch',
        'ConfigServiceV2.DeleteSink': 'delete',
      },
    },
  ]),
  ...google('monitoring.googleapis.com', [
    {
      type: 'google_monitoring_alert_policy',
      identity: {
        path: 'projects/{project}/alertPolicies/{policy}',
        attributes: { project: '{project}', name: 'projects/{project}/alertPolicies/{policy}' },
      },
      body: 'alertPolicy',
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
      calls: {
        'AlertPolicyService.CreateAlertPolicy': 'create',
        'AlertPolicyService.UpdateAlertPolicy': 'patch',
        'AlertPolicyService.DeleteAlertPolicy': 'delete',
      },
    },
  ]),
  ...google('serviceusage.googleapis.com', [
    {
      type: 'google_project_service',
      identity: projectService,
      importId: projectService.id,
      fields: {},
      calls: {
        'ServiceUsage.EnableService': 'create',
        'ServiceUsage.BatchEnableServices': {
          does: 'create',
          each: { in: 'serviceIds', as: 'serviceId' },
        },
        'ServiceUsage.DisableService': 'delete',
      },
    },
  ]),
];
