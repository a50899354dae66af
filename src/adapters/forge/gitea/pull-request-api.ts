import { ok } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { Permission } from '../../../ports/forge/proposals.ts';
import type { ForgeHttp, Paging } from '../http/types.ts';
import { CommentResponse, markedComment } from '../pull-requests/comment.ts';
import { draftTitle, type PrefixedTitle, readTitle } from '../pull-requests/draft-title.ts';
import { editInTurn } from '../pull-requests/in-turn.ts';
import { pullRequestIn, sharedPullRequestApi } from '../pull-requests/shared-api.ts';
import type { PullRequest, PullRequestApi, PullRequestChanges } from '../pull-requests/types.ts';
import { changeGiteaLabels } from './labels.ts';
import { GiteaLabel, GiteaPull } from './schema.ts';

/** Servers return at most fifty items a page by default. */
const paging: Paging = { parameter: 'limit', size: 50, max: 40 };
const newestPaging: Paging = { ...paging, max: 10, newestOnly: true };

/** The prefixes that servers take as the mark of a draft by default. */
const draft: PrefixedTitle = { prefix: 'WIP: ', form: /^\s*(?:wip:|\[wip\])\s*/i };

const states = { waiting: 'pending', passed: 'success', failed: 'failure' } as const;

/** Pull requests of a repository on Gitea or Forgejo. */
export function createGiteaPullRequestApi(
  http: ForgeHttp,
  repository: readonly string[],
): PullRequestApi {
  const forms = { repository, pull: GiteaPull, pullRequest, permissionNamed };
  const { api, at, pulls, send } = sharedPullRequestApi(http, forms);
  const recent = (state: 'open' | 'closed' | 'all', pages: Paging) =>
    pulls({ state, sort: 'recentupdate' }, pages);
  return {
    ...api,
    // The API has no filter by branch: reads all open ones, and the newest of the others.
    async byBranch(branch) {
      const open = await recent('open', paging);
      if (!open.ok) return open;
      const closed = await recent('closed', newestPaging);
      if (!closed.ok) return closed;
      return ok([...open.value, ...closed.value].filter((pull) => pull.branch === branch));
    },
    newest: (which = 'all') =>
      recent('all', which === 'all' ? newestPaging : { ...newestPaging, max: 1 }),
    create: ({ branch, base, title, body }) =>
      send({
        method: 'POST',
        path: at('pulls'),
        body: { head: branch, base, title: draftTitle(draft, title, true), body },
      }),
    edit: (pull, changes) =>
      editInTurn(changes, (part) =>
        send({ method: 'PATCH', path: at('pulls', pull.number), body: changesOf(pull, part) }),
      ),
    async labelsOf(number) {
      const path = at('issues', number, 'labels');
      const labels = await http.json({ method: 'GET', path }, GiteaLabel.array());
      return labels.ok ? ok(labels.value.map((label) => label.name)) : labels;
    },
    changeLabels: (number, add, remove) =>
      changeGiteaLabels(http, at(), number, { add, remove }, paging),
    async commentsOf(number) {
      // One request returns all of them: this list has no pages.
      const path = at('issues', number, 'comments');
      const comments = await http.json({ method: 'GET', path }, CommentResponse.array());
      return comments.ok ? ok(comments.value.map(markedComment)) : comments;
    },
    setCheck: (commit, { name, state, title }) =>
      http.done({
        method: 'POST',
        path: at('statuses', commit),
        body: { state: states[state], context: name, description: displayText(title, 200) },
      }),
  };
}

function changesOf(pull: PullRequest, changes: PullRequestChanges): object {
  const { title } = changes;
  if (title === undefined) return changes;
  return { ...changes, title: draftTitle(draft, title, pull.isDraft) };
}

function pullRequest(pull: GiteaPull): PullRequest {
  const { title, isDraft } = readTitle(draft, pull.title);
  const state = pull.merged ? 'merged' : pull.state;
  return pullRequestIn(pull, { state, title, isDraft: pull.draft ?? isDraft });
}

function permissionNamed(name: string): Permission {
  if (name === 'owner' || name === 'admin') return 'admin';
  return name === 'write' || name === 'read' ? name : 'none';
}
