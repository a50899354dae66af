import type { LoggedReceipt } from '../../model/receipt.ts';

/** When a receipt was made, ISO 8601 UTC; empty for one that cannot be read, which is as old as can be. */
export function timeOf({ envelope }: LoggedReceipt): string {
  try {
    const { predicate } = JSON.parse(Buffer.from(envelope.payload, 'base64').toString('utf8'));
    return String(predicate.time);
  } catch {
    return '';
  }
}
