import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { creates, deletes, map } from '../catalog/define.ts';
import { refTo } from '../catalog/effects.ts';
import { replaces } from '../catalog/replace.ts';
import { requireText, textAt } from '../catalog/request.ts';
import type { CatalogEntry } from '../catalog/types.ts';

const service = 'glue.amazonaws.com';
const database = 'aws_glue_catalog_database';

/** The catalog of an account has the account's number, which calls leave out. */
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

export const glueEntries: readonly CatalogEntry[] = [
  creates({
    service,
    operations: ['CreateDatabase'],
    type: database,
    keys: byId('databaseInput.name'),
    attributes: { name: 'databaseInput.name', catalog_id: 'catalogId', ...attributes },
    tags: 'tags',
    importId: (event) => databaseId(event, 'databaseInput.name'),
  }),
  replaces({
    service,
    operations: ['UpdateDatabase'],
    type: database,
    keys: byId('name'),
    attributes,
    resets: { description: '', location_uri: '', parameters: {} },
  }),
  deletes({ service, operations: ['DeleteDatabase'], type: database, keys: byId('name') }),
];
