import type { KnownProposal } from '../../ports/store/service-store.ts';
import type { ProposedDrift } from '../../reconcile/memory/proposed.ts';

/**
 * Where intents were proposed, as far as is known: the latest proposal of each intent that Parley
 * did not withdraw.
 */
export function proposedIn(
  proposals: readonly KnownProposal[],
): (intent: string) => ProposedDrift | undefined {
  const standing = proposals.filter(({ state }) => state !== 'withdrawn');
  const byIntent = new Map(
    standing.map(({ intent, branch, location }) => [intent, { branch, location }]),
  );
  return (intent) => byIntent.get(intent);
}
