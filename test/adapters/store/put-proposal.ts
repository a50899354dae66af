import type { KnownProposal, ServiceStore } from '../../../src/ports/store/service-store.ts';

/** Replaces a stored proposal, whatever its current version is. */
export async function putProposalAnew(
  { proposals }: Pick<ServiceStore, 'proposals'>,
  next: KnownProposal,
): Promise<void> {
  const { tenant, stack, forge, number } = next;
  const before = await proposals.byNumber({ tenant, stack }, forge, number);
  if (!(await proposals.put(next, before))) throw new Error('Another one was faster.');
}
