import type { AuditEvent } from '../../model/event.ts';
import { toTextMap } from '../catalog/convert.ts';
import { omittedEffect, setEffect, setLogged, unknownChange } from '../catalog/effects.ts';
import { requestAt, requireText, textAt } from '../catalog/request.ts';
import { readTags, tagEffects } from '../catalog/tags.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { armId, armTypeOf } from './arm-id.ts';
import type { AzureTable, FoundEntry } from './table.ts';
import { findType } from './table.ts';

const service = 'microsoft.resources';

/**
 * Tags that are written next to their resource: `ID/providers/Microsoft.Resources/tags/default`.
 */
export function tagEntries(table: AzureTable, types: readonly string[]): readonly CatalogEntry[] {
  const entry = (
    operation: string,
    effects: (event: AuditEvent, found: Pick<FoundEntry, 'ref'>) => readonly DraftEffect[],
  ): CatalogEntry => ({
    service,
    operations: [operation],
    types,
    effects: (event, estate) => {
      const found = taggedBy(event, estate, table);
      return found === undefined ? [] : effects(event, found);
    },
  });
  return [
    entry('tags/write', write),
    entry('tags/delete', (_event, { ref }) => [setEffect(ref, ['tags'], {})]),
  ];
}

function taggedBy(
  event: AuditEvent,
  estate: Estate,
  table: AzureTable,
): Pick<FoundEntry, 'ref'> | undefined {
  const key = requireText(event.request, 'resourceId').replace(
    /\/providers\/microsoft\.resources\/tags\/[^/]+$/,
    '',
  );
  const arm = armTypeOf(key);
  const id = armId(key, table.spelling(arm) ?? arm, table.spelling);
  return findType(table, estate, id) ?? managedUnder(key, estate);
}

/** A managed resource of a type in no table; tags work the same for all types. */
function managedUnder(id: string, estate: Estate): Pick<FoundEntry, 'ref'> | undefined {
  const types = (estate.types?.() ?? []).filter((type) => type.startsWith('azurerm_'));
  const refs = types.map((type) => ({ type, keys: [{ id }] }));
  const ref = refs.find((one) => {
    const managed = estate.find(one);
    return managed !== undefined && Object.hasOwn(managed.attributes, 'tags');
  });
  return ref && { ref };
}

/**
 * The `operation` says whether tags are merged, deleted or replaced. Without one they are replaced.
 */
function write(event: AuditEvent, { ref }: Pick<FoundEntry, 'ref'>): readonly DraftEffect[] {
  const body = requestAt(event.request, 'body') ?? requestAt(event.response, 'body');
  const tags = requestAt(body, 'properties.tags');
  if (tags === undefined) {
    return [omittedEffect(ref, ['tags'])];
  }
  switch (textAt(body, 'operation')?.toLowerCase() ?? 'replace') {
    case 'merge':
      return tagEffects(ref, tags);
    case 'delete':
      return readTags(tags).map(({ key }) => setEffect(ref, ['tags', key], null));
    case 'replace':
      return [setLogged(ref, ['tags'], tags, toTextMap)];
    default:
      return [unknownChange(ref)];
  }
}
