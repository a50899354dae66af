import type { SendFailure } from '../../adapters/notify/retry.ts';
import type { SlackMessage } from '../../adapters/notify/slack/blocks/kit.ts';
import { noticeMessage } from '../../adapters/notify/slack/blocks/thread.ts';
import { shiftTime } from '../../model/instant.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { OutboxJob } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { claimKeys } from '../../ports/store/state/keys.ts';
import type { StackFailure } from '../../ports/store/state/schemas.ts';
import { lastFailure } from '../reconcile/failure.ts';
import { replyChannel } from './keys.ts';
import { snapshotDigest } from './notify-digest.ts';
import { failureMessage } from './notify-failure.ts';
import type { SlackApp } from './slack-apps.ts';
import type { NotifyPorts } from './slack-place.ts';
import { readSnapshot, type StackSnapshot } from './stack-snapshot.ts';

/** Milliseconds for which Slack accepts replies to a command. */
const slackWaits = 30 * 60 * 1000;
/**
 * Milliseconds after which the person is told that the scan takes longer. The job's last attempt
 * comes later.
 */
const timeout = 5 * 60 * 1000;

/** Records a person who waits for the end of a scan, and returns the job that notifies them. */
export async function awaitScan(
  { store, now }: NotifyPorts,
  { tenant, stack }: StackKey,
  { id, url }: { readonly id: string; readonly url: string },
): Promise<OutboxJob> {
  const asked = now();
  await store.claims.put(tenant, claimKeys.reply(id), {
    value: { url, asked },
    until: shiftTime(asked, slackWaits),
  });
  const subject = { kind: 'run', id: 'next' } as const;
  return { queue: 'notify', job: { tenant, stack, channel: `${replyChannel}${id}`, subject } };
}

/**
 * Replies to a person who waits, once the scan that they asked for has ended or takes too long;
 * fails until then.
 */
export async function answerScan(
  ports: NotifyPorts,
  app: SlackApp,
  key: StackKey,
  id: string,
): Promise<Result<void, SendFailure>> {
  const { store, now } = ports;
  const waiting = claimKeys.reply(id);
  const reply = await store.claims.get(key.tenant, waiting);
  if (reply === undefined) return ok(undefined);
  if (reply.until < now()) {
    await store.claims.drop(key.tenant, waiting);
    return ok(undefined);
  }
  const { url, asked } = reply.value;
  const snapshot = await readSnapshot(store, key, now());
  const failure = await lastFailure(store.lastSeen, key);
  const message = endOf(ports, key, asked, snapshot, failure);
  if (message === undefined) return fail(notYet);
  const claim = claimKeys.sending(waiting.text);
  const begun = await store.claims.take(key.tenant, claim, {
    value: { at: now() },
    until: shiftTime(now(), slackWaits),
  });
  if (!begun) return ok(undefined);
  const sent = await app.client.respond(message, { url, visible: 'user' });
  if (!sent.ok && sent.error.unknown !== true) await store.claims.drop(key.tenant, claim);
  if (!sent.ok && sent.error.passing) return sent;
  await store.claims.drop(key.tenant, waiting);
  return sent.ok ? ok(undefined) : sent;
}

/** The result of the scan; undefined while it may still be in progress. */
function endOf(
  ports: NotifyPorts,
  key: StackKey,
  asked: string,
  snapshot: StackSnapshot | undefined,
  failure: StackFailure | undefined,
): SlackMessage | undefined {
  if (snapshot !== undefined && Date.parse(snapshot.report.startedAt) >= Date.parse(asked)) {
    return snapshotDigest(ports, key, snapshot);
  }
  if (failure !== undefined && failure.at >= asked) return failureMessage(key.stack, failure);
  if (ports.now() < shiftTime(asked, timeout)) return undefined;
  return noticeMessage(`The scan of ${key.stack} is taking longer. Ask for its status later.`);
}

const notYet: SendFailure = {
  code: 'scan-not-over',
  message: 'The scan that was asked for is not done yet.',
  passing: true,
};
