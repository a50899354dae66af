import { createHash } from 'node:crypto';
import type { SendFailure } from '../../adapters/notify/retry.ts';
import {
  intentDecided,
  intentReviewed,
  scanFailed,
  scanFinished,
} from '../../adapters/notify/webhook/payload.ts';
import type { WebhookPayload } from '../../adapters/notify/webhook/schema.ts';
import { laterInstant, shiftTime } from '../../model/instant.ts';
import type { JsonObject } from '../../model/json.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { compareText } from '../../model/text.ts';
import type { Answer } from '../../ports/store/answer.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { lastSentGroups, leaseKeys, stateKey } from '../../ports/store/state/keys.ts';
import type { StackFailure } from '../../ports/store/state/schemas.ts';
import { acquireLease } from '../lease/lease.ts';
import { lastFailure } from '../reconcile/failure.ts';
import type { NotifyPorts, OnFailure } from './slack-place.ts';
import { readSnapshot, reportNow, type StackSnapshot } from './stack-snapshot.ts';
import { memoryTime } from './times.ts';

/** A webhook that is notified of a stack. */
export interface WebhookPlace {
  readonly key: StackKey;
  /** Name of the channel in the settings. */
  readonly channel: string;
  /** Id of the job, which the queue gives to only one worker at a time. */
  readonly job: string;
  readonly send: (payload: WebhookPayload) => Promise<Result<undefined, SendFailure>>;
}

/** Permanent failures in one job, after which the rest is left to the next job. */
const maxFailures = 3;
/** Milliseconds for which an answer is news. */
const news = 7 * 24 * 60 * 60 * 1000;

/** Something that is sent once for each value of `version`, by name. */
interface Item {
  readonly name: string;
  readonly version: string;
  readonly payload: WebhookPayload;
}

/**
 * Sends a webhook whatever it has not received yet. After a process was killed in between, the same
 * payload is sent again under the same id. Fails with a passing failure only.
 */
export async function notifyWebhook(
  { store, now }: NotifyPorts,
  place: WebhookPlace,
  onEvent: OnFailure,
  signal: AbortSignal,
): Promise<Result<void, SendFailure>> {
  const { key, channel } = place;
  const snapshot = await readSnapshot(store, key, now());
  const failure = await lastFailure(store.lastSeen, key);
  const sent = await store.lastSent.list(key.tenant, lastSentGroups.webhook(channel, key.stack));
  const notified = new Map(sent.map(({ name, value }) => [name, value.version]));
  const since = shiftTime(now(), -news);
  const answers = (await store.answers.list(key)).filter(({ at }) => at > since);
  let failures = 0;
  const items = [
    ...(failure === undefined ? [] : [failureItem(key, failure)]),
    ...(snapshot === undefined ? [] : itemsOf(key, snapshot, answers)),
  ];
  for (const item of items) {
    if (notified.get(item.name) === item.version) continue;
    if (failures >= maxFailures || signal.aborted) break;
    const outcome = await notifyItem({ store, now }, place, item);
    if (outcome.ok) continue;
    if (outcome.error.passing) return outcome;
    onEvent(outcome.error);
    failures += 1;
  }
  return ok(undefined);
}

/** Sends the item once, unless a worker is killed in between. */
async function notifyItem(
  { store, now }: NotifyPorts,
  { key: { tenant, stack }, channel, job, send }: WebhookPlace,
  { name, version, payload }: Item,
): Promise<Result<undefined, SendFailure>> {
  const notified = stateKey(lastSentGroups.webhook(channel, stack), name);
  const lease = await acquireLease(
    { store, now },
    { tenant, key: leaseKeys.notification(notified.text), job },
  );
  if (lease === undefined) return fail(busy);
  try {
    // Another worker may have sent it before this one got the lease.
    if ((await store.lastSent.get(tenant, notified))?.value.version === version)
      return ok(undefined);
    const sent = await send(payload);
    if (sent.ok) {
      await store.lastSent.put(tenant, notified, {
        value: { version },
        until: shiftTime(now(), memoryTime),
      });
    }
    return sent;
  } finally {
    await lease.release();
  }
}

const busy: SendFailure = {
  code: 'webhook-busy',
  message: 'Another process is notifying this webhook.',
  passing: true,
};

function failureItem({ stack }: StackKey, failure: StackFailure): Item {
  const payload = scanFailed(failure, { at: failure.since, stack });
  // The name is a key in the store: under another one, the failure would be sent again.
  return { name: 'trouble', version: payload.id, payload };
}

function itemsOf(
  { stack }: StackKey,
  snapshot: StackSnapshot,
  answers: readonly Answer[],
): readonly Item[] {
  const report = reportNow(snapshot);
  const occasion = { at: report.startedAt, stack };
  const intents = [...report.intents].sort((a, b) => compareText(a.id, b.id));
  return [
    { name: 'scan', version: snapshot.findings, payload: scanFinished(report, occasion) },
    ...intents.map((intent): Item => {
      const proposal = snapshot.proposals.get(intent.id);
      // A value that returns to an earlier one is also news: its later time makes it a new
      // delivery.
      const { startedAt } = report;
      const at = laterInstant(startedAt, proposal?.updatedAt ?? startedAt);
      const payload = intentDecided(report, intent, { at, stack }, proposal);
      return { name: `intent ${intent.id}`, version: digestOf(payload.intent), payload };
    }),
    ...answers.map((answer): Item => {
      const { id, intent, at } = answer;
      const payload = intentReviewed({ id: intent }, answer, { at, stack });
      return { name: `answer ${id}`, version: id, payload };
    }),
  ];
}

function digestOf(value: object): string {
  return createHash('sha256')
    .update(JSON.stringify(value as JsonObject))
    .digest('hex')
    .slice(0, 32);
}
