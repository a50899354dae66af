import type { Switch } from './switches.ts';

const instances = ['google_compute_instance'];
const databases = ['google_sql_database_instance'];

/** Settings in Google Cloud that are on or off. */
export const googleSwitches: readonly Switch[] = [
  {
    types: ['google_storage_bucket'],
    field: 'uniform_bucket_level_access',
    label: 'uniform access',
    safe: 'on',
  },
  {
    types: ['google_storage_bucket'],
    field: 'public_access_prevention',
    label: 'public access prevention',
    on: ['enforced'],
    safe: 'on',
  },
  { types: ['google_storage_bucket'], field: 'versioning.enabled', label: 'versioning' },
  { types: instances, field: 'deletion_protection', label: 'deletion protection', safe: 'on' },
  {
    types: instances,
    field: 'shielded_instance_config.enable_secure_boot',
    label: 'secure boot',
    safe: 'on',
  },
  {
    types: databases,
    field: 'settings.ip_configuration.ipv4_enabled',
    label: 'a public address',
    safe: 'off',
  },
  {
    types: databases,
    field: 'settings.backup_configuration.enabled',
    label: 'backups',
    safe: 'on',
  },
  {
    types: databases,
    field: 'settings.deletion_protection_enabled',
    label: 'deletion protection',
    safe: 'on',
  },
  {
    types: ['google_compute_subnetwork'],
    field: 'private_ip_google_access',
    label: 'private access to Google',
  },
  {
    types: ['google_container_cluster'],
    field: 'enable_shielded_nodes',
    label: 'shielded nodes',
    safe: 'on',
  },
  {
    types: ['google_cloud_run_v2_service'],
    field: 'invoker_iam_disabled',
    label: 'calls without a check of who calls',
    safe: 'off',
  },
  {
    types: ['google_logging_project_sink'],
    field: 'disabled',
    label: 'the end of the export',
    safe: 'off',
  },
];
