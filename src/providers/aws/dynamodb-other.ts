import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { creates, deletes, ignores, jsonField, textField } from '../catalog/define.ts';
import { createEffect, deleteEffect, refTo } from '../catalog/effects.ts';
import { puts } from '../catalog/replace.ts';
import { requireText, textAt } from '../catalog/request.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import {
  dynamodbService,
  tableFields,
  tableName,
  tableParent,
  tableRef,
} from './dynamodb-table.ts';

const insights = 'aws_dynamodb_contributor_insights';
const policy = 'aws_dynamodb_resource_policy';
const stream = 'aws_dynamodb_kinesis_streaming_destination';

function insightsRef(event: AuditEvent): ResourceRef {
  const index_name = textAt(event.request, 'indexName');
  const table_name = tableName(event);
  return refTo(insights, index_name === undefined ? { table_name } : { table_name, index_name });
}

function contributorInsights(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const ref = insightsRef(event);
  if (requireText(event.request, 'contributorInsightsAction') === 'DISABLE') {
    return [deleteEffect(ref)];
  }
  const name = tableName(event);
  const index = textAt(event.request, 'indexName');
  return [
    createEffect(
      ref,
      { table_name: name, ...(index === undefined ? {} : { index_name: index }) },
      {
        importId: `name:${name}/index:${index ?? ''}/${event.scope}`,
        parent: tableRef(event, estate),
      },
    ),
  ];
}

function streamRef(event: AuditEvent): ResourceRef {
  return refTo(stream, {
    table_name: tableName(event),
    stream_arn: requireText(event.request, 'streamArn'),
  });
}

export const dynamodbOtherEntries: readonly CatalogEntry[] = [
  {
    service: dynamodbService,
    operations: ['UpdateContributorInsights'],
    types: [insights],
    effects: contributorInsights,
  },
  puts({
    service: dynamodbService,
    operations: ['PutResourcePolicy'],
    type: policy,
    keys: [{ resource_arn: 'resourceArn' }],
    attributes: { resource_arn: 'resourceArn', policy: jsonField('policy') },
    importId: 'resourceArn',
    parent: { type: tableFields, keys: [{ arn: 'resourceArn' }] },
  }),
  deletes({
    service: dynamodbService,
    operations: ['DeleteResourcePolicy'],
    type: policy,
    keys: [{ resource_arn: 'resourceArn' }],
  }),
  creates({
    service: dynamodbService,
    operations: ['EnableKinesisStreamingDestination'],
    type: stream,
    keys: streamRef,
    attributes: { table_name: textField(tableName), stream_arn: 'streamArn' },
    importId: (event) => `${tableName(event)},${requireText(event.request, 'streamArn')}`,
    parent: tableParent,
  }),
  deletes({
    service: dynamodbService,
    operations: ['DisableKinesisStreamingDestination'],
    type: stream,
    keys: streamRef,
  }),
  ignores(dynamodbService, [
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
  ]),
];
