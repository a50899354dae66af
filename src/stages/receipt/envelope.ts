import { dsse } from '@sigstore/core';
import type { Envelope } from '../../model/receipt.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { base64Bytes } from './digest.ts';
import type { Verifier } from './public-key.ts';

/** The bytes that are signed for a payload: DSSE's pre-authentication encoding. */
export function signedBytes(payloadType: string, payload: string): Buffer {
  return dsse.preAuthEncoding(payloadType, Buffer.from(payload));
}

export function makeEnvelope(
  payloadType: string,
  payload: string,
  keyid: string,
  signature: Uint8Array,
): Envelope {
  return {
    payload: Buffer.from(payload).toString('base64'),
    payloadType,
    signatures: [{ keyid, sig: Buffer.from(signature).toString('base64') }],
  };
}

/** The payload of an envelope, if one of the keys signed it. `what` names it in messages. */
export function openEnvelope(
  { payload, payloadType, signatures }: Envelope,
  expected: string,
  keys: readonly Verifier[],
  what: string,
): Result<string> {
  const bytes = base64Bytes(payload);
  const [signature, ...more] = signatures;
  const signed = base64Bytes(signature?.sig ?? '');
  if (bytes === undefined || signed === undefined || signature === undefined || more.length > 0) {
    return fail(broken(what));
  }
  const key = keys.find(({ id }) => id === signature.keyid);
  if (key === undefined) return fail(foreign(what, signature.keyid));
  const isOurs = payloadType === expected;
  if (!isOurs || !key.isSigned(dsse.preAuthEncoding(payloadType, bytes), signed)) {
    return fail(broken(what));
  }
  return ok(bytes.toString('utf8'));
}

function broken(what: string): Problem {
  return {
    code: 'receipt-signature',
    message: `The signature of ${what} does not match: its text or its signature was changed.`,
    hint: 'Get it again from the log it came from; as it is, nothing in it can be trusted.',
  };
}

function foreign(what: string, keyid: string): Problem {
  return {
    code: 'receipt-key-unknown',
    message: `The signature of ${what} is by the key ${keyid.slice(0, 16)}, which is not among those given.`,
    hint: 'Give the public key of the log with --key; `parley receipt key list` names it.',
  };
}
