import { entryOf } from '../../../evidence/audit/azure/entry.ts';
import { fieldTextAt } from '../../../evidence/audit/core/fields.ts';
import { hexDigest } from '../../../model/digest.ts';
import { isJsonObject, type Json } from '../../../model/json.ts';
import { isoTimeOf } from '../time.ts';
import type { SourceRecord } from '../types.ts';

/** A record of the Activity Log that is worth keeping: a step of a call that may change something. */
export function activityRecord(value: Json, text: string, now: string): SourceRecord | undefined {
  if (!isJsonObject(value)) return undefined;
  const digest = hexDigest(text);
  if (entryOf(value, 'rest', digest, { file: '' }).kind === 'drop') return undefined;
  const eventTime = isoTimeOf(fieldTextAt(value, 'eventTimestamp')) ?? submittedAt(value) ?? now;
  return {
    id: fieldTextAt(value, 'eventDataId') ?? fieldTextAt(value, 'id') ?? digest.slice(0, 32),
    eventTime,
    ingestedAt: submittedAt(value) ?? eventTime,
    raw: text,
  };
}

export function submittedAt(value: Json): string | undefined {
  return isJsonObject(value) ? isoTimeOf(fieldTextAt(value, 'submissionTimestamp')) : undefined;
}
