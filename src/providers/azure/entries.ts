import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';
import { deleteEffect, unknownChange } from '../catalog/effects.ts';
import { requestAt, textAt } from '../catalog/request.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { deleteInline, inlinePart, writeChildren, writeInline } from './children.ts';
import { eventBody, idIn, wholeIn } from './event.ts';
import { writeLinks } from './links.ts';
import type { AzureType } from './spec.ts';
import { azurePathsOf } from './spec.ts';
import type { AzureTable } from './table.ts';
import { azureRefTo, createTable, findType } from './table.ts';
import type { AzureWrite } from './write.ts';
import { ownEffects } from './write.ts';

/** One entry for the writes of each ARM type, and one for its deletes. */
export function resourceEntries(types: readonly AzureType[]): readonly CatalogEntry[] {
  const table = createTable(types);
  const arms = [...new Set(types.map(({ arm }) => arm))];
  return arms.flatMap((arm) => {
    const { service, path } = operationsOf(arm);
    const specs = table.specs(arm.toLowerCase());
    const hosts = table.hosts(arm.toLowerCase()).map(({ spec }) => spec.type);
    const links = specs.flatMap((spec) => (spec.links ?? []).map(({ type }) => type));
    const names = [...new Set([...specs.map(({ type }) => type), ...hosts, ...links])];
    const [first] = specs;
    const write: CatalogEntry = {
      service,
      operations: [`${path}/write`],
      types: names,
      paths: first === undefined ? [] : azurePathsOf({ ...first.fixed, ...first.attributes }),
      ...(first?.defaults === undefined ? {} : { defaults: first.defaults }),
      effects: (event, estate) => writeOf(event, estate, table, arm),
    };
    const remove: CatalogEntry = {
      service,
      operations: [`${path}/delete`],
      types: names,
      effects: (event, estate) => deleteOf(event, estate, table, arm),
    };
    // Their paths and defaults are data, too, though the operations are those of the first.
    const others = specs.slice(1).map(
      (spec): CatalogEntry => ({
        service,
        operations: [],
        types: [spec.type],
        paths: azurePathsOf({ ...spec.fixed, ...spec.attributes }),
        ...(spec.defaults === undefined ? {} : { defaults: spec.defaults }),
        effects: () => [],
      }),
    );
    return [write, remove, ...others];
  });
}

/** Resource groups are written under `subscriptions/resourcegroups`. */
function operationsOf(arm: string): { readonly service: string; readonly path: string } {
  const lower = arm.toLowerCase();
  const slash = lower.indexOf('/');
  const path = lower.slice(slash + 1);
  const isGroup = lower === 'microsoft.resources/resourcegroups';
  return { service: lower.slice(0, slash), path: isGroup ? `subscriptions/${path}` : path };
}

/** What a call is about: the resource, or the part of one that is written inline. */
function nameIn(
  event: AuditEvent,
  estate: Estate,
  table: AzureTable,
  arm: string,
  body?: JsonObject,
) {
  const id = idIn(event, arm, table);
  const found = findType(table, estate, id, body);
  if (found === undefined) return undefined;
  const part = found.managed === undefined ? inlinePart(table, estate, id) : undefined;
  return { id, found, part };
}

function writeOf(
  event: AuditEvent,
  estate: Estate,
  table: AzureTable,
  arm: string,
): readonly DraftEffect[] {
  const body = eventBody(event);
  const named = nameIn(event, estate, table, arm, body);
  if (named === undefined) return [];
  const { id, found, part } = named;
  if (body === undefined) {
    const ref = part === undefined ? found.ref : azureRefTo(part.spec, part.hostId);
    return [unknownChange(ref)];
  }
  const replaces = isWhole(event, found.spec, body);
  const write: AzureWrite = { event, estate, table, id, body, replaces, after: wholeIn(event) };
  return part === undefined ? effectsOf(write, found.spec) : writeInline(part, write);
}

/** A PUT has the whole resource, of which the place is a part; a PATCH may not name it. */
function isWhole(event: AuditEvent, spec: AzureType, body: JsonObject): boolean {
  const method = textAt(event.request, 'method')?.toUpperCase();
  if (method !== undefined) return method !== 'PATCH';
  return spec.tagged !== true || requestAt(body, 'location') !== undefined;
}

function effectsOf(write: AzureWrite, spec: AzureType): readonly DraftEffect[] {
  const managed = write.estate.find(azureRefTo(spec, write.id));
  return [
    ...ownEffects(write, spec, managed),
    ...writeChildren(write, spec, managed, effectsOf),
    ...writeLinks(write, spec, managed),
    ...(spec.more?.(write) ?? []),
  ];
}

function deleteOf(
  event: AuditEvent,
  estate: Estate,
  table: AzureTable,
  arm: string,
): readonly DraftEffect[] {
  const named = nameIn(event, estate, table, arm);
  if (named === undefined) return [];
  const { id, found, part } = named;
  return part === undefined ? [deleteEffect(found.ref)] : deleteInline(part, id);
}
