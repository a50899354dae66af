import { ok, type Result } from '../../../model/result.ts';
import type { Permission } from '../../../ports/forge/proposals.ts';
import type { ForgeHttp, ForgeRequest, Paging } from '../http/types.ts';
import { CommentAnswer, markedComment } from '../pull-requests/comment.ts';
import { forgeMoment, pullEnd } from '../pull-requests/moment.ts';
import { sharedPullRequestApi } from '../pull-requests/shared-api.ts';
import type { NewPullRequest, PullRequest, PullRequestApi } from '../pull-requests/types.ts';
import { GitHubLabel, GitHubPull } from './schema.ts';
import type { GitHubRepository, SetCheck } from './types.ts';

const paging: Paging = { parameter: 'per_page', size: 100, max: 20 };
const newestPaging: Paging = { ...paging, max: 5, newestOnly: true };

/** Pull requests of a repository on GitHub or GitHub Enterprise, over REST. */
export function createGitHubPullRequestApi(
  http: ForgeHttp,
  { owner, name }: GitHubRepository,
  setCheck: SetCheck,
): PullRequestApi {
  const at = (...path: (string | number)[]) => ['repos', owner, name, ...path];
  const full = `${owner}/${name}`.toLowerCase();
  const isOwn = ({ head }: GitHubPull) => head.repo?.full_name.toLowerCase() === full;
  const pulls = async (query: Record<string, string>, pages: Paging) => {
    const request: ForgeRequest = { method: 'GET', path: at('pulls'), query };
    const found = await http.list(request, GitHubPull, pages);
    if (!found.ok) return found;
    // The filter by branch matches only the owner, who may have forks of the same repository.
    return ok(found.value.filter(isOwn).map(pullRequest));
  };
  return {
    ...sharedPullRequestApi(http, { at, pull: GitHubPull, isOwn, pullRequest, permissionNamed }),
    byBranch: (branch) => pulls({ head: `${owner}:${branch}`, state: 'all' }, paging),
    newest: (which = 'all') =>
      pulls(
        { state: 'all', sort: 'updated', direction: 'desc' },
        which === 'all' ? newestPaging : { ...newestPaging, max: 1 },
      ),
    create: (pull) => createDraft(http, at('pulls'), pull),
    async edit({ number }, changes) {
      const request: ForgeRequest = { method: 'PATCH', path: at('pulls', number), body: changes };
      const edited = await http.json(request, GitHubPull);
      return edited.ok ? ok(pullRequest(edited.value)) : edited;
    },
    async labelsOf(number) {
      const path = at('issues', number, 'labels');
      const labels = await http.list({ method: 'GET', path }, GitHubLabel, paging);
      return labels.ok ? ok(labels.value.map((label) => label.name)) : labels;
    },
    async changeLabels(number, add, remove) {
      const path = at('issues', number, 'labels');
      if (add.length > 0) {
        const added = await http.done({ method: 'POST', path, body: { labels: add } });
        if (!added.ok) return added;
      }
      for (const label of remove) {
        const removed = await http.done({ method: 'DELETE', path: [...path, label] });
        if (!removed.ok && removed.error.code !== 'forge-not-found') return removed;
      }
      return ok(undefined);
    },
    async commentsOf(number) {
      const path = at('issues', number, 'comments');
      const comments = await http.list({ method: 'GET', path }, CommentAnswer, paging);
      return comments.ok ? ok(comments.value.map(markedComment)) : comments;
    },
    setCheck,
  };
}

/**
 * Free plans have no drafts in private repositories, so an ordinary pull request is opened there.
 */
async function createDraft(
  http: ForgeHttp,
  path: readonly (string | number)[],
  { branch, base, title, body }: NewPullRequest,
): Promise<Result<PullRequest>> {
  const pull = { head: branch, base, title, body };
  let made = await http.json({ method: 'POST', path, body: { ...pull, draft: true } }, GitHubPull);
  if (!made.ok && /draft pull requests are not supported/i.test(made.error.message)) {
    made = await http.json({ method: 'POST', path, body: pull }, GitHubPull);
  }
  return made.ok ? ok(pullRequest(made.value)) : made;
}

function pullRequest(pull: GitHubPull): PullRequest {
  const { number, title, head, base } = pull;
  const state = typeof pull.merged_at === 'string' ? 'merged' : pull.state;
  return {
    number,
    branch: head.ref,
    base: base.ref,
    commit: head.sha,
    title,
    isDraft: pull.draft === true,
    body: pull.body ?? '',
    state,
    location: pull.html_url,
    changedAt: forgeMoment(pull.updated_at),
    ...pullEnd({
      state,
      mergedAt: pull.merged_at,
      closedAt: pull.closed_at,
      by: pull.merged_by?.login,
    }),
  };
}

/** GitHub reports `maintain` as `write` and `triage` as `read` here. */
function permissionNamed(name: string): Permission {
  return name === 'admin' || name === 'write' || name === 'read' ? name : 'none';
}
