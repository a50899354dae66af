import type { SendFailure } from '../../adapters/notify/retry.ts';
import { sealAction } from '../../adapters/notify/slack/action-value.ts';
import { urgentFirst } from '../../adapters/notify/slack/blocks/digest.ts';
import { intentDecisions } from '../../adapters/notify/slack/blocks/facts.ts';
import type { Outcome } from '../../model/decision.ts';
import { hexDigest } from '../../model/digest.ts';
import { shiftTime } from '../../model/instant.ts';
import type { Intent } from '../../model/intent.ts';
import { decides } from '../../model/parties.ts';
import { ok, type Result } from '../../model/result.ts';
import type {
  KnownProposal,
  PostedMessage,
  ServiceStore,
} from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { lastSentGroups, stateKey } from '../../ports/store/state/keys.ts';
import type { SentMessage } from '../../ports/store/state/schemas.ts';
import { messageKey } from './keys.ts';
import {
  goneNotification,
  intentNotification,
  type Notification,
  notificationDigest,
  proposalFacet,
} from './notification.ts';
import type { NotifyPorts, SlackPlace } from './slack-place.ts';
import type { StackSnapshot } from './stack-snapshot.ts';
import { threadMessage } from './thread-lines.ts';
import { goneMemory, memoryTime } from './times.ts';

/** Intents of a stack that have a message in one channel. The digest counts the rest. */
const maxMessages = 20;

/** Outcomes that need no word from a person. */
const quiet: ReadonlySet<Outcome> = new Set(['noop', 'defer']);

/** The message that is due for one intent. */
interface DueNotification {
  readonly intent: string;
  /** The last run that had it. */
  readonly run: string;
  readonly notification: Notification;
  readonly shown: SentMessage | undefined;
}

/**
 * The messages that are due for the intents of a stack: first those that most need a person, then
 * those that are gone.
 */
export async function* dueNotifications(
  { store }: NotifyPorts,
  { key, channel, app }: SlackPlace,
  snapshot: StackSnapshot,
): AsyncGenerator<DueNotification> {
  const shown = await readLastMessages(store, key, channel);
  const [actionKey = ''] = app.actionKeys;
  const context = {
    stack: key.stack,
    seal: (target: Parameters<typeof sealAction>[1]) => sealAction(actionKey, target),
  };
  const { run, report } = snapshot;
  let room = maxMessages - report.intents.filter(({ id }) => shown.has(id)).length;
  for (const intent of urgentFirst(report)) {
    const before = shown.get(intent.id);
    if (before === undefined && (room <= 0 || !needsPerson(snapshot, intent))) continue;
    if (before === undefined) room -= 1;
    const notification = intentNotification(snapshot, intent, context);
    yield { intent: intent.id, run, notification, shown: before };
  }
  const present = new Set(report.intents.map(({ id }) => id));
  for (const [intent, before] of shown) {
    const proposal = snapshot.proposals.get(intent);
    if (present.has(intent) || isNotifiedGone(before, proposal)) continue;
    const last = (await store.runs.get(key, before.run))?.report;
    const found = last?.intents.find(({ id }) => id === intent);
    // The run may have been deleted since. The message then stays as it was.
    if (last === undefined || found === undefined) continue;
    const notification = goneNotification(last, found, proposal, key.stack);
    yield { intent, run: before.run, notification, shown: before };
  }
}

function isNotifiedGone({ facets }: SentMessage, proposal: KnownProposal | undefined): boolean {
  return facets.phase === 'gone' && facets.proposal === proposalFacet(proposal);
}

function needsPerson({ report, answers }: StackSnapshot, intent: Intent): boolean {
  if (answers.has(intent.id)) return false;
  return intentDecisions(report, intent).some((one) => {
    const { outcome } = one.verdict;
    return outcome === 'escalate' || (!quiet.has(outcome) && decides(one));
  });
}

/** Posts or updates the message of an intent, and adds to its thread what has changed. */
export async function notifyIntent(
  ports: NotifyPorts,
  place: SlackPlace,
  snapshot: StackSnapshot,
  due: DueNotification,
): Promise<Result<void, SendFailure>> {
  const { key, channel, app } = place;
  const { intent, run, notification, shown } = due;
  const digest = notificationDigest(notification.message);
  const keep = (next: Omit<SentMessage, 'run' | 'facets'>) =>
    keepLastMessage(
      ports.store,
      key,
      { channel, intent, now: ports.now() },
      { run, facets: notification.facets, ...next },
    );
  const name = messageKey(channel, key.stack, intent);
  const at = await ports.store.posted.find(key.tenant, name);
  if (at === undefined) {
    // The message may exist, but where is unknown.
    if (shown !== undefined) return ok(undefined);
    const sent = await app.client.post(notification.message, { channel, key: name });
    if (sent.ok) await keep({ revision: 0, digest });
    else if (sent.error.unknown === true) await keep({ revision: 0, digest: '' });
    return sent.ok ? ok(undefined) : sent;
  }
  if (shown?.digest === digest) {
    if (shown.run !== run) await keep({ revision: shown.revision, digest });
    return ok(undefined);
  }
  const updated = await app.client.update(notification.message, at);
  if (!updated.ok && !isBeyondRepair(updated.error)) return updated;
  const line = updated.ok ? await postThreadLine(place, snapshot, due, at) : updated;
  if (!line.ok && line.error.passing) return line;
  await keep({ revision: (shown?.revision ?? 0) + 1, digest });
  return line;
}

async function postThreadLine(
  { key, channel, app }: SlackPlace,
  { proposals, answers }: StackSnapshot,
  { intent, notification, shown }: DueNotification,
  at: PostedMessage,
): Promise<Result<void, SendFailure>> {
  if (shown === undefined) return ok(undefined);
  const { facets } = notification;
  const line = threadMessage(shown.facets, facets, proposals.get(intent), answers.get(intent));
  if (line === undefined) return ok(undefined);
  const what = hexDigest(JSON.stringify(facets)).slice(0, 16);
  const sent = await app.client.post(line, {
    channel: at.channel,
    thread: at.ts,
    key: `${messageKey(channel, key.stack, intent)} ${shown.revision} ${what}`,
  });
  return sent.ok ? ok(undefined) : sent;
}

/** Errors that no retry can solve: the message is gone, or Slack does not accept it. */
const beyondRepair: ReadonlySet<string> = new Set([
  'message_not_found',
  'cant_update_message',
  'edit_window_closed',
  'invalid_blocks',
  'msg_too_long',
  'msg_blocks_too_long',
]);

function isBeyondRepair({ receiverCode = '' }: SendFailure): boolean {
  return beyondRepair.has(receiverCode);
}

/** The last message about each intent, by intent. */
async function readLastMessages(
  { lastSent }: Pick<ServiceStore, 'lastSent'>,
  { tenant, stack }: StackKey,
  channel: string,
): Promise<ReadonlyMap<string, SentMessage>> {
  const found = await lastSent.list(tenant, lastSentGroups.messages(channel, stack));
  return new Map(found.map(({ name, value }) => [name, value]));
}

async function keepLastMessage(
  { lastSent }: Pick<ServiceStore, 'lastSent'>,
  { tenant, stack }: StackKey,
  {
    channel,
    intent,
    now,
  }: { readonly channel: string; readonly intent: string; readonly now: string },
  message: SentMessage,
): Promise<void> {
  const key = stateKey(lastSentGroups.messages(channel, stack), intent);
  const until = shiftTime(now, message.facets.phase === 'gone' ? goneMemory : memoryTime);
  await lastSent.put(tenant, key, { value: message, until });
}
