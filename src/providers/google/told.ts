import type { AuditEvent } from '../../model/event.ts';
import { canonicalJson, isJsonObject } from '../../model/json.ts';
import { unknownChange } from '../catalog/define.ts';
import type { DraftEffect } from '../catalog/types.ts';
import { attributeAt, type Fields, fieldEffects, type Reading } from './fields.ts';
import { valueAt } from './members.ts';

interface Told {
  readonly fields: Fields;
  /** Members of the details that show the resource as it is afterwards. */
  readonly told?: readonly string[];
}

/**
 * What a log without requests shows of a resource as it is afterwards. Not all of it is shown: where
 * that is all as it was, the call changed something else.
 */
export function toldChange(
  { told = [], fields }: Told,
  { details }: AuditEvent,
  reading: Reading,
): readonly DraftEffect[] {
  const unknown = [unknownChange(reading.resource)];
  const body = told.map((path) => valueAt(details, path)).find((found) => isJsonObject(found));
  if (body === undefined) return unknown;
  const effects = fieldEffects(reading, fields, body);
  return effects.some((one) => isNew(one, reading)) ? effects : unknown;
}

function isNew({ change }: DraftEffect, { managed }: Reading): boolean {
  if (change.kind !== 'set' || change.value.kind !== 'known') return true;
  const before = attributeAt(managed?.attributes, change.path) ?? null;
  return canonicalJson(before) !== canonicalJson(change.value.value);
}
