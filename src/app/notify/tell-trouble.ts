import type { SendFailure } from '../../adapters/notify/retry.ts';
import type { Message } from '../../adapters/notify/slack/blocks/kit.ts';
import { noticeMessage } from '../../adapters/notify/slack/blocks/thread.ts';
import { ok, type Result } from '../../model/result.ts';
import { lastSentKeys } from '../../ports/store/state/keys.ts';
import type { Trouble } from '../../ports/store/state/schemas.ts';
import { lastTrouble } from '../reconcile/trouble.ts';
import type { SlackPlace, TellPorts } from './slack-place.ts';
import { after, memory } from './times.ts';

/** Says once that scans of the stack come to nothing, and once that they work again. */
export async function tellTrouble(
  { store, now }: TellPorts,
  { key, channel, app }: SlackPlace,
): Promise<Result<void, SendFailure>> {
  const { tenant, stack } = key;
  const last = lastSentKeys.trouble(channel, stack);
  const told = (await store.lastSent.get(tenant, last))?.value.said;
  const trouble = await lastTrouble(store.lastSeen, key);
  const said = trouble === undefined ? undefined : `${trouble.code} ${trouble.since}`;
  if (said === told) return ok(undefined);
  const message =
    trouble === undefined
      ? noticeMessage(`Scans of ${stack} work again.`)
      : troubleMessage(stack, trouble);
  const occasion = said ?? `after ${String(told)}`;
  const sent = await app.client.post(message, { channel, key: `${last.text} ${occasion}` });
  if (!sent.ok && sent.error.unknown !== true) return sent;
  if (said === undefined) await store.lastSent.drop(tenant, last);
  else await store.lastSent.put(tenant, last, { value: { said }, until: after(now(), memory) });
  return sent.ok ? ok(undefined) : sent;
}

export function troubleMessage(stack: string, { message, hint }: Trouble): Message {
  return noticeMessage(`The scan of ${stack} came to nothing: ${message} ${hint}`);
}
