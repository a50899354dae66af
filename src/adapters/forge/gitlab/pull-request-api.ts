import { ok, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { Permission, ProposalCheck } from '../../../ports/forge/proposals.ts';
import type { ForgeHttp, ForgeRequest, Paging } from '../http/types.ts';
import { unlessGone } from '../pull-requests/comment.ts';
import { draftTitle, type PrefixedTitle, readTitle } from '../pull-requests/draft-title.ts';
import { editInTurn } from '../pull-requests/in-turn.ts';
import { forgeMoment, pullEnd } from '../pull-requests/moment.ts';
import type {
  Comment,
  PullRequest,
  PullRequestApi,
  PullRequestChanges,
} from '../pull-requests/types.ts';
import { CommitStatus, GitLabMember, MergeRequest, Note, User } from './schema.ts';

const paging: Paging = { parameter: 'per_page', size: 100, max: 20 };
const newestPaging: Paging = { ...paging, max: 5, newestOnly: true };

const states = { waiting: 'pending', passed: 'success', failed: 'failed' } as const;

/** GitLab takes these prefixes, in any case, as the mark of a draft. */
const draft: PrefixedTitle = { prefix: 'Draft: ', form: /^\s*(?:draft:|\[draft\]|\(draft\))\s*/i };

/** Merge requests of a project. `project` is the full path, `group/subgroup/name`. */
export function createGitLabPullRequestApi(http: ForgeHttp, project: string): PullRequestApi {
  const at = (...path: (string | number)[]) => ['projects', project, ...path];
  const requests = async (query: Record<string, string>, pages: Paging) => {
    const request: ForgeRequest = { method: 'GET', path: at('merge_requests'), query };
    const found = await http.list(request, MergeRequest, pages);
    if (!found.ok) return found;
    return ok(found.value.filter(isOwn).map(pullRequest));
  };
  const send = async (request: ForgeRequest): Promise<Result<PullRequest>> => {
    const answer = await http.json(request, MergeRequest);
    return answer.ok ? ok(pullRequest(answer.value)) : answer;
  };
  return {
    byBranch: (branch) => requests({ source_branch: branch, state: 'all' }, paging),
    async byNumber(number) {
      const path = at('merge_requests', number);
      const request = await http.json({ method: 'GET', path }, MergeRequest);
      if (!request.ok) return request.error.code === 'forge-not-found' ? ok(undefined) : request;
      return ok(isOwn(request.value) ? pullRequest(request.value) : undefined);
    },
    newest: (which = 'all') =>
      requests(
        { state: 'all', order_by: 'updated_at', sort: 'desc' },
        which === 'all' ? newestPaging : { ...newestPaging, max: 1 },
      ),
    create: ({ branch, base, title, body }) =>
      send({
        method: 'POST',
        path: at('merge_requests'),
        body: {
          source_branch: branch,
          target_branch: base,
          title: draftTitle(draft, title, true),
          description: body,
          remove_source_branch: true,
        },
      }),
    edit: (pull, changes) =>
      editInTurn(changes, (part) =>
        send({
          method: 'PUT',
          path: at('merge_requests', pull.number),
          body: changesOf(pull, part),
        }),
      ),
    async labelsOf(number) {
      const path = at('merge_requests', number);
      const request = await http.json({ method: 'GET', path }, MergeRequest);
      return request.ok ? ok(request.value.labels) : request;
    },
    changeLabels: (number, add, remove) =>
      http.done({
        method: 'PUT',
        path: at('merge_requests', number),
        body: {
          ...(add.length === 0 ? {} : { add_labels: add.join(',') }),
          ...(remove.length === 0 ? {} : { remove_labels: remove.join(',') }),
        },
      }),
    async commentsOf(number) {
      const path = at('merge_requests', number, 'notes');
      const notes = await http.list({ method: 'GET', path }, Note, paging);
      if (!notes.ok) return notes;
      return ok(notes.value.filter(({ system }) => !system).map(noteOf));
    },
    async addComment(number, body) {
      const path = at('merge_requests', number, 'notes');
      const added = await http.json({ method: 'POST', path, body: { body } }, Note);
      return added.ok ? ok(String(added.value.id)) : added;
    },
    editComment(number, id, body) {
      const path = at('merge_requests', number, 'notes', id);
      return unlessGone(http.done({ method: 'PUT', path, body: { body } }));
    },
    setCheck: (commit, check) => setStatus(http, project, commit, check),
    permissionOf: (user) => permissionOf(http, project, user),
  };
}

/** A merge request from a fork has a different source project. */
function isOwn({ source_project_id, target_project_id }: MergeRequest): boolean {
  return source_project_id === target_project_id;
}

function changesOf(pull: PullRequest, { title, body, base, state }: PullRequestChanges): object {
  return {
    ...(title === undefined ? {} : { title: draftTitle(draft, title, pull.isDraft) }),
    ...(body === undefined ? {} : { description: body }),
    ...(base === undefined ? {} : { target_branch: base }),
    ...(state === undefined ? {} : { state_event: state === 'open' ? 'reopen' : 'close' }),
  };
}

function pullRequest(request: MergeRequest): PullRequest {
  const { iid, source_branch, target_branch } = request;
  const state = stateOf(request);
  const { title, isDraft } = readTitle(draft, request.title);
  return {
    number: iid,
    branch: source_branch,
    base: target_branch,
    commit: request.sha ?? '',
    title,
    isDraft: request.draft ?? isDraft,
    body: request.description ?? '',
    state,
    location: request.web_url,
    changedAt: forgeMoment(request.updated_at),
    ...pullEnd({
      state,
      mergedAt: request.merged_at,
      closedAt: request.closed_at,
      by: (state === 'merged' ? request.merge_user : request.closed_by)?.username,
    }),
  };
}

/** `locked` means that it is being merged right now. */
function stateOf({ state }: MergeRequest): PullRequest['state'] {
  if (state === 'opened') return 'open';
  return state === 'locked' ? 'merged' : state;
}

function noteOf({ id, body, author, created_at }: Note): Comment {
  return { id: String(id), text: body, user: author.username, at: forgeMoment(created_at) };
}

/** Counts inherited members and members of invited groups, too. */
async function permissionOf(
  http: ForgeHttp,
  project: string,
  username: string,
): Promise<Result<Permission>> {
  const path = ['users'];
  const users = await http.json({ method: 'GET', path, query: { username } }, User.array());
  if (!users.ok) return users;
  const wanted = username.toLowerCase();
  const user = users.value.find((one) => one.username.toLowerCase() === wanted);
  if (user === undefined) return ok('none');
  const member = await http.json(
    { method: 'GET', path: ['projects', project, 'members', 'all', user.id] },
    GitLabMember,
  );
  if (!member.ok) return member.error.code === 'forge-not-found' ? ok('none') : member;
  const { access_level, state = 'active' } = member.value;
  return ok(state === 'active' ? permissionAt(access_level) : 'none');
}

/** Access levels: 10 guest, 15 planner, 20 reporter, 30 developer, 40 maintainer, 50 owner. */
function permissionAt(level: number): Permission {
  if (level >= 40) return 'admin';
  if (level >= 30) return 'write';
  return level >= 10 ? 'read' : 'none';
}

/** Sets the verdict as a commit status. GitLab refuses a status that is already set. */
async function setStatus(
  http: ForgeHttp,
  project: string,
  commit: string,
  { name, state, title }: ProposalCheck,
): Promise<Result<void>> {
  const path = ['projects', project, 'repository', 'commits', commit, 'statuses'];
  const current = await http.list(
    { method: 'GET', path, query: { name } },
    CommitStatus,
    newestPaging,
  );
  if (!current.ok) return current;
  const wanted = states[state];
  if (current.value.some((one) => one.name === name && one.status === wanted)) return ok(undefined);
  return http.done({
    method: 'POST',
    path: ['projects', project, 'statuses', commit],
    body: { state: wanted, name, description: displayText(title, 250) },
  });
}
