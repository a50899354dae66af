import { declaration, type LedgerEntry } from '../ledger/entry.ts';
import type { Declaration } from '../pipeline/store.ts';

/** True where the last entry of a resource is the same declaration: nobody wrote in between. */
export function saysNothingNew(last: LedgerEntry | undefined, now: Declaration['now']): boolean {
  return last?.kind === 'apply' && declaration(last) === declaration(now);
}
