import { createHmac, timingSafeEqual } from 'node:crypto';

/** The parts of a signed call. */
export interface SignedCall {
  /** Seconds since 1970, as the sender wrote it. */
  readonly timestamp: string | undefined;
  /** `sha256=` and 64 hex digits: HMAC-SHA-256 of `TIMESTAMP.BODY`. */
  readonly signature: string | undefined;
  readonly body: string;
}

/** Seconds. A call with an older or a later timestamp is taken for a replay. */
export const replayWindow = 300;

/** Why a call cannot be trusted; undefined when it can. `now` is in seconds since 1970. */
export function distrust(
  secret: string,
  { timestamp, signature, body }: SignedCall,
  now: number,
): string | undefined {
  if (timestamp === undefined || signature === undefined) return 'The call is not signed.';
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > replayWindow) {
    return 'The call is too old, or the clocks differ.';
  }
  const expected = sign(secret, timestamp, body);
  const [a, b] = [Buffer.from(signature), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b) ? undefined : 'The signature is wrong.';
}

function sign(secret: string, timestamp: string, body: string): string {
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `sha256=${digest}`;
}
