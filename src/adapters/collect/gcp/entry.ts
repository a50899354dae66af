import { fieldTextAt } from '../../../evidence/audit/core/fields.ts';
import { normalizeEntry } from '../../../evidence/audit/gcp/normalize.ts';
import { hexDigest } from '../../../model/digest.ts';
import { isJsonObject, type Json } from '../../../model/json.ts';
import { isoTimeOf } from '../time.ts';
import type { SourceRecord } from '../types.ts';

/**
 * An entry of an audit log that is worth keeping. Its `insertId` is unique only within log and
 * time.
 */
export function entryRecord(value: Json, text: string, now: string): SourceRecord | undefined {
  if (!isJsonObject(value)) return undefined;
  const digest = hexDigest(text);
  if (normalizeEntry(value, digest, { file: '' }).kind === 'drop') return undefined;
  const timestamp = fieldTextAt(value, 'timestamp');
  const insertId = fieldTextAt(value, 'insertId');
  const eventTime = isoTimeOf(timestamp) ?? receivedAt(value) ?? now;
  return {
    id:
      insertId === undefined
        ? digest.slice(0, 32)
        : [fieldTextAt(value, 'logName') ?? '', timestamp ?? '', insertId].join(' '),
    eventTime,
    ingestedAt: receivedAt(value) ?? eventTime,
    raw: text,
  };
}

export function receivedAt(value: Json): string | undefined {
  return isJsonObject(value) ? isoTimeOf(fieldTextAt(value, 'receiveTimestamp')) : undefined;
}
