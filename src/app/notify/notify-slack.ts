import type { SendFailure } from '../../adapters/notify/retry.ts';
import { ok, type Result } from '../../model/result.ts';
import { notifyDigest } from './notify-digest.ts';
import { notifyFailure } from './notify-failure.ts';
import { dueNotifications, notifyIntent } from './notify-intents.ts';
import type { NotifyPorts, OnFailure, SlackPlace } from './slack-place.ts';
import { readSnapshot, snapshotVersion } from './stack-snapshot.ts';

/** Permanent failures in one job, after which the rest is left to the next job. */
const maxFailures = 3;
/** How often to check for changes that arrived in the meantime. */
const maxRounds = 3;

/**
 * Brings a channel in line with the state of a stack. Calling it again does nothing, and it does
 * not matter which job calls it. Fails with a passing failure only.
 */
export async function notifySlack(
  ports: NotifyPorts,
  place: SlackPlace,
  onEvent: OnFailure,
  signal: AbortSignal,
): Promise<Result<void, SendFailure>> {
  for (let round = 1; ; round += 1) {
    const version = await snapshotVersion(ports.store, place.key);
    const notified = await notifyOnce(ports, place, onEvent, signal);
    if (!notified.ok || round === maxRounds) return notified;
    // Another process may have posted something newer, which this one has just overwritten.
    if ((await snapshotVersion(ports.store, place.key)) === version) return notified;
  }
}

async function notifyOnce(
  ports: NotifyPorts,
  place: SlackPlace,
  onEvent: OnFailure,
  signal: AbortSignal,
): Promise<Result<void, SendFailure>> {
  const failure = await notifyFailure(ports, place);
  if (!failure.ok && failure.error.passing) return failure;
  if (!failure.ok) onEvent(failure.error);
  const snapshot = await readSnapshot(ports.store, place.key, ports.now());
  if (snapshot === undefined) return ok(undefined);
  let failures = 0;
  const digest = await notifyDigest(ports, place, snapshot);
  if (!digest.ok && digest.error.passing) return digest;
  if (!digest.ok) {
    onEvent(digest.error);
    failures += 1;
  }
  for await (const due of dueNotifications(ports, place, snapshot)) {
    if (failures >= maxFailures || signal.aborted) break;
    const outcome = await notifyIntent(ports, place, snapshot, due);
    if (outcome.ok) continue;
    if (outcome.error.passing) return outcome;
    onEvent(outcome.error);
    failures += 1;
  }
  return ok(undefined);
}
