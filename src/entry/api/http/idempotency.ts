import { hexDigest } from '../../../model/digest.ts';
import { hour } from '../../../model/instant.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import type { HeaderSpec } from '../endpoint.ts';
import { type ApiRefusal, refuseCall } from './reply.ts';
import type { TokenCaller } from './tokens.ts';

/** Milliseconds for which a key is remembered. */
export const keyLife = 24 * hour;

export const idempotencyHeader: HeaderSpec = {
  name: 'idempotency-key',
  description: 'Up to 255 characters, of your choice',
};

/** Digest of a caller's name and `Idempotency-Key`; undefined where the call has no key. */
export function idempotencyDigest(
  headers: Readonly<Record<string, string>>,
  caller: TokenCaller | undefined,
): Result<string | undefined, ApiRefusal> {
  const key = headers[idempotencyHeader.name];
  if (key === undefined) return ok(undefined);
  if (!/^[\x21-\x7e ]{1,255}$/.test(key)) return fail(wrongKey);
  return ok(shortDigest(JSON.stringify([caller?.name, key])));
}

export function shortDigest(text: string): string {
  return hexDigest(text).slice(0, 32);
}

const wrongKey = refuseCall(400, 'idempotency-key', 'The Idempotency-Key is not one.', {
  detail: 'Use 1 to 255 printable characters.',
});

/** `what` names the purpose of the key: "scan that you want". */
export function reusedKey(what: string): ApiRefusal {
  return refuseCall(
    422,
    'idempotency-key-reused',
    'The Idempotency-Key was used for another call.',
    {
      detail: `Use a new one for each ${what}.`,
    },
  );
}
