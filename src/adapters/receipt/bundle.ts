import type { LoggedReceipt, LogKey, Sha256 } from '../../model/receipt.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { Bundle } from '../../stages/receipt/bundle.ts';
import { makeBundle } from '../../stages/receipt/make.ts';
import { receiptName } from '../../stages/receipt/verify.ts';

/** What a bundle is made of, in addition to the receipts that were asked for. */
interface BundleSource {
  readonly checkpoint: string;
  readonly keys: readonly LogKey[];
  /** Ids of the receipts that were asked for, by their index. */
  readonly places: ReadonlyMap<number, Sha256>;
  readonly leaves: readonly Sha256[];
  readonly input: (digest: Sha256) => Promise<string | undefined>;
}

/** Receipts with their proofs, and with all their inputs that were kept. */
export async function bundleFrom(
  receipts: readonly LoggedReceipt[],
  { checkpoint, keys, places, leaves, input }: BundleSource,
): Promise<Result<Bundle>> {
  const digests = new Set(receipts.flatMap(({ envelope }) => receiptInputs(envelope.payload)));
  const inputs = new Map<Sha256, string>();
  for (const digest of digests) {
    const text = await input(digest);
    if (text !== undefined) inputs.set(digest, text);
  }
  const stray = receipts.find(({ id, index }) => places.get(index) !== id);
  if (stray !== undefined) return fail(notALeaf(stray));
  return ok(makeBundle({ checkpoint, keys, leaves, receipts, inputs }));
}

/**
 * Digests of the inputs that a receipt names; none for one that cannot be read, which verification
 * reports.
 */
export function receiptInputs(payload: string): readonly Sha256[] {
  try {
    const { predicate } = JSON.parse(Buffer.from(payload, 'base64').toString('utf8'));
    return Object.values(predicate.inputs as Record<string, Sha256>);
  } catch {
    return [];
  }
}

export const nothingLogged: Problem = {
  code: 'no-receipts',
  message: 'There are no receipts yet.',
  hint: 'Runs make them where `parley init` made a store, as soon as there is something to decide.',
};

function notALeaf(receipt: LoggedReceipt): Problem {
  return {
    code: 'receipt-log-leaf',
    message: `The log has ${receiptName(receipt)}, but with the leaf of another receipt.`,
    hint: 'Its files were changed; restore them from a backup, and compare its checkpoint with those in commits.',
  };
}
