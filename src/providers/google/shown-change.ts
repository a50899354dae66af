import type { AuditEvent } from '../../model/event.ts';
import { canonicalJson, isJsonObject } from '../../model/json.ts';
import { valueAtPath } from '../../model/path.ts';
import { unknownChange } from '../catalog/effects.ts';
import type { DraftEffect } from '../catalog/types.ts';
import { type FieldReading, fieldEffects, type GoogleFields } from './fields.ts';
import { memberValueAt } from './members.ts';

interface ShownType {
  readonly fields: GoogleFields;
  /** Members of the details that show the resource after the call. */
  readonly shownIn?: readonly string[];
}

/**
 * The change in a log without requests, as the details show the resource after the call. They do
 * not show everything: if all that they show is unchanged, the call changed something else.
 */
export function shownChange(
  { shownIn = [], fields }: ShownType,
  { details }: AuditEvent,
  reading: FieldReading,
): readonly DraftEffect[] {
  const unknown = [unknownChange(reading.resource)];
  const body = shownIn
    .map((path) => memberValueAt(details, path))
    .find((found) => isJsonObject(found));
  if (body === undefined) return unknown;
  const effects = fieldEffects(reading, fields, body);
  return effects.some((one) => isNew(one, reading)) ? effects : unknown;
}

function isNew({ change }: DraftEffect, { managed }: FieldReading): boolean {
  if (change.kind !== 'set' || change.value.kind !== 'known') return true;
  const before = valueAtPath(managed?.attributes, change.path) ?? null;
  return canonicalJson(before) !== canonicalJson(change.value.value);
}
