import { createHmac } from 'node:crypto';

/**
 * Headers that prove who sent a delivery and when, in the form that Parley requires of its own
 * callers: `sha256=` and the HMAC-SHA-256 of `TIMESTAMP.BODY` in hex. `now` in seconds since 1970.
 */
export function signatureHeaders(
  secret: string,
  body: string,
  now: number,
): Readonly<Record<'x-parley-timestamp' | 'x-parley-signature', string>> {
  const timestamp = String(Math.floor(now));
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'x-parley-timestamp': timestamp, 'x-parley-signature': `sha256=${digest}` };
}
