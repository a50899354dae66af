import { createHmac } from 'node:crypto';
import { equalInConstantTime } from '../equal.ts';

/** The parts of a request that show whether it is from Slack. */
export interface SlackRequest {
  /** Header `x-slack-request-timestamp`: seconds since 1970. */
  readonly timestamp: string | undefined;
  /** Header `x-slack-signature`: `v0=` and 64 hex digits. */
  readonly signature: string | undefined;
  /** The body as received, before anything parses it. */
  readonly body: string | Uint8Array;
}

/** Seconds. A request that is older, or further in the future, counts as a replay. */
const slackReplayWindow = 300;

/**
 * Why a request is not from Slack; undefined if it is. While the signing secret of the app is being
 * changed, the old and the new one are given. `now` in seconds since 1970.
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function distrustSlack(
  secrets: readonly string[],
  { timestamp, signature, body }: SlackRequest,
  now: number,
): string | undefined {
  if (timestamp === undefined || signature === undefined) return 'The request is not signed.';
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > slackReplayWindow) {
    return 'The request is too old, or the clocks differ.';
  }
  // An empty secret was never set: anybody could sign with it. All others are tried, so that the
  // time does not reveal which one fits.
  const fits = secrets
    .filter((secret) => secret !== '')
    .map((secret) => equalInConstantTime(signature, signSlack(secret, timestamp, body)));
  return fits.includes(true) ? undefined : 'The signature is wrong.';
}

/** The signature that Slack computes for a request. */
function signSlack(secret: string, timestamp: string, body: string | Uint8Array): string {
  const digest = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex');
  return `v0=${digest}`;
}
