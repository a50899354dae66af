import type { LoggedReceipt } from '../../model/receipt.ts';

/** The first of these receipts, up to one that was made at a time or later; ISO 8601 UTC. */
export function receiptsBefore(
  receipts: readonly LoggedReceipt[],
  time: string,
): readonly LoggedReceipt[] {
  const young = receipts.findIndex((receipt) => timeOf(receipt) >= time);
  return young === -1 ? receipts : receipts.slice(0, young);
}

/** When a receipt was made, ISO 8601 UTC; empty if it cannot be read, which counts as oldest. */
function timeOf({ envelope }: LoggedReceipt): string {
  try {
    const { predicate } = JSON.parse(Buffer.from(envelope.payload, 'base64').toString('utf8'));
    return String(predicate.time);
  } catch {
    return '';
  }
}
