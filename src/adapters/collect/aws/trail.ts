import { milliseconds } from '../../../config/duration.ts';
import type { TrailSettings } from '../../../config/sources.ts';
import { day } from '../../../model/instant.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { collectProblem } from '../failure.ts';
import type { CollectSource, CollectTimer, Stream } from '../types.ts';
import type { AwsAccess } from './access.ts';
import { type Bucket, createBucket } from './bucket.ts';
import { findFolders } from './folders.ts';
import { folderPath, keyRoot, type TrailFolder } from './keys.ts';
import { createSqsQueue, type SqsQueue } from './queue.ts';
import { readQueue } from './queue-stream.ts';
import { readTrail } from './trail-stream.ts';

/** The bucket of a trail, of one account or of an organization, read by listing or by a queue. */
export function trailSource(
  settings: TrailSettings,
  timer: CollectTimer,
  now: () => string,
): CollectSource {
  const access = accessOf(settings);
  const bucket = createBucket(settings.bucket, access, timer, now);
  const common = {
    name: settings.name,
    cloud: 'aws' as const,
    retention: milliseconds(settings.retention),
  };
  if (settings.queue !== undefined) {
    const queue = createSqsQueue(
      settings.queue,
      { ...access, endpoint: settings.sqs_endpoint },
      timer,
      now,
    );
    return { ...common, ...queued(bucket, queue) };
  }
  const limits = {
    since: milliseconds(settings.since),
    overlap: milliseconds(settings.overlap),
    late: settings.late_days * day,
  };
  const root = keyRoot(settings.prefix);
  const stream = (folder: TrailFolder): Stream => ({
    key: folderPath(folder).slice(root.length, -1),
    read: (cursor, round) => readTrail(bucket, folder, limits, cursor, round),
  });
  return {
    ...common,
    async streams() {
      const folders = await findFolders(bucket, root, settings);
      return folders.ok ? ok(folders.value.map(stream)) : folders;
    },
    probe: () => probeBucket(bucket, root),
  };
}

function accessOf(settings: TrailSettings): AwsAccess {
  const { region, profile, endpoint, role_arn: arn, sts_endpoint: stsEndpoint } = settings;
  const role = arn === undefined ? undefined : { arn, externalId: settings.external_id };
  return { region, profile, endpoint, stsEndpoint, role };
}

function queued(bucket: Bucket, queue: SqsQueue): Pick<CollectSource, 'streams' | 'probe'> {
  return {
    streams: async () => ok([{ key: 'queue', read: () => readQueue(bucket, queue) }]),
    async probe() {
      const waiting = await queue.waiting();
      if (!waiting.ok) return fail(collectProblem(waiting.error, queue.url));
      return ok(`the queue answers, with about ${waiting.value} messages`);
    },
  };
}

async function probeBucket(bucket: Bucket, root: string): Promise<Result<string>> {
  const page = await bucket.list({ prefix: root, max: 1 });
  if (!page.ok) return fail(collectProblem(page.error, `s3://${bucket.name}`));
  return ok(page.value.objects.length > 0 ? 'the bucket has files' : 'the bucket has no files yet');
}
