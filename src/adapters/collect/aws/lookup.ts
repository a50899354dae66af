import type { CloudTrailClient, LookupEventsCommandInput } from '@aws-sdk/client-cloudtrail';
import type { LookupSettings } from '../../../config/sources.ts';
import { jsonDepth } from '../../../evidence/audit/scan/depth.ts';
import { hour } from '../../../model/instant.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import { maxDepth } from '../slices.ts';
import { isoTimeOf, latest } from '../time.ts';
import type { CollectSource, CollectTimer, SourceRecord } from '../types.ts';
import type { CursorWindow } from '../window/cursor.ts';
import type { WindowPage } from '../window/read.ts';
import { type KeyedLog, windowedSource } from '../window/source.ts';
import { type AwsAccess, awsCaller, clientOptions } from './access.ts';
import { trailRecord } from './record.ts';

/** LookupEvents covers ninety days; an hour less, so that no window begins before that. */
const range = { reach: 90 * 24 * hour - hour, chunk: 24 * hour };
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
  const logs = accessesOf(settings).map((access) => lookupLog(settings.name, access, timer, now));
  const answers = `LookupEvents answers for ${keysText(logs.map(({ key }) => key))}`;
  return windowedSource(settings, 'aws', range, logs, answers);
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

function lookupLog(
  source: string,
  access: AwsAccess,
  timer: CollectTimer,
  now: () => string,
): KeyedLog {
  const key = keyOf(access);
  const call = awsCaller({ perSecond, burst: 1 }, timer, now);
  let client: CloudTrailClient | undefined;
  return {
    key,
    name: `${source} (${key})`,
    page: (window, token, size = pageSize) =>
      call(async () => {
        const { CloudTrailClient, LookupEventsCommand } = await import(
          '@aws-sdk/client-cloudtrail'
        );
        client ??= new CloudTrailClient(await clientOptions(access));
        const answer = await client.send(new LookupEventsCommand(inputOf(window, token, size)));
        return pageOf(answer.Events ?? [], answer.NextToken);
      }),
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
