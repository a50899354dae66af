import type { SendFailure } from '../../adapters/notify/retry.ts';
import type { SlackMessage } from '../../adapters/notify/slack/blocks/kit.ts';
import { noticeMessage } from '../../adapters/notify/slack/blocks/thread.ts';
import { shiftTime } from '../../model/instant.ts';
import { ok, type Result } from '../../model/result.ts';
import { lastSentKeys } from '../../ports/store/state/keys.ts';
import type { StackFailure } from '../../ports/store/state/schemas.ts';
import { lastFailure } from '../reconcile/failure.ts';
import type { NotifyPorts, SlackPlace } from './slack-place.ts';
import { memoryTime } from './times.ts';

/** Reports once that scans of the stack fail, and once that they work again. */
export async function notifyFailure(
  { store, now }: NotifyPorts,
  { key, channel, app }: SlackPlace,
): Promise<Result<void, SendFailure>> {
  const { tenant, stack } = key;
  const last = lastSentKeys.failure(channel, stack);
  const notified = (await store.lastSent.get(tenant, last))?.value.version;
  const failure = await lastFailure(store.lastSeen, key);
  const current = failure === undefined ? undefined : `${failure.code} ${failure.since}`;
  if (current === notified) return ok(undefined);
  const message =
    failure === undefined
      ? noticeMessage(`Scans of ${stack} work again.`)
      : failureMessage(stack, failure);
  const occasion = current ?? `after ${String(notified)}`;
  const sent = await app.client.post(message, { channel, key: `${last.text} ${occasion}` });
  if (!sent.ok && sent.error.unknown !== true) return sent;
  if (current === undefined) await store.lastSent.drop(tenant, last);
  else
    await store.lastSent.put(tenant, last, {
      value: { version: current },
      until: shiftTime(now(), memoryTime),
    });
  return sent.ok ? ok(undefined) : sent;
}

export function failureMessage(stack: string, { message, hint }: StackFailure): SlackMessage {
  return noticeMessage(`The scan of ${stack} failed: ${message} ${hint}`);
}
