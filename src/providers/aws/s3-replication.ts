import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { withoutDefaults } from '../catalog/creation.ts';
import { member, numberAt, requestAt, textAt } from '../catalog/request.ts';
import { built } from '../catalog/sources.ts';
import { tagMap } from '../catalog/tags.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { bucketPart, xmlItems } from './s3-part.ts';
import { block, tagBlock } from './s3-rules.ts';

const configuration = 'ReplicationConfiguration';

/** A block with nothing but a status. */
function statusBlock(value: Json | undefined): Json {
  return block({ status: textAt(value, 'Status') ?? null });
}

function destination(value: Json | undefined): Json {
  const metrics = member(value, 'Metrics');
  const time = member(value, 'ReplicationTime');
  return block({
    access_control_translation: block({
      owner: textAt(value, 'AccessControlTranslation.Owner') ?? null,
    }),
    account: textAt(value, 'Account') ?? null,
    bucket: textAt(value, 'Bucket') ?? null,
    encryption_configuration: block({
      replica_kms_key_id: textAt(value, 'EncryptionConfiguration.ReplicaKmsKeyID') ?? null,
    }),
    metrics: block({
      event_threshold: block({ minutes: numberAt(metrics, 'EventThreshold.Minutes') ?? null }),
      status: textAt(metrics, 'Status') ?? null,
    }),
    replication_time: block({
      status: textAt(time, 'Status') ?? null,
      time: block({ minutes: numberAt(time, 'Time.Minutes') ?? null }),
    }),
    storage_class: textAt(value, 'StorageClass') ?? null,
  });
}

/** An empty filter selects everything, and distinguishes the newer kind of rule from the older. */
function filter(rule: JsonObject): Json {
  const given = member(rule, 'Filter');
  if (given === undefined) return null;
  const and = member(given, 'And');
  return [
    withoutDefaults(
      {
        and: block({
          prefix: textAt(and, 'Prefix') ?? null,
          tags: tagMap(member(and, 'Tag') ?? member(and, 'Tags')),
        }),
        prefix: textAt(given, 'Prefix') ?? null,
        tag: tagBlock(member(given, 'Tag')),
      },
      {},
    ),
  ];
}

function replicationRule(rule: JsonObject): JsonObject {
  const criteria = member(rule, 'SourceSelectionCriteria');
  return withoutDefaults(
    {
      delete_marker_replication: statusBlock(member(rule, 'DeleteMarkerReplication')),
      destination: destination(member(rule, 'Destination')),
      existing_object_replication: statusBlock(member(rule, 'ExistingObjectReplication')),
      filter: filter(rule),
      id: textAt(rule, 'ID') ?? null,
      prefix: textAt(rule, 'Prefix') ?? null,
      priority: numberAt(rule, 'Priority') ?? null,
      source_selection_criteria: block({
        replica_modifications: statusBlock(member(criteria, 'ReplicaModifications')),
        sse_kms_encrypted_objects: statusBlock(member(criteria, 'SseKmsEncryptedObjects')),
      }),
      status: textAt(rule, 'Status') ?? null,
    },
    {},
  );
}

function rules({ request }: AuditEvent): Json {
  return xmlItems(requestAt(request, configuration), 'Rule').map(replicationRule);
}

const replication = bucketPart({
  type: 'aws_s3_bucket_replication_configuration',
  fields: { role: `${configuration}.Role`, rule: built(rules) },
  calls: {
    PutBucketReplication: 'put',
    DeleteBucketReplication: 'delete',
  },
});

export const s3ReplicationEntries: readonly CatalogEntry[] = replication;
