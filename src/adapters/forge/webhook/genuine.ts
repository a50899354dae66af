import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** True if `signature` is the HMAC-SHA256 of the body in hex. Compares in constant time. */
export function isSigned(body: Uint8Array, secret: string, signature: string): boolean {
  if (secret === '' || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

/**
 * True if the token is the secret. Compares digests, so that the time does not even reveal the
 * length.
 */
export function isSameSecret(token: string, secret: string): boolean {
  if (secret === '') return false;
  return timingSafeEqual(digest(token), digest(secret));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
