import type { LoggedReceipt } from '../../model/receipt.ts';

/** When a receipt was made, ISO 8601 UTC; empty if it cannot be read, which counts as oldest. */
export function timeOf({ envelope }: LoggedReceipt): string {
  try {
    const { predicate } = JSON.parse(Buffer.from(envelope.payload, 'base64').toString('utf8'));
    return String(predicate.time);
  } catch {
    return '';
  }
}
