import type { GcpSettings } from '../../../config/sources.ts';
import { fieldTextAt } from '../../../evidence/audit/core/fields.ts';
import { normalizeEntry } from '../../../evidence/audit/gcp/normalize.ts';
import { hexDigest } from '../../../model/digest.ts';
import { day, shiftTime } from '../../../model/instant.ts';
import { isJsonObject, type Json } from '../../../model/json.ts';
import { answerPage, type ResponseForm } from '../answer.ts';
import { createLimiter } from '../limiter.ts';
import { withCollectRetries } from '../retry.ts';
import { isoTimeOf } from '../time.ts';
import type { CollectSource, CollectTimer, SourceRecord } from '../types.ts';
import type { CursorWindow } from '../window/cursor.ts';
import { type KeyedLog, windowedSource } from '../window/source.ts';
import { createGcpRequest, type GcpRequest } from './request.ts';

/** Admin activity is always kept for 400 days. */
const range = { reach: 399 * day, chunk: day };
/** Reads a second: a new project may make sixty a minute, shared by all parents. */
const perSecond = 0.9;
const pageSize = 1000;
/** How much older than its arrival an entry may be. This limits what Google has to search. */
const oldest = 7 * day;

/** Admin activity and system events of projects, folders and organizations. */
export function gcpSource(
  settings: GcpSettings,
  timer: CollectTimer,
  now: () => string,
  request: GcpRequest = createGcpRequest(settings.endpoint, now),
): CollectSource {
  const { name, parents } = settings;
  const limit = createLimiter({ perSecond, burst: 5 }, timer);
  const logs = parents.map(
    (parent): KeyedLog => ({
      key: parent,
      name: `${name} (${parent})`,
      async page(window, token, size = pageSize) {
        const body = {
          resourceNames: [parent],
          filter: filterOf(parent, window),
          orderBy: 'timestamp asc',
          pageSize: size,
          ...(token === undefined ? {} : { pageToken: token }),
        };
        const send = () => request('/v2/entries:list', body);
        const answer = await withCollectRetries(send, limit, timer);
        return answer.ok ? answerPage(answer.value, formAt(now())) : answer;
      },
    }),
  );
  const shown = parents.length === 1 ? parents[0] : `${parents.length} parents`;
  return windowedSource(settings, 'gcp', range, logs, `entries.list answers for ${shown}`);
}

/**
 * Filters by arrival, since entries come late. The log names are complete, so that Google's index
 * is used.
 */
function filterOf(parent: string, { from, to }: CursorWindow): string {
  const logs = ['activity', 'system_event'].map(
    (log) => `"${parent}/logs/cloudaudit.googleapis.com%2F${log}"`,
  );
  return [
    `logName=(${logs.join(' OR ')})`,
    `timestamp>="${shiftTime(from, -oldest)}"`,
    `receiveTimestamp>="${from}"`,
    `receiveTimestamp<="${to}"`,
  ].join(' AND ');
}

function formAt(now: string): ResponseForm {
  return {
    container: 'entries',
    opening: 'insertId',
    link: 'nextPageToken',
    record: (value, text) => entryRecord(value, text, now),
    ingestedAt: receivedAt,
  };
}

/**
 * An entry of an audit log that is worth keeping. Its `insertId` is unique only within log and
 * time.
 */
function entryRecord(value: Json, text: string, now: string): SourceRecord | undefined {
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

function receivedAt(value: Json): string | undefined {
  return isJsonObject(value) ? isoTimeOf(fieldTextAt(value, 'receiveTimestamp')) : undefined;
}
