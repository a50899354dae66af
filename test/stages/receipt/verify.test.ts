import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bundle, bundleText, readBundle } from '../../../src/stages/receipt/bundle.ts';
import { readPublicKey } from '../../../src/stages/receipt/public-key.ts';
import { verifyBundle } from '../../../src/stages/receipt/verify.ts';
import { cases } from '../../cases.ts';
import { handedOver, logOf, testKey } from './logs.ts';

const [own, next, unmanagedResource] = [testKey(1), testKey(2), testKey(3)];
const bundle = logOf(9, own);
const rotated = logOf(9, next, own);

/** The result of verifying a bundle, given as text, with a key. */
function found(text: string, pem: string): string {
  const read = readBundle(text, 'bundle.json');
  if (!read.ok) return read.error.code;
  const key = readPublicKey(pem);
  if (!key.ok) return key.error.code;
  const verified = verifyBundle(read.value, [key.value]);
  return verified.ok ? 'fine' : verified.error.code;
}

/** The text with another printable character at a place. */
function otherAt(text: string, at: number, by: number): string {
  const place = at % text.length;
  const code = text.charCodeAt(place);
  const other = String.fromCharCode(0x21 + ((code - 0x21 + 1 + (by % 92) + 94) % 94));
  return text.slice(0, place) + (other === text[place] ? '~' : other) + text.slice(place + 1);
}

function withReceipt(n: number, change: (one: Bundle['receipts'][number]) => object): Bundle {
  const receipts = bundle.receipts.map((one, at) =>
    at === n % bundle.receipts.length ? { ...one, ...change(one) } : one,
  );
  return { ...bundle, receipts };
}

function withInput(
  kind: 'evidence' | 'policy' | 'patch',
  n: number,
  change: (text: string) => string,
): Bundle {
  const keys = Object.keys(bundle.inputs).filter((key) => {
    const text = bundle.inputs[key] ?? '';
    return text.startsWith({ evidence: '[{"id"', policy: '{"policy"', patch: '{"files"' }[kind]);
  });
  const key = keys[n % keys.length] ?? '';
  return { ...bundle, inputs: { ...bundle.inputs, [key]: change(bundle.inputs[key] ?? '') } };
}

const payloadChanged = ({ envelope }: Bundle['receipts'][number], at: number, by: number) => {
  const bytes = Buffer.from(envelope.payload, 'base64');
  bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 + (by % 255));
  return { envelope: { ...envelope, payload: bytes.toString('base64') } };
};

/** Each entry tampers with one thing, and says which errors may report it. */
const tamperings: Readonly<
  Record<
    string,
    [named: RegExp, tamper: (n: number, at: number, by: number) => [Bundle | string, string?]]
  >
> = {
  'digests of events': [
    /^receipt-input-evidence$/,
    (n, at, by) => [withInput('evidence', n, (text) => otherAt(text, at, by))],
  ],
  policy: [
    /^receipt-input-policy$/,
    (n, at, by) => [withInput('policy', n, (text) => otherAt(text, at, by))],
  ],
  patch: [
    /^receipt-input-patch$/,
    (n, at, by) => [withInput('patch', n, (text) => otherAt(text, at, by))],
  ],
  'what a receipt says': [
    /^receipt-signature$/,
    (n, at, by) => [withReceipt(n, (one) => payloadChanged(one, at, by))],
  ],
  'the signature of a receipt': [
    /^receipt-signature$/,
    (n, at, by) => [
      withReceipt(n, ({ envelope }) => {
        const [{ keyid, sig } = { keyid: '', sig: '' }] = envelope.signatures;
        return { envelope: { ...envelope, signatures: [{ keyid, sig: otherAt(sig, at, by) }] } };
      }),
    ],
  ],
  'the id of a receipt': [
    /^receipt-id$/,
    (n, at) => [
      withReceipt(n, ({ id }) => {
        const place = at % id.length;
        return {
          id: `${id.slice(0, place)}${id[place] === '0' ? '1' : '0'}${id.slice(place + 1)}`,
        };
      }),
    ],
  ],
  'the place in the log': [
    /^receipt-inclusion$/,
    (n, _, by) => [withReceipt(n, ({ index }) => ({ index: (index + 1 + (by % 8)) % 9 }))],
  ],
  'the log': [
    /^receipt-inclusion$/,
    (n, at) => [
      withReceipt(n, ({ proof }) => ({
        proof: proof.map((hash, place) =>
          place === at % proof.length ? hash.replace(/./, (c) => (c === 'a' ? 'b' : 'a')) : hash,
        ),
      })),
    ],
  ],
  checkpoint: [
    /^receipt-(checkpoint-(form|signature)|key-unknown)$/,
    (_, at, by) => [{ ...bundle, checkpoint: otherAt(bundle.checkpoint, at, by) }],
  ],
  'the size in the checkpoint': [
    /^receipt-checkpoint-signature$/,
    (_, at) => [{ ...bundle, checkpoint: bundle.checkpoint.replace('\n9\n', `\n${10 + at}\n`) }],
  ],
  'what is said of its keys': [
    /^receipt-(key-handover|key-unknown|key-form|bundle-form)$/,
    (_, at, by) => {
      const text = bundleText(rotated);
      const [from, to] = [text.indexOf('"keys":'), text.indexOf('],"receipts"')];
      const place = from + '"keys":'.length + (at % (to - from - '"keys":'.length));
      return [otherAt(text, place, by), next.verifier.pem];
    },
  ],
  key: [
    /^receipt-key-(form|unknown)$/,
    (_, at, by) => [bundle, otherAt(own.verifier.pem.trim(), at, by)],
  ],
  'bytes of the file': [
    /^receipt-(?!key-form)/,
    (_, at, by) => [otherAt(bundleText(bundle).trimEnd(), at, by).concat('\n')],
  ],
};

