import { ok, type Result } from '../../../model/result.ts';
import type {
  ChangedProposals,
  CurrentProposal,
  ProposalQuery,
  ProposalState,
} from '../../../ports/forge/proposals.ts';
import { type Marker, readMarker } from './marker.ts';
import type { PullRequest, PullRequestApi } from './types.ts';

/** A pull request of Parley. */
export interface FoundProposals {
  readonly pull: PullRequest;
  readonly marker: Marker;
}

/**
 * The pull requests with the marker, by number. Anyone who can push a branch of that name to the
 * repository can forge one, but could close the real one just as well.
 */
export async function findProposals(
  api: PullRequestApi,
  query: ProposalQuery,
): Promise<Result<readonly FoundProposals[]>> {
  const pulls = await candidates(api, query);
  if (!pulls.ok) return pulls;
  const found = pulls.value.flatMap((pull): FoundProposals[] => {
    const marker = readMarker(pull.body);
    return marker !== undefined && isMeant(query, marker) ? [{ pull, marker }] : [];
  });
  return ok(found.sort((a, b) => a.pull.number - b.pull.number));
}

async function candidates(
  api: PullRequestApi,
  query: ProposalQuery,
): Promise<Result<readonly PullRequest[]>> {
  if (query.kind === 'intent') return api.byBranch(query.branch);
  if (query.kind === 'digest') return api.newest();
  const pull = await api.byNumber(query.number);
  if (!pull.ok) return pull;
  return ok(pull.value === undefined ? [] : [pull.value]);
}

function isMeant(query: ProposalQuery, { intent, digest }: Marker): boolean {
  if (query.kind === 'intent') return intent === query.intent;
  return query.kind === 'number' || digest === query.digest;
}

/**
 * The proposals that changed since a moment. Few change between two calls, so that the first page
 * is requested alone at first.
 */
export async function changedSince(
  api: PullRequestApi,
  since: string,
): Promise<Result<ChangedProposals>> {
  const reaches = (pulls: readonly PullRequest[]) =>
    pulls.some(({ changedAt }) => changedAt < since);
  const first = await api.newest('first');
  if (!first.ok) return first;
  const all = reaches(first.value) ? first : await api.newest();
  if (!all.ok) return all;
  const proposals = all.value.flatMap((pull) => {
    const marker = readMarker(pull.body);
    return marker === undefined || pull.changedAt < since ? [] : [standing({ pull, marker })];
  });
  return ok({
    proposals: proposals.sort((a, b) => a.number - b.number),
    isComplete: reaches(all.value) || all.value.length === first.value.length,
  });
}

export function standing({ pull, marker }: FoundProposals): CurrentProposal {
  const { number, branch, base, commit, title, location, changedAt, endedAt, endedBy } = pull;
  const { intent, digest, isWithdrawn } = marker;
  const state = stateOf(pull, marker);
  return {
    ...{ number, intent, digest, branch, base, commit, title, state, location, changedAt },
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(endedBy === undefined ? {} : { endedBy }),
    wasWithdrawn: isWithdrawn,
  };
}

function stateOf({ state }: PullRequest, { isWithdrawn }: Marker): ProposalState {
  if (state !== 'closed') return state;
  return isWithdrawn ? 'withdrawn' : 'declined';
}
