import type { SendFailure } from '../../adapters/notify/retry.ts';
import { ok, type Result } from '../../model/result.ts';
import { notifyDigest } from './notify-digest.ts';
import { notifyFailure } from './notify-failure.ts';
import { dueNotifications, say } from './notify-intents.ts';
import type { NotifyPorts, OnFailure, SlackPlace } from './slack-place.ts';
import { readStanding, standingVersion } from './standing.ts';

/** Failures for good in one job, after which the rest is left to the next one. */
const maxFailures = 3;
/** How often it is looked again whether things moved on meanwhile. */
const maxRounds = 3;

/**
 * Brings a channel in line with how things stand with a stack: called again it does nothing, and it
 * does not matter which job asked for it. Fails with what may pass.
 */
export async function notifySlack(
  ports: NotifyPorts,
  place: SlackPlace,
  onEvent: OnFailure,
  signal: AbortSignal,
): Promise<Result<void, SendFailure>> {
  for (let round = 1; ; round += 1) {
    const version = await standingVersion(ports.store, place.key);
    const notified = await notifyOnce(ports, place, onEvent, signal);
    if (!notified.ok || round === maxRounds) return notified;
    // Another process may have posted something newer, which this one has just overwritten.
    if ((await standingVersion(ports.store, place.key)) === version) return notified;
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
  const standing = await readStanding(ports.store, place.key, ports.now());
  if (standing === undefined) return ok(undefined);
  let failures = 0;
  const digest = await notifyDigest(ports, place, standing);
  if (!digest.ok && digest.error.passing) return digest;
  if (!digest.ok) {
    onEvent(digest.error);
    failures += 1;
  }
  for await (const due of dueNotifications(ports, place, standing)) {
    if (failures >= maxFailures || signal.aborted) break;
    const said = await say(ports, place, standing, due);
    if (said.ok) continue;
    if (said.error.passing) return said;
    onEvent(said.error);
    failures += 1;
  }
  return ok(undefined);
}
