import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** True when `signature` is the HMAC-SHA256 of the body in hex. Takes the same time for any other. */
export function isSigned(body: Uint8Array, secret: string, signature: string): boolean {
  if (secret === '' || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

/** True when the token is the secret. Digests are compared, so that not even the length shows. */
export function isSameSecret(token: string, secret: string): boolean {
  if (secret === '') return false;
  return timingSafeEqual(digest(token), digest(secret));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
