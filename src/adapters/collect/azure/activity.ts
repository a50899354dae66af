import { milliseconds } from '../../../config/duration.ts';
import type { ActivitySettings } from '../../../config/sources.ts';
import { hour, shiftTime } from '../../../model/instant.ts';
import { fail, ok } from '../../../model/result.ts';
import { type AnswerForm, answerPage } from '../answer.ts';
import { collectProblem } from '../failure.ts';
import { createLimiter } from '../limiter.ts';
import { withCollectRetries } from '../retry.ts';

import type { CollectSource, CollectTimer, Stream } from '../types.ts';
import { readWindows, type WindowedLog } from '../window/read.ts';
import { createActivityClient } from './client.ts';
import { activityRecord, submittedAt } from './record.ts';

/** The Activity Log is kept for ninety days. */
const reach = 90 * 24 * hour - hour;
const chunk = 24 * hour;
/** Calls a second, well below what Azure allows a principal in a subscription. */
const perSecond = 4;

/** The Activity Log of subscriptions, read through Azure Resource Manager. */
export function activitySource(
  settings: ActivitySettings,
  timer: CollectTimer,
  now: () => string,
): CollectSource {
  const limits = {
    since: milliseconds(settings.since),
    overlap: milliseconds(settings.overlap),
    reach,
    chunk,
  };
  const logs = settings.subscriptions.map((subscription) => ({
    subscription,
    log: activityLog(settings, subscription, timer, now),
  }));
  return {
    name: settings.name,
    cloud: 'azure',
    retention: milliseconds(settings.retention),
    streams: async () =>
      ok(
        logs.map(
          ({ subscription, log }): Stream => ({
            key: subscription,
            read: (cursor, round) => readWindows(log, limits, cursor, round),
          }),
        ),
      ),
    async probe(round) {
      for (const { log } of logs) {
        const window = { from: shiftTime(round.now, -hour), to: round.now };
        const page = await log.page(window, undefined);
        if (!page.ok) return fail(collectProblem(page.error, log.name));
      }
      return ok(`the Activity Log answers for ${logs.length} of ${logs.length} subscriptions`);
    },
  };
}

function activityLog(
  settings: ActivitySettings,
  subscription: string,
  timer: CollectTimer,
  now: () => string,
): WindowedLog {
  const limit = createLimiter({ perSecond, burst: perSecond }, timer);
  const client = createActivityClient(subscription, settings.endpoint, now);
  const { resource_group: resourceGroup } = settings;
  return {
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

function formAt(now: string): AnswerForm {
  return {
    container: 'value',
    opening: 'authorization',
    link: 'nextLink',
    record: (value, text) => activityRecord(value, text, now),
    ingestedAt: submittedAt,
  };
}
