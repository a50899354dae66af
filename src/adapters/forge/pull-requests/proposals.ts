import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type {
  ProposalDraft,
  Proposals,
  PublishedProposal,
} from '../../../ports/forge/proposals.ts';
import { closeOpen, withdrawPull } from './close.ts';
import { commentsOfPeople, keepStandingComment, postOnce } from './comments.ts';
import { changedSince, type FoundProposals, findProposals, standing } from './find.ts';
import { changePullLabels } from './labels.ts';
import { isMarkable, readMarker } from './marker.ts';
import type { PullRequestApi } from './types.ts';
import { create, publishedAs, reopen, rewrite } from './write.ts';

/**
 * Names of accounts on all forges, including GitHub's apps. Other names are not sent to a forge.
 */
const userName = /^[A-Za-z0-9_][\w.-]{0,254}(?:\[bot\])?$/;

/**
 * Proposals on a forge. Everything that makes calls safe to repeat is here, once for all forges.
 */
export function createProposals(api: PullRequestApi): Proposals {
  return {
    async open(draft) {
      const found = await ofIntent(api, draft);
      if (!found.ok) return found;
      const declined = declinedBefore(found.value, draft);
      if (declined !== undefined) return ok(publishedAs(declined.pull, 'declined'));
      const updated = await updateOpen(api, draft, found.value);
      if (!updated.ok) return updated;
      return updated.value === undefined ? openAnew(api, draft, found.value) : ok(updated.value);
    },
    async update(draft) {
      const found = await ofIntent(api, draft);
      if (!found.ok) return found;
      const declined = declinedBefore(found.value, draft);
      if (declined !== undefined) return ok(publishedAs(declined.pull, 'declined'));
      return updateOpen(api, draft, found.value);
    },
    close: (query, reason) => closeOpen(api, query, reason),
    async comment(number, { key, text }) {
      return isMarkable(key) ? postOnce(api, number, key, text) : fail(notMarkable(key));
    },
    async keepComment(number, comment) {
      const { key } = comment;
      return isMarkable(key) ? keepStandingComment(api, number, comment) : fail(notMarkable(key));
    },
    label: (number, labels) => changePullLabels(api, number, labels),
    setCheck: (commit, check) => api.setCheck(commit, check),
    async find(query) {
      const found = await findProposals(api, query);
      return found.ok ? ok(found.value.map(standing)) : found;
    },
    changedSince: (since) => changedSince(api, since),
    comments: (number) => commentsOfPeople(api, number),
    async others() {
      const pulls = await api.newest();
      if (!pulls.ok) return pulls;
      const open = pulls.value.filter(
        ({ state, body }) => state === 'open' && readMarker(body) === undefined,
      );
      return ok(
        open
          .map(({ number, branch, base, commit }) => ({ number, branch, base, commit }))
          .sort((a, b) => a.number - b.number),
      );
    },
    async permissionOf(user) {
      return userName.test(user) ? api.permissionOf(user) : ok('none');
    },
  };
}

async function ofIntent(
  api: PullRequestApi,
  { intent, digest, branch }: ProposalDraft,
): Promise<Result<readonly FoundProposals[]>> {
  const bad = [intent, digest].find((id) => !isMarkable(id));
  if (bad !== undefined) return fail(notMarkable(bad));
  return findProposals(api, { kind: 'intent', intent, branch });
}

/** The proposal for the same drift that a person closed, if nobody opened it again. */
function declinedBefore(
  found: readonly FoundProposals[],
  { digest }: ProposalDraft,
): FoundProposals | undefined {
  const same = found.filter(({ marker }) => marker.digest === digest);
  if (same.some(({ pull }) => pull.state === 'open')) return undefined;
  return same.find((one) => standing(one).state === 'declined');
}

/** Updates the oldest open proposal, and closes others that a race has opened. */
async function updateOpen(
  api: PullRequestApi,
  draft: ProposalDraft,
  found: readonly FoundProposals[],
): Promise<Result<PublishedProposal | undefined>> {
  const [first, ...doubles] = found.filter(({ pull }) => pull.state === 'open');
  for (const { pull } of doubles) {
    const shut = await withdrawPull(api, pull);
    if (!shut.ok) return shut;
  }
  return first === undefined ? ok(undefined) : rewrite(api, first.pull, draft);
}

/** Reopens the proposal that Parley closed last, or else creates one. */
async function openAnew(
  api: PullRequestApi,
  draft: ProposalDraft,
  found: readonly FoundProposals[],
): Promise<Result<PublishedProposal>> {
  const withdrawn = found.findLast((one) => standing(one).state === 'withdrawn');
  if (withdrawn !== undefined) {
    const again = await reopen(api, withdrawn.pull, draft);
    // Forges refuse if the branch was rebuilt since.
    if (again.ok || !isRefusal(again.error)) return again;
  }
  const created = await create(api, draft);
  if (created.ok || !isRefusal(created.error)) return created;
  // Another process may have opened it in the meantime: forges allow one for each branch.
  const now = await ofIntent(api, draft);
  const updated = now.ok ? await updateOpen(api, draft, now.value) : now;
  return updated.ok && updated.value !== undefined ? ok(updated.value) : created;
}

function isRefusal({ code }: Problem): boolean {
  return code === 'forge-refused' || code === 'forge-conflict';
}

function notMarkable(id: string): Problem {
  return {
    code: 'forge-marker',
    message: `${displayText(id, 60)} cannot be used in the marker of a proposal.`,
    hint: 'Use letters, digits, dots, colons and single hyphens.',
  };
}
