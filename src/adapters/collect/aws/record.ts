import { normalizeRecord } from '../../../evidence/audit/cloudtrail/normalize.ts';
import { fieldTextAt } from '../../../evidence/audit/core/fields.ts';
import { hexDigest } from '../../../model/digest.ts';
import { isJsonObject, type Json } from '../../../model/json.ts';
import { isoTimeOf } from '../time.ts';
import type { SourceRecord } from '../types.ts';

/**
 * A CloudTrail record that is worth keeping; undefined if the log reader would drop it because it
 * changes nothing. A record that the reader would report as a problem is kept, so that it can.
 */
export function trailRecord(
  value: Json,
  text: string,
  ingestedAt: string,
): SourceRecord | undefined {
  if (!isJsonObject(value)) return undefined;
  const digest = hexDigest(text);
  const normalized = normalizeRecord(value, digest, { file: '' });
  if (normalized.kind === 'drop') return undefined;
  const isEvent = normalized.kind === 'event';
  return {
    id: isEvent ? normalized.event.id : (fieldTextAt(value, 'eventID') ?? digest.slice(0, 32)),
    eventTime:
      isoTimeOf(isEvent ? normalized.event.time : fieldTextAt(value, 'eventTime')) ?? ingestedAt,
    ingestedAt,
    raw: text,
  };
}
