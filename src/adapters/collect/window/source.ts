import { milliseconds } from '../../../config/duration.ts';
import type { LookupSettings } from '../../../config/sources.ts';
import { hour, shiftTime } from '../../../model/instant.ts';
import { fail, ok } from '../../../model/result.ts';
import { collectProblem } from '../failure.ts';
import type { CollectSource, Stream } from '../types.ts';
import type { WindowLimits } from './plan.ts';
import { readWindows, type WindowedLog } from './read.ts';

/** A log, and the key of its stream. */
export interface KeyedLog extends WindowedLog {
  readonly key: string;
}

/** A source of logs that are queried by time range. `answers`: what a probe says about them. */
export function windowedSource(
  settings: Pick<LookupSettings, 'name' | 'since' | 'overlap' | 'retention'>,
  cloud: CollectSource['cloud'],
  range: Pick<WindowLimits, 'reach' | 'chunk'>,
  logs: readonly KeyedLog[],
  answers: string,
): CollectSource {
  const { name, since, overlap, retention } = settings;
  const limits = { ...range, since: milliseconds(since), overlap: milliseconds(overlap) };
  const streams = logs.map(
    (log): Stream => ({
      key: log.key,
      read: (cursor, round) => readWindows(log, limits, cursor, round),
    }),
  );
  return {
    name,
    cloud,
    retention: milliseconds(retention),
    streams: async () => ok(streams),
    async probe({ now }) {
      for (const log of logs) {
        const page = await log.page({ from: shiftTime(now, -hour), to: now }, undefined, 1);
        if (!page.ok) return fail(collectProblem(page.error, log.name));
      }
      return ok(answers);
    },
  };
}
