import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import { arnIn, nameInArn, splitArn } from '../catalog/arn.ts';
import { refTo, setEffect, unknownChange } from '../catalog/effects.ts';
import { localRef } from '../catalog/naming.ts';
import { boolAt, objectsAt, requestAt, requireText, textAt } from '../catalog/request.ts';
import {
  bool,
  built,
  type CatalogAttributes,
  jsonField,
  number,
  setMembers,
  textField,
} from '../catalog/sources.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import {
  billingEffects,
  indexEffects,
  readDefinitions,
  readGlobalIndex,
  readKeySchema,
  readLocalIndex,
  replicaEffects,
} from './dynamodb-index.ts';

const insights = 'aws_dynamodb_contributor_insights';
const policy = 'aws_dynamodb_resource_policy';
const stream = 'aws_dynamodb_kinesis_streaming_destination';

function insightsRef(event: AuditEvent): ResourceRef {
  const index_name = textAt(event.request, 'indexName');
  const table_name = tableName(event);
  return refTo(insights, index_name === undefined ? { table_name } : { table_name, index_name });
}

function streamRef(event: AuditEvent): ResourceRef {
  return refTo(stream, {
    table_name: tableName(event),
    stream_arn: requireText(event.request, 'streamArn'),
  });
}

const dynamodbService = 'dynamodb.amazonaws.com';
export const tableFields = 'aws_dynamodb_table';

/** A member of the request, or of the table description in the response. */
function fromEither({ request, response }: AuditEvent, path: string): Json | undefined {
  return requestAt(request, path) ?? requestAt(response, `tableDescription.${path}`);
}

function tableName(event: AuditEvent): string {
  const given =
    textAt(event.request, 'targetTableName') ??
    textAt(event.request, 'tableName') ??
    textAt(event.request, 'tableCreationParameters.tableName') ??
    requireText(event.response, 'tableDescription.tableName');
  return nameInArn(given);
}

/** The table that the request names by name or ARN. Some records have it in the response only. */
function tableRef(event: AuditEvent, estate: Estate): ResourceRef {
  const given = textAt(event.request, 'tableName');
  if (given !== undefined && splitArn(given) !== undefined)
    return refTo(tableFields, { arn: given });
  const name = tableName(event);
  return localRef(event, estate, tableFields, { name }, arnIn(event, 'dynamodb', `table/${name}`));
}

const tableParent = { type: tableFields, keys: tableRef };

const attributes: CatalogAttributes = {
  billing_mode: 'billingMode',
  deletion_protection_enabled: bool('deletionProtectionEnabled'),
  read_capacity: number('provisionedThroughput.readCapacityUnits'),
  stream_enabled: bool('streamSpecification.streamEnabled'),
  stream_view_type: 'streamSpecification.streamViewType',
  table_class: 'tableClass',
  write_capacity: number('provisionedThroughput.writeCapacityUnits'),
  'on_demand_throughput.0.max_read_request_units': number('onDemandThroughput.maxReadRequestUnits'),
  'on_demand_throughput.0.max_write_request_units': number(
    'onDemandThroughput.maxWriteRequestUnits',
  ),
};

/** Terraform has the ARN of the key, and no key if the table uses the one that AWS manages. */
function encryption(event: AuditEvent, estate: Estate, ref: ResourceRef): readonly DraftEffect[] {
  const given = requestAt(event.request, 'sseSpecification');
  if (given === undefined) return [];
  const enabled = boolAt(given, 'enabled') ?? false;
  const declared = estate.find(ref)?.declares('server_side_encryption') === true;
  if (!enabled && !declared) return [setEffect(ref, ['server_side_encryption'], [])];
  const key =
    textAt(given, 'kmsMasterKeyId') === undefined
      ? undefined
      : (textAt(event.response, 'tableDescription.sseDescription.kmsMasterKeyArn') ??
        textAt(given, 'kmsMasterKeyId'));
  return [
    setEffect(ref, ['server_side_encryption', 0, 'enabled'], enabled),
    setEffect(ref, ['server_side_encryption', 0, 'kms_key_arn'], key ?? null),
  ];
}

