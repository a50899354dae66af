import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { refTo } from '../catalog/effects.ts';
import { requireText, textAt } from '../catalog/request.ts';
import { map } from '../catalog/sources.ts';
import { aws } from './aws.ts';

const database = 'aws_glue_catalog_database';

/** The id of an account's catalog is the account id, and calls may leave it out. */
function databaseId(event: AuditEvent, member: string): string {
  const { request, scope } = event;
  return `${textAt(request, 'catalogId') ?? scope}:${requireText(request, member).toLowerCase()}`;
}

const byId =
  (member: string) =>
  (event: AuditEvent): ResourceRef =>
    refTo(database, { id: databaseId(event, member) });

const attributes = {
  description: 'databaseInput.description',
  location_uri: 'databaseInput.locationUri',
  parameters: map('databaseInput.parameters'),
};

export const glueEntries = aws('glue.amazonaws.com', [
  {
    type: database,
    identity: byId('name'),
    created: byId('databaseInput.name'),
    fixed: { name: 'databaseInput.name', catalog_id: 'catalogId' },
    fields: attributes,
    tags: 'tags',
    importId: (event) => databaseId(event, 'databaseInput.name'),
    resets: { description: '', location_uri: '', parameters: {} },
    calls: {
      CreateDatabase: 'create',
      UpdateDatabase: 'replace',
      DeleteDatabase: 'delete',
    },
  },
]);
