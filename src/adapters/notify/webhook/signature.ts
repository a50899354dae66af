import { createHmac } from 'node:crypto';

/**
 * The headers that say who a delivery is from and when it was sent, in the form that Parley itself
 * asks of those who call it: `sha256=` and the HMAC-SHA-256 of `TIMESTAMP.BODY` in hex. `now` in
 * seconds since 1970.
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
