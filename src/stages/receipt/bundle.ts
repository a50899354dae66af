import { z } from 'zod';
import { parsedJson } from '../../model/parsed-json.ts';
import type { Envelope, LoggedReceipt, LogKey, Sha256 } from '../../model/receipt.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { plainText } from './digest.ts';

const digest = z.string().regex(/^[0-9a-f]{64}$/);

export const EnvelopeForm: z.ZodType<Envelope> = z.strictObject({
  payload: z.string(),
  payloadType: z.string(),
  signatures: z.array(z.strictObject({ keyid: z.string(), sig: z.string() })).readonly(),
});

export const LogKeyForm: z.ZodType<LogKey> = z.strictObject({
  id: digest,
  pem: z.string(),
  since: z.string(),
  until: z.string().exactOptional(),
  handover: EnvelopeForm.exactOptional(),
});

const BundleKeyForm: z.ZodType<BundleKey> = z.strictObject({
  id: digest,
  pem: z.string(),
  since: z.string().exactOptional(),
  until: z.string().exactOptional(),
  handover: EnvelopeForm.exactOptional(),
});

const BundleForm = z.strictObject({
  schema: z.literal('parley/receipt-bundle/v1'),
  checkpoint: z.string(),
  keys: z.array(BundleKeyForm).readonly(),
  receipts: z
    .array(
      z.strictObject({
        id: digest,
        index: z.int().nonnegative(),
        envelope: EnvelopeForm,
        proof: z.array(digest).readonly(),
      }),
    )
    .readonly(),
  inputs: z.record(digest, z.string()).readonly(),
});

/** A receipt with the nodes that lead to the root of the log. */
export interface ProvenReceipt extends LoggedReceipt {
  readonly proof: readonly Sha256[];
}

/**
 * The part of a key that is signed. When it became valid follows from the handover of the previous
 * key, which it signed.
 */
export interface BundleKey extends Omit<LogKey, 'since'> {
  /** ISO 8601 UTC; undefined for the first key. */
  readonly since?: string;
}

/** Receipts that can be verified without access to their log, with only its public key. */
export interface Bundle {
  readonly schema: 'parley/receipt-bundle/v1';
  /** Signed note. */
  readonly checkpoint: string;
  readonly keys: readonly BundleKey[];
  /** Sorted by index. */
  readonly receipts: readonly ProvenReceipt[];
  /** The texts on which decisions were based, by SHA-256 of the text. */
  readonly inputs: Readonly<Record<Sha256, string>>;
}

/**
 * The only accepted form, so that no byte of a bundle can be changed without changing its meaning.
 */
export function bundleText(bundle: Bundle): string {
  return `${plainText(bundle)}\n`;
}

export function readBundle(text: string, file: string): Result<Bundle> {
  const read = BundleForm.safeParse(parsedJson(text));
  if (read.success && bundleText(read.data) === text) return ok(read.data);
  return fail({
    code: 'receipt-bundle-form',
    message: 'This is not a bundle of receipts as `parley receipt export` writes it.',
    place: { file },
    hint: 'Export it again; a bundle may not be formatted or edited.',
  });
}