describe('a bundle', () => {
  it('verifies with the public key alone', () => {
    expect(found(bundleText(bundle), own.verifier.pem)).toBe('fine');
    expect(found(bundleText(logOf(1, own)), own.verifier.pem)).toBe('fine');
  });

  it('does not verify with the key of somebody else', () => {
    expect(found(bundleText(bundle), unmanagedResource.verifier.pem)).toBe('receipt-key-unknown');
  });

  it.each(Object.keys(tamperings))('shows that somebody changed: %s', (name) => {
    const [named, tamper] = tamperings[name] ?? [/never/, () => ['']];
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), (n, at, by) => {
        const [changed, pem] = tamper(n, at, by);
        const text = typeof changed === 'string' ? changed : bundleText(changed);
        if (text === bundleText(bundle) && pem === undefined) return;
        expect(found(text, pem ?? own.verifier.pem)).toMatch(named);
      }),
      { numRuns: cases(1000, 84) },
    );
  });

  it('does not take a receipt for another, or an input that nobody names', () => {
    const [first, second] = bundle.receipts;
    if (first === undefined || second === undefined) throw new Error('no receipts');
    const swapped = { ...bundle, receipts: [{ ...first, envelope: second.envelope }] };
    const strange = { ...bundle, inputs: { ...bundle.inputs, ['0'.repeat(64)]: 'x' } };
    expect(found(bundleText(swapped), own.verifier.pem)).toBe('receipt-id');
    expect(found(bundleText(strange), own.verifier.pem)).toBe('receipt-input-strange');
  });

  it('says what it does not have', () => {
    const verified = verifyBundle({ ...bundle, inputs: {} }, [own.verifier]);
    expect(verified.ok && verified.value.missing).toHaveLength(27);
  });
});

describe('a key that was replaced', () => {
  it('is vouched for by the next one', () => {
    expect(found(bundleText(rotated), next.verifier.pem)).toBe('fine');
  });

  it('does not vouch for the next one', () => {
    expect(found(bundleText(rotated), own.verifier.pem)).toBe('receipt-key-unknown');
  });

  it('is not trusted where its handover was changed, left out, or signed by somebody else', () => {
    const [old, now] = rotated.keys;
    const [, , ...forged] = [0, 0, ...logOf(9, unmanagedResource, own).keys];
    if (old === undefined || now === undefined) throw new Error('no keys');
    const { handover: _, ...bare } = old;
    const later = { ...old, until: '2030-01-01T00:00:00.000Z' };
    const verified = (keys: Bundle['keys']) =>
      found(bundleText({ ...rotated, keys }), next.verifier.pem);
    expect(verified([later, now])).toBe('receipt-key-handover');
    expect(verified([bare, now])).toBe('receipt-key-unknown');
    expect(verified(forged)).toBe('receipt-key-unknown');
    expect(verified([handedOver(own, next, 'not JSON'), now])).toBe('receipt-key-handover');
  });
});
