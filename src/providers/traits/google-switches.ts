import { exposing, neutral, protective, type Switch } from './switch.ts';

const instances = ['google_compute_instance'];
const databases = ['google_sql_database_instance'];

/** Settings in Google Cloud that are on or off. */
export const googleSwitches: readonly Switch[] = [
  protective('google_storage_bucket', 'uniform_bucket_level_access', 'uniform access'),
  protective('google_storage_bucket', 'public_access_prevention', 'public access prevention', [
    'enforced',
  ]),
  neutral('google_storage_bucket', 'versioning.enabled', 'versioning'),
  protective(instances, 'deletion_protection', 'deletion protection'),
  protective(instances, 'shielded_instance_config.enable_secure_boot', 'secure boot'),
  exposing(databases, 'settings.ip_configuration.ipv4_enabled', 'a public address'),
  protective(databases, 'settings.backup_configuration.enabled', 'backups'),
  protective(databases, 'settings.deletion_protection_enabled', 'deletion protection'),
  neutral('google_compute_subnetwork', 'private_ip_google_access', 'private access to Google'),
  protective('google_container_cluster', 'enable_shielded_nodes', 'shielded nodes'),
  exposing(
    'google_cloud_run_v2_service',
    'invoker_iam_disabled',
    'calls without a check of who calls',
  ),
  exposing('google_logging_project_sink', 'disabled', 'the end of the export'),
];
