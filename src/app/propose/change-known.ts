import type { KnownProposal, ServiceStore } from '../../ports/store/service-store.ts';

type Named = Pick<KnownProposal, 'tenant' | 'stack' | 'forge' | 'number'>;

/**
 * Changes the record of a proposal. `change` is called again with the new record where another
 * process was faster, and returns undefined where nothing is to be written.
 */
export async function changeKnown(
  { proposals }: Pick<ServiceStore, 'proposals'>,
  { tenant, stack, forge, number }: Named,
  change: (known: KnownProposal | undefined) => KnownProposal | undefined,
): Promise<void> {
  for (;;) {
    const known = await proposals.byNumber({ tenant, stack }, forge, number);
    const next = change(known);
    if (next === undefined || (await proposals.put(next, known))) return;
  }
}
