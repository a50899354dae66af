import type { CloudTrailClient, LookupEventsCommandInput } from '@aws-sdk/client-cloudtrail';
import { milliseconds } from '../../../config/duration.ts';
import type { LookupSettings } from '../../../config/sources.ts';
import { jsonDepth } from '../../../evidence/audit/scan/depth.ts';
import { hour, shiftTime } from '../../../model/instant.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { attemptCall } from '../attempt.ts';
import { type CallFailure, collectProblem } from '../failure.ts';
import { createLimiter } from '../limiter.ts';
import { withCollectRetries } from '../retry.ts';
import { maxDepth } from '../slices.ts';
import { isoTimeOf, latest } from '../time.ts';
import type { CollectSource, CollectTimer, SourceRecord, Stream } from '../types.ts';
import type { CursorWindow } from '../window/cursor.ts';
import { readWindows, type WindowedLog, type WindowPage } from '../window/read.ts';
import { type AwsAccess, clientOptions } from './access.ts';
import { awsFailure } from './failure.ts';
import { trailRecord } from './record.ts';

/** LookupEvents covers ninety days; an hour less, so that no window begins before that. */
const reach = 90 * 24 * hour - hour;
const chunk = 24 * hour;
/** Calls a second that AWS allows in a region of an account; the quota cannot be raised. */
const perSecond = 2;
const pageSize = 50;

/**
 * CloudTrail's own event history, which needs no trail and has the management events of 90 days.
 */
export function lookupSource(
  settings: LookupSettings,
  timer: CollectTimer,
  now: () => string,
): CollectSource {
  const limits = {
    since: milliseconds(settings.since),
    overlap: milliseconds(settings.overlap),
    reach,
    chunk,
  };
  const logs = accessesOf(settings).map((access) => ({
    key: keyOf(access),
    log: lookupLog(`${settings.name} (${keyOf(access)})`, access, timer, now),
  }));
  const streams = logs.map(
    ({ key, log }): Stream => ({
      key,
      read: (cursor, round) => readWindows(log, limits, cursor, round),
    }),
  );
  return {
    name: settings.name,
    cloud: 'aws',
    retention: milliseconds(settings.retention),
    streams: async () => ok(streams),
    async probe(round) {
      for (const { log } of logs) {
        const window = { from: shiftTime(round.now, -hour), to: round.now };
        const page = await log.page(window, undefined, 1);
        if (!page.ok) return fail(collectProblem(page.error, log.name));
      }
      return ok(`LookupEvents answers for ${keysText(logs.map(({ key }) => key))}`);
    },
  };
}

function keysText(keys: readonly string[]): string {
  return keys.length > 3 ? `${keys.length} regions of accounts` : keys.join(', ');
}

/** One for each account and region, because the limit applies to each of them. */
function accessesOf(settings: LookupSettings): readonly AwsAccess[] {
  const { profile, endpoint, sts_endpoint: stsEndpoint } = settings;
  const roles = settings.accounts?.map((account) => ({
    arn: account.role_arn,
    externalId: account.external_id,
  })) ?? [undefined];
  return roles.flatMap((role) =>
    settings.regions.map((region) => ({ region, profile, endpoint, stsEndpoint, role })),
  );
}

function keyOf({ role, region }: AwsAccess): string {
  return `${role === undefined ? 'own' : (role.arn.split(':')[4] ?? '')}/${region}`;
}

interface LookupLog extends WindowedLog {
  page(
    window: CursorWindow,
    token: string | undefined,
    size?: number,
  ): Promise<Result<WindowPage, CallFailure>>;
}

function lookupLog(
  name: string,
  access: AwsAccess,
  timer: CollectTimer,
  now: () => string,
): LookupLog {
  const limit = createLimiter({ perSecond, burst: 1 }, timer);
  let client: CloudTrailClient | undefined;
  return {
    name,
    page: (window, token, size = pageSize) =>
      withCollectRetries(
        () =>
          attemptCall(
            async () => {
              const { CloudTrailClient, LookupEventsCommand } = await import(
                '@aws-sdk/client-cloudtrail'
              );
              client ??= new CloudTrailClient(await clientOptions(access));
              const answer = await client.send(
                new LookupEventsCommand(inputOf(window, token, size)),
              );
              return pageOf(answer.Events ?? [], answer.NextToken);
            },
            (error) => awsFailure(error, now()),
          ),
        limit,
        timer,
      ),
  };
}

/**
 * A request with a token has to equal the first one in everything else. Times are rounded outward
 * to whole seconds.
 */
function inputOf(
  { from, to }: CursorWindow,
  token: string | undefined,
  size: number,
): LookupEventsCommandInput {
  return {
    StartTime: new Date(Math.floor(Date.parse(from) / 1000) * 1000),
    EndTime: new Date(Math.ceil(Date.parse(to) / 1000) * 1000),
    LookupAttributes: [{ AttributeKey: 'ReadOnly', AttributeValue: 'false' }],
    MaxResults: size,
    ...(token === undefined ? {} : { NextToken: token }),
  };
}

interface LookupEvent {
  readonly EventTime?: Date | undefined;
  readonly CloudTrailEvent?: string | undefined;
}

function pageOf(events: readonly LookupEvent[], token: string | undefined): WindowPage {
  const newest = latest(events.map(({ EventTime }) => isoTimeOf(EventTime)));
  return {
    records: events.flatMap(recordOf),
    read: events.length,
    ...(newest === undefined ? {} : { newest }),
    ...(token === undefined || token === '' ? {} : { token }),
  };
}

/** The history does not report when an event became readable, so the event's time is used. */
function recordOf({ EventTime, CloudTrailEvent: text }: LookupEvent): readonly SourceRecord[] {
  const time = isoTimeOf(EventTime);
  if (text === undefined || time === undefined) return [];
  const value = jsonDepth(text, maxDepth) > maxDepth ? undefined : parsedJson(text);
  const record = value === undefined ? undefined : trailRecord(value, text, time);
  return record === undefined ? [] : [record];
}
