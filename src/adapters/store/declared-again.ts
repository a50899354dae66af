import type { RunDeclaration } from '../../ports/store/run-store.ts';
import { declaration, type LedgerEntry } from '../../stages/ledger/entry.ts';

/**
 * True if the last entry of a resource is the same declaration, so that nobody wrote in between.
 */
export function isRepeatedDeclaration(
  last: LedgerEntry | undefined,
  now: RunDeclaration['now'],
): boolean {
  return last?.kind === 'apply' && declaration(last) === declaration(now);
}