function update(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const ref = tableRef(event, estate);
  if (event.omitted.includes('request')) return [unknownChange(ref)];
  const managed = estate.find(ref);
  const onDemand = textAt(event.request, 'billingMode') === 'PAY_PER_REQUEST';
  const { read_capacity, write_capacity, ...rest } = attributes;
  return [
    ...setMembers(event, ref, onDemand ? rest : attributes),
    ...billingEffects(event, ref, managed),
    ...indexEffects(event, ref, managed),
    ...encryption(event, estate, ref),
    ...replicaEffects(event, ref),
  ];
}

export const dynamodbTableEntries = aws(dynamodbService, [
  {
    type: tableFields,
    identity: tableRef,
    fields: {
      name: textField(tableName),
      ...attributes,
      hash_key: textField(
        (event) => readKeySchema({ keySchema: fromEither(event, 'keySchema') ?? [] })['hash_key'],
      ),
      range_key: textField(
        (event) => readKeySchema({ keySchema: fromEither(event, 'keySchema') ?? [] })['range_key'],
      ),
      attribute: built((event) =>
        readDefinitions({ attributeDefinitions: fromEither(event, 'attributeDefinitions') ?? [] }),
      ),
      global_secondary_index: built(({ request }) =>
        objectsAt(request, 'globalSecondaryIndexes').map(readGlobalIndex),
      ),
      local_secondary_index: built(({ request }) =>
        objectsAt(request, 'localSecondaryIndexes').map(readLocalIndex),
      ),
      'server_side_encryption.0.enabled': bool('sseSpecification.enabled'),
      'server_side_encryption.0.kms_key_arn': 'sseSpecification.kmsMasterKeyId',
    },
    tags: 'tags',
    defaults: {
      billing_mode: 'PROVISIONED',
      deletion_protection_enabled: false,
      server_side_encryption: [{ enabled: false }],
      stream_enabled: false,
      table_class: 'STANDARD',
    },
    importId: tableName,
    calls: {
      CreateTable: 'create',
      ImportTable: 'create',
      RestoreTableFromBackup: 'create',
      RestoreTableToPointInTime: 'create',
      DeleteTable: 'delete',
      UpdateTimeToLive: {
        set: {
          'ttl.0.attribute_name': 'timeToLiveSpecification.attributeName',
          'ttl.0.enabled': bool('timeToLiveSpecification.enabled'),
        },
      },
      UpdateContinuousBackups: {
        set: {
          'point_in_time_recovery.0.enabled': bool(
            'pointInTimeRecoverySpecification.pointInTimeRecoveryEnabled',
          ),
          'point_in_time_recovery.0.recovery_period_in_days': number(
            'pointInTimeRecoverySpecification.recoveryPeriodInDays',
          ),
        },
      },
      UpdateTable: { special: update },
      TagResource: { tag: 'tags', by: [{ arn: 'resourceArn' }] },
      UntagResource: { untag: 'tagKeys', by: [{ arn: 'resourceArn' }] },
    },
  },
  {
    type: insights,
    identity: insightsRef,
    fields: { table_name: textField(tableName), index_name: 'indexName' },
    importId: (event) =>
      `name:${tableName(event)}/index:${textAt(event.request, 'indexName') ?? ''}/${event.scope}`,
    parent: tableParent,
    calls: {
      UpdateContributorInsights: {
        does: 'create',
        deletes: ({ request }) => requireText(request, 'contributorInsightsAction') === 'DISABLE',
      },
    },
  },
  {
    type: policy,
    identity: [{ resource_arn: 'resourceArn' }],
    fields: { resource_arn: 'resourceArn', policy: jsonField('policy') },
    importId: 'resourceArn',
    parent: { type: tableFields, keys: [{ arn: 'resourceArn' }] },
    calls: {
      PutResourcePolicy: 'put',
      DeleteResourcePolicy: 'delete',
    },
  },
  {
    type: stream,
    identity: streamRef,
    fields: { table_name: textField(tableName), stream_arn: 'streamArn' },
    importId: (event) => `${tableName(event)},${requireText(event.request, 'streamArn')}`,
    parent: tableParent,
    calls: {
      EnableKinesisStreamingDestination: 'create',
      DisableKinesisStreamingDestination: 'delete',
    },
  },
  {
    ignores: [
      'BatchExecuteStatement',
      'BatchWriteItem',
      'CreateBackup',
      'DeleteBackup',
      'DeleteItem',
      'ExecuteStatement',
      'ExecuteTransaction',
      'ExportTableToPointInTime',
      'PutItem',
      'TransactWriteItems',
      'UpdateItem',
      'UpdateTableReplicaAutoScaling',
    ],
  },
]);
