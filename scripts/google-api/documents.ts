/**
 * By service, as named in logs: the discovery documents of the versions in which its calls are
 * logged.
 */
export const documents: Readonly<Record<string, readonly string[]>> = {
  'artifactregistry.googleapis.com': ['artifactregistry.v1'],
  'bigquery.googleapis.com': ['bigquery.v2'],
  'cloudfunctions.googleapis.com': ['cloudfunctions.v1', 'cloudfunctions.v2'],
  'cloudkms.googleapis.com': ['cloudkms.v1'],
  'cloudresourcemanager.googleapis.com': ['cloudresourcemanager.v1', 'cloudresourcemanager.v3'],
  'cloudscheduler.googleapis.com': ['cloudscheduler.v1'],
  'cloudsql.googleapis.com': ['sqladmin.v1'],
  'compute.googleapis.com': ['compute.v1'],
  'container.googleapis.com': ['container.v1'],
  'dns.googleapis.com': ['dns.v1'],
  'iam.googleapis.com': ['iam.v1'],
  'logging.googleapis.com': ['logging.v2'],
  'monitoring.googleapis.com': ['monitoring.v3'],
  'pubsub.googleapis.com': ['pubsub.v1'],
  'redis.googleapis.com': ['redis.v1'],
  'run.googleapis.com': ['run.v1', 'run.v2'],
  'secretmanager.googleapis.com': ['secretmanager.v1'],
  'serviceusage.googleapis.com': ['serviceusage.v1'],
  'storage.googleapis.com': ['storage.v1'],
};
