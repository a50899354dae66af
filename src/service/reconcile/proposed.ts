import type { Proposed } from '../../pipeline/memory/proposed.ts';
import type { KnownProposal } from '../ports/store.ts';

/** Where intents were proposed, as far as it is known: the latest of each that Parley did not withdraw. */
export function proposedIn(
  proposals: readonly KnownProposal[],
): (intent: string) => Proposed | undefined {
  const standing = proposals.filter(({ state }) => state !== 'withdrawn');
  const byIntent = new Map(
    standing.map(({ intent, branch, location }) => [intent, { branch, location }]),
  );
  return (intent) => byIntent.get(intent);
}
