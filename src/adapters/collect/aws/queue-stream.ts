import type { Problem, Result } from '../../../model/result.ts';
import { fail, ok } from '../../../model/result.ts';
import { collectProblem } from '../failure.ts';
import type { SourcePage, StreamItem } from '../types.ts';
import type { Bucket } from './bucket.ts';
import { isTrailKey } from './keys.ts';
import { readNotification } from './notification.ts';
import type { SqsMessage, SqsQueue } from './queue.ts';
import { readTrailFile } from './trail-file.ts';

type Items = AsyncGenerator<StreamItem, boolean>;

/**
 * Reads the files that the queue's messages name. A message is deleted once all of its files are
 * stored; one that cannot be read stays, so that the queue's own rule puts it aside.
 */
export async function* readQueue(bucket: Bucket, queue: SqsQueue): AsyncGenerator<StreamItem> {
  const met = new Set<string>();
  const poison = new Set<string>();
  for (;;) {
    const messages = await queue.receive();
    if (!messages.ok) {
      yield { kind: 'failed', problem: collectProblem(messages.error, queue.url) };
      return;
    }
    // A message that comes twice in one round was left in the queue; reading it again would never
    // end.
    const fresh = messages.value.filter(({ id }) => !met.has(id));
    if (fresh.length === 0) break;
    for (const message of fresh) {
      met.add(message.id);
      const isRead = yield* readMessage(bucket, queue, message);
      if (!isRead) poison.add(message.id);
    }
  }
  if (poison.size > 0) yield { kind: 'note', problem: left(queue.url, poison.size) };
}

/** Returns false for a message that stays in the queue. */
async function* readMessage(bucket: Bucket, queue: SqsQueue, message: SqsMessage): Items {
  const notification = readNotification(message.body);
  if (notification.kind === 'poison') return false;
  const files = notification.kind === 'files' ? notification.files : [];
  // Only the bucket from the settings is read, because anybody may have written the message.
  if (files.some((file) => file.bucket !== bucket.name)) return false;
  let held: SourcePage = { records: [], read: 0 };
  for (const { key } of files.filter((file) => isTrailKey(file.key))) {
    const where = `s3://${bucket.name}/${key}`;
    const object = await bucket.get(key);
    if (!object.ok) {
      yield { kind: 'note', problem: collectProblem(object.error, where) };
      return false;
    }
    for await (const part of readTrailFile(object.value.bytes, object.value.modified, where)) {
      if (part.kind === 'note') {
        yield part;
        continue;
      }
      if (held.records.length > 0) yield { kind: 'page', page: held };
      const before = held.records.length > 0 ? 0 : held.read;
      held = { records: part.records, read: before + part.read };
    }
  }
  yield { kind: 'page', page: { ...held, stored: () => forget(queue, message) } };
  return true;
}

async function forget(queue: SqsQueue, message: SqsMessage): Promise<Result<void>> {
  const deleted = await queue.delete(message);
  return deleted.ok ? ok(undefined) : fail(collectProblem(deleted.error, queue.url));
}

function left(url: string, count: number): Problem {
  const [what, are] = count === 1 ? ['message is', 'It stays'] : ['messages are', 'They stay'];
  return {
    code: 'collect-poison',
    message: `${count} ${what} not a notification about a readable file of the bucket. ${are} in the queue.`,
    place: { file: url },
    hint: 'Give the queue a redrive policy, so that such messages go to a dead-letter queue.',
  };
}
