import { milliseconds } from '../../../config/duration.ts';
import type { GcpSettings } from '../../../config/sources.ts';
import { day, hour, shiftTime } from '../../../model/instant.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { type AnswerForm, answerPage } from '../answer.ts';
import { type CallFailure, collectProblem } from '../failure.ts';
import { createLimiter, type Limiter } from '../limiter.ts';
import { withCollectRetries } from '../retry.ts';

import type { CollectSource, CollectTimer, Stream } from '../types.ts';
import type { CursorWindow } from '../window/cursor.ts';
import { readWindows, type WindowedLog, type WindowPage } from '../window/read.ts';
import { entryRecord, receivedAt } from './entry.ts';
import { createGcpRequest, type GcpRequest } from './request.ts';

/** Admin activity is always kept for 400 days. */
const reach = 399 * day;
const chunk = day;
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
  const limits = {
    since: milliseconds(settings.since),
    overlap: milliseconds(settings.overlap),
    reach,
    chunk,
  };
  const limit = createLimiter({ perSecond, burst: 5 }, timer);
  const logs = settings.parents.map((parent) =>
    entriesLog({ name: `${settings.name} (${parent})`, parent, request, limit, timer, now }),
  );
  return {
    name: settings.name,
    cloud: 'gcp',
    retention: milliseconds(settings.retention),
    streams: async () =>
      ok(
        logs.map(
          (log): Stream => ({
            key: log.parent,
            read: (cursor, round) => readWindows(log, limits, cursor, round),
          }),
        ),
      ),
    async probe(round) {
      for (const log of logs) {
        const window = { from: shiftTime(round.now, -hour), to: round.now };
        const page = await log.page(window, undefined, 1);
        if (!page.ok) return fail(collectProblem(page.error, log.name));
      }
      return ok(
        `entries.list answers for ${logs.length === 1 ? logs[0]?.parent : `${logs.length} parents`}`,
      );
    },
  };
}

interface EntriesLog extends WindowedLog {
  readonly parent: string;
  page(
    window: CursorWindow,
    token: string | undefined,
    size?: number,
  ): Promise<Result<WindowPage, CallFailure>>;
}

interface EntriesDeps {
  readonly name: string;
  readonly parent: string;
  readonly request: GcpRequest;
  readonly limit: Limiter;
  readonly timer: CollectTimer;
  readonly now: () => string;
}

function entriesLog({ name, parent, request, limit, timer, now }: EntriesDeps): EntriesLog {
  return {
    name,
    parent,
    async page(window, token, size = pageSize) {
      const body = {
        resourceNames: [parent],
        filter: filterOf(parent, window),
        orderBy: 'timestamp asc',
        pageSize: size,
        ...(token === undefined ? {} : { pageToken: token }),
      };
      const answer = await withCollectRetries(
        () => request('/v2/entries:list', body),
        limit,
        timer,
      );
      return answer.ok ? answerPage(answer.value, formAt(now())) : answer;
    },
  };
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

function formAt(now: string): AnswerForm {
  return {
    container: 'entries',
    opening: 'insertId',
    link: 'nextPageToken',
    record: (value, text) => entryRecord(value, text, now),
    ingestedAt: receivedAt,
  };
}
