import { ok, type Result } from '../../../model/result.ts';
import type { Permission } from '../../../ports/forge/proposals.ts';
import type { ForgeHttp, ForgeRequest, Paging } from '../http/types.ts';
import { CommentResponse, markedComment } from '../pull-requests/comment.ts';
import { PullAnswer, pullRequestIn, sharedPullRequestApi } from '../pull-requests/shared-api.ts';
import type { NewPullRequest, PullRequest, PullRequestApi } from '../pull-requests/types.ts';
import { GitHubLabel } from './schema.ts';

const paging: Paging = { parameter: 'per_page', size: 100, max: 20 };
const newestPaging: Paging = { ...paging, max: 5, newestOnly: true };

/** Pull requests of a repository on GitHub or GitHub Enterprise, over REST. */
export function createGitHubPullRequestApi(
  http: ForgeHttp,
  repository: readonly string[],
  setCheck: PullRequestApi['setCheck'],
): PullRequestApi {
  const forms = { repository, pull: PullAnswer, pullRequest, permissionNamed };
  const { api, at, pulls, send } = sharedPullRequestApi(http, forms);
  return {
    ...api,
    // The filter by branch matches only the owner, who may have forks of the same repository.
    byBranch: (branch) => pulls({ head: `${repository[0]}:${branch}`, state: 'all' }, paging),
    newest: (which = 'all') =>
      pulls(
        { state: 'all', sort: 'updated', direction: 'desc' },
        which === 'all' ? newestPaging : { ...newestPaging, max: 1 },
      ),
    create: (pull) => createDraft(send, at('pulls'), pull),
    edit: ({ number }, changes) =>
      send({ method: 'PATCH', path: at('pulls', number), body: changes }),
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
      const comments = await http.list({ method: 'GET', path }, CommentResponse, paging);
      return comments.ok ? ok(comments.value.map(markedComment)) : comments;
    },
    setCheck,
  };
}

/**
 * Free plans have no drafts in private repositories, so an ordinary pull request is opened there.
 */
async function createDraft(
  send: (request: ForgeRequest) => Promise<Result<PullRequest>>,
  path: readonly (string | number)[],
  { branch, base, title, body }: NewPullRequest,
): Promise<Result<PullRequest>> {
  const pull = { head: branch, base, title, body };
  const made = await send({ method: 'POST', path, body: { ...pull, draft: true } });
  const isRefused = !made.ok && /draft pull requests are not supported/i.test(made.error.message);
  return isRefused ? send({ method: 'POST', path, body: pull }) : made;
}

function pullRequest(pull: PullAnswer): PullRequest {
  const state = typeof pull.merged_at === 'string' ? 'merged' : pull.state;
  return pullRequestIn(pull, { state, title: pull.title, isDraft: pull.draft === true });
}

/** GitHub reports `maintain` as `write` and `triage` as `read` here. */
function permissionNamed(name: string): Permission {
  return name === 'admin' || name === 'write' || name === 'read' ? name : 'none';
}
