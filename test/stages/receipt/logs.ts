import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { LogKey } from '../../../src/model/receipt.ts';
import { ok } from '../../../src/model/result.ts';
import type { Signer } from '../../../src/ports/receipt/signer.ts';
import type { Bundle } from '../../../src/stages/receipt/bundle.ts';
import { checkpointBody, signedCheckpoint } from '../../../src/stages/receipt/checkpoint.ts';
import { plainText, sha256, textDigest } from '../../../src/stages/receipt/digest.ts';
import { makeEnvelope, signedBytes } from '../../../src/stages/receipt/envelope.ts';
import { handoverText, handoverType } from '../../../src/stages/receipt/keys.ts';
import {
  leafDigest,
  makeBundle,
  signedReceipt,
  treeHead,
  unsigned,
} from '../../../src/stages/receipt/make.ts';
import { readPublicKey, type Verifier } from '../../../src/stages/receipt/public-key.ts';
import type { Draft } from '../../../src/stages/receipt/statement.ts';

export interface TestKey {
  readonly key: KeyObject;
  readonly verifier: Verifier;
}

/** A signer with the key of this number. */
export function signerOf(seed: number): Signer {
  const { key, verifier } = testKey(seed);
  return {
    key: verifier,
    sign: async (messages) => ok(messages.map((message) => sign(null, message, key))),
  };
}

const derPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A key that is always the same for a number. */
export function testKey(seed: number): TestKey {
  const der = Buffer.concat([derPrefix, sha256(`key ${seed}`)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { key, verifier: verifierOf(key) };
}

function verifierOf(key: KeyObject): Verifier {
  const { x = '' } = key.export({ format: 'jwk' });
  const der = Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    Buffer.from(x, 'base64url'),
  ]);
  const lines = der.toString('base64');
  const read = readPublicKey(`-----BEGIN PUBLIC KEY-----\n${lines}\n-----END PUBLIC KEY-----\n`);
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

export const time = '2026-03-15T09:00:00.000Z';

/** A decision about the `n`th drift, and the texts it rests on. */
export function decisionDraft(n: number): { draft: Draft; texts: readonly string[] } {
  const evidence = plainText([{ id: `e-${n}`, sha256: textDigest(`record ${n}`) }]);
  const texts = [
    evidence,
    plainText({ policy: 'default', rules: [n] }),
    plainText({ files: [`${n}.tf`] }),
  ];
  const [a = '', b = '', c = ''] = texts.map(textDigest);
  const about = { intent: `i-${n}`, drift: `d-${n}`, verdict: { outcome: 'accept', rule: 'r' } };
  return {
    draft: {
      kind: 'decision',
      name: `i-${n} d-${n}`,
      about,
      inputs: { evidence: a, policy: b, patch: c },
      facts: { explanation: [`Line ${n}.`] },
    },
    texts,
  };
}

/** A whole log of decisions, signed by one key; `before` is its predecessor, if there was one. */
export function logOf(size: number, { key, verifier }: TestKey, before?: TestKey): Bundle {
  const made = Array.from({ length: size }, (_, n) => decisionDraft(n));
  const receipts = made.map(({ draft }, index) => {
    const by = before !== undefined && index < size / 2 ? before : { key, verifier };
    const open = unsigned(draft, time);
    const envelope = signedReceipt(open, by.verifier.id, sign(null, open.bytes, by.key));
    return { id: open.id, index, envelope };
  });
  const leaves = receipts.map(({ envelope }) => leafDigest(plainText(envelope)));
  const head = treeHead('parley/test', leaves);
  const signature = sign(null, Buffer.from(checkpointBody(head)), key);
  return makeBundle({
    checkpoint: signedCheckpoint(head, verifier.raw, signature),
    keys:
      before === undefined
        ? [logKey(verifier)]
        : [handedOver(before, { key, verifier }), logKey(verifier)],
    leaves,
    receipts,
    inputs: new Map(made.flatMap(({ texts }) => texts.map((text) => [textDigest(text), text]))),
  });
}

function logKey({ id, pem }: Verifier): LogKey {
  return { id, pem, since: time };
}

/** A replaced key of the log, with the handover `text` signed by its successor. */
export function handedOver(
  { verifier }: TestKey,
  next: TestKey,
  text = handoverText(verifier, time),
): LogKey {
  const signature = sign(null, signedBytes(handoverType, text), next.key);
  const handover = makeEnvelope(handoverType, text, next.verifier.id, signature);
  return { ...logKey(verifier), until: time, handover };
}
