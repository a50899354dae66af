import { milliseconds } from '../../config/duration.ts';
import type { PushSettings, SourceSettings } from '../../config/sources.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { lookupSource } from './aws/lookup.ts';
import { trailSource } from './aws/trail.ts';
import { activitySource } from './azure/activity.ts';
import { gcpSource } from './gcp/entries.ts';
import { hideIn, resolveSettings } from './references.ts';
import type { CollectSource, CollectTimer, Stream, StreamItem } from './types.ts';

export interface SourceDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timer: CollectTimer;
  /** ISO 8601 UTC. */
  readonly now: () => string;
}

/** The source that the settings describe. Its cloud's client is loaded with the first call. */
export function createSource(settings: SourceSettings, deps: SourceDeps): Result<CollectSource> {
  // Its secret is for the receiver of the records, which looks it up.
  if (settings.kind === 'push') return ok(pushSource(settings));
  const resolved = resolveSettings(settings, deps.env);
  if (!resolved.ok) return fail(resolved.error);
  return ok(hiding(sourceOf(resolved.value.settings, deps), resolved.value.hide));
}

function sourceOf(settings: SourceSettings, { timer, now }: SourceDeps): CollectSource {
  switch (settings.kind) {
    case 'cloudtrail-lookup':
      return lookupSource(settings, timer, now);
    case 'cloudtrail-s3':
      return trailSource(settings, timer, now);
    case 'azure-activity':
      return activitySource(settings, timer, now);
    case 'gcp-audit':
      return gcpSource(settings, timer, now);
    case 'push':
      return pushSource(settings);
  }
}

/** There is nothing to read, because the cloud sends the records. */
function pushSource({ name, cloud, retention }: PushSettings): CollectSource {
  return {
    name,
    cloud,
    retention: milliseconds(retention),
    streams: async () => ok([]),
    probe: async () => ok('the cloud sends its records'),
  };
}

/** The source with the values of environment variables removed from everything that people read. */
function hiding(source: CollectSource, hide: (text: string) => string): CollectSource {
  return {
    ...source,
    async streams(round) {
      const streams = await source.streams(round);
      if (!streams.ok) return fail(hideIn(streams.error, hide));
      return ok(streams.value.map((stream) => hidingStream(stream, hide)));
    },
    async probe(round) {
      const answer = await source.probe(round);
      return answer.ok ? ok(hide(answer.value)) : fail(hideIn(answer.error, hide));
    },
  };
}

function hidingStream(stream: Stream, hide: (text: string) => string): Stream {
  return {
    key: stream.key,
    async *read(cursor, round): AsyncGenerator<StreamItem> {
      for await (const item of stream.read(cursor, round)) {
        yield item.kind === 'page' ? item : { ...item, problem: hideIn(item.problem, hide) };
      }
    },
  };
}
