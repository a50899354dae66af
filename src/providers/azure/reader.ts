import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';
import { unknownChange } from '../catalog/effects.ts';
import { items, requestAt, requireText, scalar, textAt } from '../catalog/request.ts';
import type { TableReader } from '../catalog/resource.ts';
import { setMembers } from '../catalog/sources.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import type { ArmId } from './arm-id.ts';
import { armId, nameIn, operationPrefix, wholeId } from './arm-id.ts';
import { writeChildren } from './children.ts';
import { eventBody, idIn, wholeIn } from './event.ts';
import { writeLinks } from './links.ts';
import { withState } from './merge.ts';
import { azureFieldPaths } from './repeated.ts';
import type { AzureForms, AzureType } from './spec.ts';
import type { AzureTable, FoundEntry } from './table.ts';
import { azureRefTo, findType } from './table.ts';
import type { AzureWrite } from './write.ts';
import { ownEffects } from './write.ts';

/** Reads tables whose sources are dotted paths in the body of a request. */
export function createReader(table: AzureTable): TableReader<AzureForms, AzureType> {
  return {
    refOf: (spec, event, estate) => azureTarget(table, spec, event, estate)?.ref,
    write: (spec, { resource, only, fields, details, event, estate }) => {
      const id = idOf(table, spec, event);
      const managed = estate.find(resource);
      const part = nameIn(requireText(event.request, 'resourceId'));
      const custom = details.custom?.({ event, estate, id, ref: resource, managed, part });
      if (custom !== undefined) return custom;
      const write = azureWrite(table, spec, id, event, estate);
      if (write === undefined) return [unknownChange(resource)];
      if (!only) return writtenEffects(write, spec);
      return withState(setMembers({ ...event, request: write.body }, resource, fields), managed);
    },
    valueAt: ({ request }, source) => requestAt(request, `body.${source}`),
    elementsAt: ({ request }, list) => {
      const raw = requestAt(request, `body.${list}`);
      return raw === undefined ? undefined : items(raw).flatMap((one) => scalar(one) ?? []);
    },
    pathsOf: ({ fixed }, verb, fields) => {
      if (verb === 'delete' || verb === 'touch') return [];
      return azureFieldPaths(verb === 'patch' ? fields : { ...fixed, ...fields });
    },
  };
}

interface Target extends FoundEntry {
  readonly id: ArmId;
}

/** The resource that a call concerns, or undefined if it is of another type. */
export function azureTarget(
  table: AzureTable,
  spec: AzureType,
  event: AuditEvent,
  estate: Estate,
): Target | undefined {
  const id = idOf(table, spec, event);
  const isWrite = event.operation === `${operationPrefix(spec.arm).path}/write`;
  const found = findType(table, estate, id, isWrite ? eventBody(event) : undefined);
  return found?.spec.type === spec.type ? { ...found, id } : undefined;
}

/** The id of a resource of the type. A call on a part of it has the id of the part. */
function idOf(table: AzureTable, { arm }: AzureType, event: AuditEvent): ArmId {
  const { path } = operationPrefix(arm);
  const verb = event.operation.lastIndexOf('/');
  const part = event.operation.slice(path.length, verb);
  const id = idIn(event, `${arm}${part}`, table);
  return part === '' ? id : armId(wholeId(id, arm), arm, table.spelling);
}

/** Undefined if the log lacks the body. */
export function azureWrite(
  table: AzureTable,
  spec: AzureType,
  id: ArmId,
  event: AuditEvent,
  estate: Estate,
): AzureWrite | undefined {
  const body = eventBody(event);
  if (body === undefined) return undefined;
  const replaces = isWhole(event, spec, body);
  return { event, estate, table, id, body, replaces, after: wholeIn(event) };
}

/** A PUT has the entire resource, including its location; a PATCH may lack the location. */
function isWhole(event: AuditEvent, { tagged }: AzureType, body: JsonObject): boolean {
  const method = textAt(event.request, 'method')?.toUpperCase();
  if (method !== undefined) return method !== 'PATCH';
  return tagged !== true || requestAt(body, 'location') !== undefined;
}

function writtenEffects(write: AzureWrite, spec: AzureType): readonly DraftEffect[] {
  const managed = write.estate.find(azureRefTo(spec, write.id));
  return [
    ...ownEffects(write, spec, managed),
    ...writeChildren(write, spec, managed, writtenEffects),
    ...writeLinks(write, spec, managed),
    ...(spec.more?.(write) ?? []),
  ];
}
