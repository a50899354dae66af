import type { ForgeEvent } from '../../../ports/forge/event.ts';
import { readMarker } from '../pull-requests/marker.ts';

type ProposalEvent = Extract<ForgeEvent, { kind: 'proposal' }>;

export function other(because: string): ForgeEvent {
  return { kind: 'other', because };
}

/** What a webhook reports about a pull request. */
export interface Happened extends Omit<ProposalEvent, 'kind' | 'change' | 'intent' | 'digest'> {
  readonly body: string;
  /** The branch that it is to be merged into. */
  readonly base: string;
  /** True if the branch is in the repository itself. A fork can write any marker. */
  readonly isOwn: boolean;
  readonly change: 'opened' | 'edited' | 'pushed' | 'reopened' | 'merged' | 'closed' | undefined;
}

/** Changes after which a pull request may have other code than before. */
const news: ReadonlySet<Happened['change']> = new Set(['opened', 'pushed', 'reopened'] as const);

export function proposalEvent({ body, base, isOwn, change, ...rest }: Happened): ForgeEvent {
  const marker = readMarker(body);
  if (!isOwn) return other('The pull request comes from a fork.');
  if (marker === undefined) {
    if (!news.has(change)) return other('The pull request is not a proposal.');
    return { kind: 'pull', ...rest, base };
  }
  if (change === undefined) return other('Nothing that matters has changed.');
  const { intent, digest, isWithdrawn } = marker;
  const closed = isWithdrawn ? 'withdrawn' : 'declined';
  return {
    kind: 'proposal',
    change: change === 'closed' ? closed : change,
    intent,
    digest,
    ...rest,
  };
}
