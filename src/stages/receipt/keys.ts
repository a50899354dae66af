import { z } from 'zod';
import { parsedJson } from '../../model/parsed-json.ts';
import type { Envelope, LogKey } from '../../model/receipt.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { BundleKey } from './bundle.ts';
import { plainText } from './digest.ts';
import { openEnvelope } from './envelope.ts';
import { readPublicKey, type Verifier } from './public-key.ts';

/** The payload type of a key's statement about the key that it replaced. */
export const handoverType = 'application/vnd.parley.receipt-key+json';

/** The text that the new key signs: that it replaces the old one, and when the old one ended. */
export function handoverText({ id, pem }: Pick<LogKey, 'id' | 'pem'>, until: string): string {
  return plainText({ replaced: id, pem, until });
}

const Handover = z.strictObject({ replaced: z.string(), pem: z.string(), until: z.string() });

/**
 * The keys to verify with: the trusted ones, and those that a trusted key says it replaced. All
 * other keys are left out.
 */
export function trustedKeys(
  trusted: readonly Verifier[],
  known: readonly BundleKey[],
): Result<readonly Verifier[]> {
  const keys = [...trusted];
  for (let before = -1; before !== keys.length; ) {
    before = keys.length;
    for (const key of known) {
      if (keys.some(({ id }) => id === key.id) || key.handover === undefined) continue;
      if (!isBy(key.handover, keys)) continue;
      const verifier = handedOver(key, key.handover, keys);
      if (!verifier.ok) return verifier;
      keys.push(verifier.value);
    }
  }
  return ok(keys);
}

/**
 * Fails with the first key of a bundle that is not trusted, or with statements about it that no key
 * signed.
 */
export function verifyKeys(
  known: readonly BundleKey[],
  keys: readonly Verifier[],
): Result<undefined> {
  for (const [at, key] of known.entries()) {
    const { id, pem, since, until, handover } = key;
    const own = keys.find((one) => one.id === id);
    if (own === undefined) return fail(nobodyVouches(id));
    const isAfter = since === known[at - 1]?.until;
    if (own.pem !== pem || !isAfter || (handover === undefined) !== (until === undefined)) {
      return fail(wrongHandover(`the handover of the key ${id.slice(0, 16)}`));
    }
    const verified = handover === undefined ? undefined : handedOver(key, handover, keys);
    if (verified?.ok === false) return verified;
  }
  return ok(undefined);
}

function isBy({ signatures }: Envelope, keys: readonly Verifier[]): boolean {
  return signatures.some(({ keyid }) => keys.some(({ id }) => id === keyid));
}

function handedOver(
  { id, pem, until }: BundleKey,
  handover: Envelope,
  keys: readonly Verifier[],
): Result<Verifier> {
  const what = `the handover of the key ${id.slice(0, 16)}`;
  const text = openEnvelope(handover, handoverType, keys, what);
  const key = readPublicKey(pem);
  if (!key.ok) return key;
  const parsed = text.ok ? Handover.safeParse(parsedJson(text.value)) : undefined;
  const isSame = parsed?.success && parsed.data.pem === pem && parsed.data.until === until;
  if (isSame && parsed.data.replaced === id && key.value.id === id) return key;
  return fail(wrongHandover(what));
}

function nobodyVouches(id: string): Problem {
  return {
    code: 'receipt-key-unknown',
    message: `The key ${id.slice(0, 16)} is not trusted: it was not given, and no later key names it.`,
    hint: 'Give it with --key as well, from where it was published before.',
  };
}

function wrongHandover(what: string): Problem {
  return {
    code: 'receipt-key-handover',
    message: `${what.charAt(0).toUpperCase()}${what.slice(1)} does not match: the key, its end or the signature of the next key was changed.`,
    hint: 'Give the old key with --key as well, from where it was published before.',
  };
}
