import { createHash } from 'node:crypto';
import { textAt } from '../../../evidence/audit/core/fields.ts';
import { normalizeEntry } from '../../../evidence/audit/gcp/normalize.ts';
import { isJsonObject, type Json } from '../../../model/json.ts';
import { isoTime } from '../time.ts';
import type { SourceRecord } from '../types.ts';

/** An entry of an audit log that is worth keeping. Its id is unique within log and time. */
export function entryRecord(value: Json, text: string, now: string): SourceRecord | undefined {
  if (!isJsonObject(value)) return undefined;
  const digest = createHash('sha256').update(text).digest('hex');
  if (normalizeEntry(value, digest, { file: '' }).kind === 'drop') return undefined;
  const timestamp = textAt(value, 'timestamp');
  const insertId = textAt(value, 'insertId');
  const eventTime = isoTime(timestamp) ?? receivedAt(value) ?? now;
  return {
    id:
      insertId === undefined
        ? digest.slice(0, 32)
        : [textAt(value, 'logName') ?? '', timestamp ?? '', insertId].join(' '),
    eventTime,
    ingestedAt: receivedAt(value) ?? eventTime,
    raw: text,
  };
}

export function receivedAt(value: Json): string | undefined {
  return isJsonObject(value) ? isoTime(textAt(value, 'receiveTimestamp')) : undefined;
}
