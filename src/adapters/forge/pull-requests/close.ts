import { hexDigest } from '../../../model/digest.ts';
import { ok, type Result } from '../../../model/result.ts';
import type { IntentQuery } from '../../../ports/forge/proposals.ts';
import { postOnce } from './comments.ts';
import { findProposals } from './find.ts';
import { markWithdrawn } from './marker.ts';
import type { PullRequest, PullRequestApi } from './types.ts';

/**
 * Closes the open pull requests for an intent. The comment comes first, and the marker changes with
 * the state or before it: a process that dies in between leaves nothing that the next one would
 * misread.
 */
export async function closeOpen(
  api: PullRequestApi,
  query: IntentQuery,
  reason: string,
): Promise<Result<readonly number[]>> {
  const found = await findProposals(api, query);
  if (!found.ok) return found;
  const key = `close-${hexDigest(reason).slice(0, 12)}`;
  const closed: number[] = [];
  for (const { pull } of found.value.filter((one) => one.pull.state === 'open')) {
    const posted = await postOnce(api, pull.number, key, reason);
    if (!posted.ok) return posted;
    const shut = await withdrawPull(api, pull);
    if (!shut.ok) return shut;
    closed.push(pull.number);
  }
  return ok(closed);
}

/** Closes a pull request on behalf of Parley. */
export function withdrawPull(api: PullRequestApi, pull: PullRequest): Promise<Result<PullRequest>> {
  return api.edit(pull, { body: markWithdrawn(pull.body), state: 'closed' });
}
