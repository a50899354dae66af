import type { ActivitySettings } from '../../../config/sources.ts';
import { readAzureEntry } from '../../../evidence/audit/azure/entry.ts';
import { fieldTextAt } from '../../../evidence/audit/core/fields.ts';
import { hexDigest } from '../../../model/digest.ts';
import { hour } from '../../../model/instant.ts';
import { isJsonObject, type Json } from '../../../model/json.ts';
import { answerPage, type ResponseForm } from '../answer.ts';
import { createLimiter } from '../limiter.ts';
import { withCollectRetries } from '../retry.ts';
import { isoTimeOf } from '../time.ts';
import type { CollectSource, CollectTimer, SourceRecord } from '../types.ts';
import { type KeyedLog, windowedSource } from '../window/source.ts';
import { createActivityClient } from './client.ts';

/** The Activity Log is kept for ninety days. */
const range = { reach: 90 * 24 * hour - hour, chunk: 24 * hour };
/** Calls a second, well below what Azure allows a principal in a subscription. */
const perSecond = 4;

/** The Activity Log of subscriptions, read through Azure Resource Manager. */
export function activitySource(
  settings: ActivitySettings,
  timer: CollectTimer,
  now: () => string,
): CollectSource {
  const logs = settings.subscriptions.map((one) => activityLog(settings, one, timer, now));
  const answers = `the Activity Log answers for ${logs.length} of ${logs.length} subscriptions`;
  return windowedSource(settings, 'azure', range, logs, answers);
}

function activityLog(
  settings: ActivitySettings,
  subscription: string,
  timer: CollectTimer,
  now: () => string,
): KeyedLog {
  const limit = createLimiter({ perSecond, burst: perSecond }, timer);
  const client = createActivityClient(subscription, settings.endpoint, now);
  const { resource_group: resourceGroup } = settings;
  return {
    key: subscription,
    name: `${settings.name} (${subscription})`,
    async page(window, token) {
      const answer = await withCollectRetries(
        () =>
          token === undefined ? client.first({ ...window, resourceGroup }) : client.next(token),
        limit,
        timer,
      );
      return answer.ok ? answerPage(answer.value, formAt(now())) : answer;
    },
  };
}

function formAt(now: string): ResponseForm {
  return {
    container: 'value',
    opening: 'authorization',
    link: 'nextLink',
    record: (value, text) => activityRecord(value, text, now),
    ingestedAt: submittedAt,
  };
}

/** A record of the Activity Log that is worth keeping: a step of a call that may change something. */
function activityRecord(value: Json, text: string, now: string): SourceRecord | undefined {
  if (!isJsonObject(value)) return undefined;
  const digest = hexDigest(text);
  if (readAzureEntry(value, 'rest', digest, { file: '' }).kind === 'drop') return undefined;
  const eventTime = isoTimeOf(fieldTextAt(value, 'eventTimestamp')) ?? submittedAt(value) ?? now;
  return {
    id: fieldTextAt(value, 'eventDataId') ?? fieldTextAt(value, 'id') ?? digest.slice(0, 32),
    eventTime,
    ingestedAt: submittedAt(value) ?? eventTime,
    raw: text,
  };
}

function submittedAt(value: Json): string | undefined {
  return isJsonObject(value) ? isoTimeOf(fieldTextAt(value, 'submissionTimestamp')) : undefined;
}
