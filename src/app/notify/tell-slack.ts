import type { SendFailure } from '../../adapters/notify/retry.ts';
import { ok, type Result } from '../../model/result.ts';
import type { Heard, SlackPlace, TellPorts } from './slack-place.ts';
import { readStanding, standingVersion } from './standing.ts';
import { tellDigest } from './tell-digest.ts';
import { say, sayings } from './tell-intents.ts';
import { tellTrouble } from './tell-trouble.ts';

/** Failures for good in one job, after which the rest is left to the next one. */
const maxFailures = 3;
/** How often it is looked again whether things moved on meanwhile. */
const maxRounds = 3;

/**
 * Brings a channel in line with how things stand with a stack: called again it does nothing, and it
 * does not matter which job asked for it. Fails with what may pass.
 */
export async function tellSlack(
  ports: TellPorts,
  place: SlackPlace,
  heard: Heard,
  signal: AbortSignal,
): Promise<Result<void, SendFailure>> {
  for (let round = 1; ; round += 1) {
    const version = await standingVersion(ports.store, place.key);
    const told = await tellOnce(ports, place, heard, signal);
    if (!told.ok || round === maxRounds) return told;
    // Another process may have told something newer, which this one has just written over.
    if ((await standingVersion(ports.store, place.key)) === version) return told;
  }
}

async function tellOnce(
  ports: TellPorts,
  place: SlackPlace,
  heard: Heard,
  signal: AbortSignal,
): Promise<Result<void, SendFailure>> {
  const trouble = await tellTrouble(ports, place);
  if (!trouble.ok && trouble.error.passing) return trouble;
  if (!trouble.ok) heard(trouble.error);
  const standing = await readStanding(ports.store, place.key, ports.now());
  if (standing === undefined) return ok(undefined);
  let failures = 0;
  const digest = await tellDigest(ports, place, standing);
  if (!digest.ok && digest.error.passing) return digest;
  if (!digest.ok) {
    heard(digest.error);
    failures += 1;
  }
  for await (const saying of sayings(ports, place, standing)) {
    if (failures >= maxFailures || signal.aborted) break;
    const said = await say(ports, place, standing, saying);
    if (said.ok) continue;
    if (said.error.passing) return said;
    heard(said.error);
    failures += 1;
  }
  return ok(undefined);
}
