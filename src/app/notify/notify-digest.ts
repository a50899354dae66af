import type { SendFailure } from '../../adapters/notify/retry.ts';
import { digestMessage } from '../../adapters/notify/slack/blocks/digest.ts';
import type { SlackMessage } from '../../adapters/notify/slack/blocks/kit.ts';
import { hexDigest } from '../../model/digest.ts';
import { shiftTime } from '../../model/instant.ts';
import { isWeakening } from '../../model/passed.ts';
import type { Report } from '../../model/report.ts';
import { ok, type Result } from '../../model/result.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { lastSentKeys } from '../../ports/store/state/keys.ts';
import type { NotifyPorts, SlackPlace } from './slack-place.ts';
import { reportNow, type StackSnapshot } from './stack-snapshot.ts';
import { memoryTime } from './times.ts';

/** Posts the digest of the latest run, unless it found the same as the previous one. */
export async function notifyDigest(
  ports: NotifyPorts,
  { key, channel, app }: SlackPlace,
  snapshot: StackSnapshot,
): Promise<Result<void, SendFailure>> {
  const { lastSent } = ports.store;
  const last = lastSentKeys.digest(channel, key.stack);
  const found = foundDigest(snapshot.report);
  const weakened = weakenedIn(snapshot.report);
  const notified = (await lastSent.get(key.tenant, last))?.value;
  if (notified?.found === found && isNotified(notified.weakened, weakened)) return ok(undefined);
  const message = snapshotDigest(ports, key, snapshot);
  const sent = await app.client.post(message, { channel, key: `${last.text} ${snapshot.run}` });
  if (!sent.ok && sent.error.unknown !== true) return sent;
  await lastSent.put(key.tenant, last, {
    value: { found, weakened },
    until: shiftTime(ports.now(), memoryTime),
  });
  return sent.ok ? ok(undefined) : sent;
}

/** The digest, with the currently open proposals. */
export function snapshotDigest(
  { linkTo }: Pick<NotifyPorts, 'linkTo'>,
  key: StackKey,
  snapshot: StackSnapshot,
): SlackMessage {
  const link = linkTo?.(key, snapshot.run);
  return digestMessage(reportNow(snapshot), {
    stack: key.stack,
    ...(link === undefined ? {} : { link }),
  });
}

/**
 * Digest of what was found, without the decisions: an answer changes verdicts, which the threads
 * show, and that is not news for the channel.
 */
function foundDigest({
  drifts,
  openDrifts = [],
  unresolved,
  contentions = [],
  pending = [],
  beside = [],
}: Report): string {
  const found = [
    drifts.map(({ id }) => id).sort(),
    openDrifts.map(({ id }) => id).sort(),
    unresolved.map(({ code, address = '' }) => `${code} ${address}`).sort(),
    contentions.map(({ address, drifts: own }) => `${address} ${own.join(' ')}`).sort(),
    pending.map(({ drift }) => drift.id).sort(),
    // Left out where empty, so that digests from before this was reported stay the same.
    ...(beside.length === 0
      ? []
      : [beside.map(({ on, name, evidence }) => `${on} ${name} ${evidence.join(' ')}`).sort()]),
  ];
  return hashOf(found).slice(0, 32);
}

const maxKept = 200;

/**
 * The newest changes that left the estate less protected for a while. Each is reported once; its
 * end is not news.
 */
function weakenedIn({ reverted }: Report): readonly string[] {
  return reverted
    .filter(isWeakening)
    .slice(0, maxKept)
    .map(({ address, path, evidence }) => hashOf([address, path, evidence]).slice(0, 12));
}

function isNotified(notified: readonly string[], weakened: readonly string[]): boolean {
  const known = new Set(notified);
  return weakened.every((one) => known.has(one));
}

function hashOf(value: unknown): string {
  return hexDigest(JSON.stringify(value));
}
