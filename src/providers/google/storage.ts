import type { AuditEvent } from '../../model/event.ts';
import { unknownChange } from '../catalog/effects.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { googleFieldPaths } from './field-kinds.ts';
import { everything, fieldEffects, type GoogleFields } from './fields.ts';
import { google, googleRefOf } from './google.ts';
import { memberValueAt } from './members.ts';
import type { GoogleType } from './spec.ts';

const service = 'storage.googleapis.com';

const fields: GoogleFields = {
  labels: 'labels',
  location: 'text',
  storage_class: 'text',
  requester_pays: { as: 'bool', from: 'billing.requesterPays' },
  default_event_based_hold: 'bool',
  rpo: 'text',
  public_access_prevention: { as: 'text', from: 'iamConfiguration.publicAccessPrevention' },
  uniform_bucket_level_access: {
    as: 'bool',
    from: 'iamConfiguration.uniformBucketLevelAccess.enabled',
  },
  versioning: { one: { enabled: 'bool' }, whole: true },
  logging: { one: { log_bucket: 'text', log_object_prefix: 'text' } },
  website: { one: { main_page_suffix: 'text', not_found_page: 'text' } },
  encryption: { one: { default_kms_key_name: 'text' } },
  retention_policy: { one: { retention_period: 'number', is_locked: 'bool' } },
  soft_delete_policy: { one: { retention_duration_seconds: 'number' } },
  autoclass: { one: { enabled: 'bool', terminal_storage_class: 'text' }, whole: true },
  cors: {
    many: {
      origin: 'list',
      method: 'list',
      response_header: 'list',
      max_age_seconds: 'number',
    },
  },
  lifecycle_rule: {
    many: {
      action: { members: { type: 'text', storage_class: 'text' } },
      condition: {
        members: {
          age: 'number',
          created_before: 'text',
          num_newer_versions: 'number',
          days_since_noncurrent_time: 'number',
          matches_prefix: 'list',
          matches_suffix: 'list',
          matches_storage_class: 'list',
          with_state: 'text',
        },
      },
    },
    from: 'lifecycle.rule',
  },
};

const bucket: GoogleType = {
  type: 'google_storage_bucket',
  identity: { path: 'projects/{project}/buckets/{name}', id: '{name}' },
  importId: '{project}/{name}',
  body: 'bucket',
  fields,
  labeled: { location: 'location' },
  defaults: {
    storage_class: 'STANDARD',
    default_event_based_hold: false,
    requester_pays: false,
    'versioning.enabled': false,
  },
  calls: {
    'buckets.create': 'create',
    'buckets.insert': 'create',
    'buckets.delete': 'delete',
    'buckets.lockRetentionPolicy': 'touch',
  },
};

/** Most records of an update have no request, so that the change is not in the log. */
function update(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const resource = googleRefOf(bucket, event);
  const body = memberValueAt(event.request, 'metadata');
  if (body === undefined || event.omitted.includes('request')) return [unknownChange(resource)];
  const managed = estate.find(resource);
  const reading = { resource, managed, project: event.scope, scope: everything };
  const effects = fieldEffects(reading, fields, body);
  return effects.length === 0 ? [unknownChange(resource)] : effects;
}

export const storageEntries: readonly CatalogEntry[] = [
  ...google(service, [bucket]),
  {
    service,
    operations: ['buckets.update', 'buckets.patch'],
    types: [bucket.type],
    paths: googleFieldPaths(fields),
    effects: update,
  },
];
