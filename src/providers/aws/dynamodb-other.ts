import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { refTo } from '../catalog/effects.ts';
import { ignores } from '../catalog/ignores.ts';
import { requireText, textAt } from '../catalog/request.ts';
import { jsonField, textField } from '../catalog/sources.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { dynamodbService, tableFields, tableName, tableParent } from './dynamodb-table.ts';

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

export const dynamodbOtherEntries: readonly CatalogEntry[] = [
  ...aws({
    service: dynamodbService,
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
  }),
  ...aws({
    service: dynamodbService,
    type: policy,
    identity: [{ resource_arn: 'resourceArn' }],
    fields: { resource_arn: 'resourceArn', policy: jsonField('policy') },
    importId: 'resourceArn',
    parent: { type: tableFields, keys: [{ arn: 'resourceArn' }] },
    calls: {
      PutResourcePolicy: 'put',
      DeleteResourcePolicy: 'delete',
    },
  }),
  ...aws({
    service: dynamodbService,
    type: stream,
    identity: streamRef,
    fields: { table_name: textField(tableName), stream_arn: 'streamArn' },
    importId: (event) => `${tableName(event)},${requireText(event.request, 'streamArn')}`,
    parent: tableParent,
    calls: {
      EnableKinesisStreamingDestination: 'create',
      DisableKinesisStreamingDestination: 'delete',
    },
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
