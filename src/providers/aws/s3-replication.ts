import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { withoutDefaults } from '../catalog/creation.ts';
import { member, numberAt, requestAt, textAt } from '../catalog/request.ts';
import { built } from '../catalog/sources.ts';
import { tagMap } from '../catalog/tags.ts';
import { bucketPart, xmlItems } from './s3-part.ts';
import { block, tagBlock } from './s3-rules.ts';

const configuration = 'ReplicationConfiguration';

/** A block with nothing but a status. */
function statusBlock(value: Json | undefined): Json {
  return block({ status: textAt(value, 'Status') });
}

function destination(value: Json | undefined): Json {
  const metrics = member(value, 'Metrics');
  const time = member(value, 'ReplicationTime');
  return block({
    access_control_translation: block({
      owner: textAt(value, 'AccessControlTranslation.Owner'),
    }),
    account: textAt(value, 'Account'),
    bucket: textAt(value, 'Bucket'),
    encryption_configuration: block({
      replica_kms_key_id: textAt(value, 'EncryptionConfiguration.ReplicaKmsKeyID'),
    }),
    metrics: block({
      event_threshold: block({ minutes: numberAt(metrics, 'EventThreshold.Minutes') }),
      status: textAt(metrics, 'Status'),
    }),
    replication_time: block({
      status: textAt(time, 'Status'),
      time: block({ minutes: numberAt(time, 'Time.Minutes') }),
    }),
    storage_class: textAt(value, 'StorageClass'),
  });
}

/** An empty filter selects everything, and distinguishes the newer kind of rule from the older. */
function filter(rule: JsonObject): Json {
  const given = member(rule, 'Filter');
  if (given === undefined) return null;
  const and = member(given, 'And');
  return [
    withoutDefaults({
      and: block({
        prefix: textAt(and, 'Prefix'),
        tags: tagMap(member(and, 'Tag') ?? member(and, 'Tags')),
      }),
      prefix: textAt(given, 'Prefix'),
      tag: tagBlock(member(given, 'Tag')),
    }),
  ];
}

function replicationRule(rule: JsonObject): JsonObject {
  const criteria = member(rule, 'SourceSelectionCriteria');
  return withoutDefaults({
    delete_marker_replication: statusBlock(member(rule, 'DeleteMarkerReplication')),
    destination: destination(member(rule, 'Destination')),
    existing_object_replication: statusBlock(member(rule, 'ExistingObjectReplication')),
    filter: filter(rule),
    id: textAt(rule, 'ID'),
    prefix: textAt(rule, 'Prefix'),
    priority: numberAt(rule, 'Priority'),
    source_selection_criteria: block({
      replica_modifications: statusBlock(member(criteria, 'ReplicaModifications')),
      sse_kms_encrypted_objects: statusBlock(member(criteria, 'SseKmsEncryptedObjects')),
    }),
    status: textAt(rule, 'Status'),
  });
}

function rules({ request }: AuditEvent): Json {
  return xmlItems(requestAt(request, configuration), 'Rule').map(replicationRule);
}

export const s3ReplicationEntries = bucketPart({
  type: 'aws_s3_bucket_replication_configuration',
  fields: { role: `${configuration}.Role`, rule: built(rules) },
  calls: {
    PutBucketReplication: 'put',
    DeleteBucketReplication: 'delete',
  },
});
