import type { PlannedProposal } from '../../ports/store/planned-proposal.ts';
import type { KnownProposal } from '../../ports/store/service-store.ts';
import type { ProposeScope } from './deps.ts';

/** Puts down how a proposal stands. Nothing is written where nothing is new. */
export async function rememberProposal(
  { deps, key, forge, run }: ProposeScope,
  plan: PlannedProposal,
  { number, location }: Pick<KnownProposal, 'number' | 'location'>,
  now: Pick<KnownProposal, 'commit' | 'state' | 'protectedTip'>,
): Promise<void> {
  const { proposals } = deps.store;
  const known = await proposals.byNumber(key, forge.name, number);
  // It was merged between the answer of the forge and now, and the webhook was faster.
  if (known?.state === 'merged' && now.state === 'open') return;
  const time = deps.now();
  const { kind, intent, digest, branch, title, addresses } = plan;
  const posted = { kind, intent, digest, branch, title, addresses };
  const next: KnownProposal = {
    ...key,
    forge: forge.name,
    number,
    location,
    ...posted,
    ...now,
    // Given up is what was there then, and a tip names it.
    ...(known?.forcedTip === undefined ? {} : { forcedTip: known.forcedTip }),
    run: run.id,
    openedAt: known?.openedAt ?? time,
    updatedAt: time,
  };
  if (known === undefined || !isSame(known, next)) await proposals.put(next);
}

function isSame(known: KnownProposal, next: KnownProposal): boolean {
  const names: readonly (keyof KnownProposal)[] = [
    'location',
    'kind',
    'intent',
    'digest',
    'branch',
    'title',
    'commit',
    'state',
    'protectedTip',
  ];
  const isListed = known.addresses.join('\n') === next.addresses.join('\n');
  return isListed && names.every((name) => known[name] === next[name]);
}
