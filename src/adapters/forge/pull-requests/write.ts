import { ok, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { ProposalDraft, PublishedProposal } from '../../../ports/forge/proposals.ts';
import { changePullLabels } from './labels.ts';
import { isSameText, writeMarked } from './marker.ts';
import type { PullRequest, PullRequestApi, PullRequestChanges } from './types.ts';

const longestTitle = 200;

export async function create(
  api: PullRequestApi,
  draft: ProposalDraft,
): Promise<Result<PublishedProposal>> {
  const { branch, base } = draft;
  const body = bodyOf('', draft);
  const created = await api.create({ branch, base, title: titleOf(draft), body });
  if (!created.ok) return created;
  const labeled = await changePullLabels(api, created.value.number, draft.labels);
  return labeled.ok ? ok(publishedAs(created.value, 'created')) : labeled;
}

export async function reopen(
  api: PullRequestApi,
  pull: PullRequest,
  draft: ProposalDraft,
): Promise<Result<PublishedProposal>> {
  const edited = await api.edit(pull, { ...changesFor(pull, draft), state: 'open' });
  if (!edited.ok) return edited;
  const labeled = await changePullLabels(api, pull.number, draft.labels);
  return labeled.ok ? ok(publishedAs(edited.value, 'reopened')) : labeled;
}

/** Updates an open pull request to match the draft. Parts that match already are not touched. */
export async function rewrite(
  api: PullRequestApi,
  pull: PullRequest,
  draft: ProposalDraft,
): Promise<Result<PublishedProposal>> {
  const changes = changesFor(pull, draft);
  const isChanged = Object.keys(changes).length > 0;
  const edited = isChanged ? await api.edit(pull, changes) : ok(pull);
  if (!edited.ok) return edited;
  const labeled = await changePullLabels(api, pull.number, draft.labels);
  if (!labeled.ok) return labeled;
  const isNews = isChanged || labeled.value === 'updated';
  return ok(publishedAs(edited.value, isNews ? 'updated' : 'unchanged'));
}

function changesFor(pull: PullRequest, draft: ProposalDraft): PullRequestChanges {
  const title = titleOf(draft);
  const body = bodyOf(pull.body, draft);
  return {
    ...(title === pull.title ? {} : { title }),
    ...(isSameText(body, pull.body) ? {} : { body }),
    ...(draft.base === pull.base ? {} : { base: draft.base }),
  };
}

function bodyOf(before: string, { intent, digest, body }: ProposalDraft): string {
  return writeMarked(before, { intent, digest, isWithdrawn: false }, body);
}

function titleOf({ title }: ProposalDraft): string {
  return displayText(title, longestTitle);
}

export function publishedAs(
  { number, location, commit }: PullRequest,
  state: PublishedProposal['state'],
): PublishedProposal {
  return { number, location, commit, state };
}
