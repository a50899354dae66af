import type { ProposalState } from '../../ports/forge/proposals.ts';
import type { PlannedProposal } from '../../ports/store/planned-proposal.ts';
import type { KnownProposal } from '../../ports/store/service-store.ts';
import { changeKnown } from './change-known.ts';
import type { ProposeContext } from './deps.ts';

/** What is recorded about a proposal in addition to its plan. */
export interface ProposalNews {
  readonly commit: string;
  readonly state: ProposalState;
  readonly protectedTip?: string;
  /** The recorded state when the forge was asked; undefined where there was none. */
  readonly before: ProposalState | undefined;
}

interface RememberContext {
  readonly deps: Pick<ProposeContext['deps'], 'store' | 'now'>;
  readonly key: ProposeContext['key'];
  readonly forge: Pick<ProposeContext['forge'], 'name'>;
  readonly run: Pick<ProposeContext['run'], 'id'>;
}

/** Records the state of a proposal. Nothing is written where nothing is new. */
export async function rememberProposal(
  { deps, key, forge, run }: RememberContext,
  plan: Pick<PlannedProposal, 'kind' | 'intent' | 'digest' | 'branch' | 'title' | 'addresses'>,
  { number, location }: Pick<KnownProposal, 'number' | 'location'>,
  { before, ...now }: ProposalNews,
): Promise<void> {
  const { kind, intent, digest, branch, title, addresses } = plan;
  const posted = { kind, intent, digest, branch, title, addresses };
  await changeKnown(deps.store, { ...key, forge: forge.name, number }, (known) => {
    // A process that has handled an action since the forge answered has the newer state.
    if (known !== undefined && known.state !== before && known.state !== now.state) return;
    const time = deps.now();
    const next: KnownProposal = {
      ...key,
      forge: forge.name,
      number,
      location,
      ...posted,
      ...now,
      // The commits that a person gave up are identified by their tip, so this stays valid.
      ...(known?.forcedTip === undefined ? {} : { forcedTip: known.forcedTip }),
      run: run.id,
      openedAt: known?.openedAt ?? time,
      updatedAt: time,
    };
    return known !== undefined && isSame(known, next) ? undefined : next;
  });
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
