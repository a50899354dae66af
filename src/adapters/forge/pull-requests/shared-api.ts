import { z } from 'zod';
import { ok, type Result } from '../../../model/result.ts';
import type { Permission } from '../../../ports/forge/proposals.ts';
import type { ForgeHttp, ForgeRequest, Paging } from '../http/types.ts';
import { CommentResponse, unlessGone } from './comment.ts';
import { forgeMoment, pullEnd } from './moment.ts';
import type { PullRequest, PullRequestApi } from './types.ts';

/** The used members of a pull request, as GitHub and Gitea return it. */
export const PullAnswer = z.object({
  number: z.int().positive(),
  state: z.enum(['open', 'closed']),
  title: z.string(),
  body: z.string().nullish(),
  draft: z.boolean().optional(),
  updated_at: z.string(),
  closed_at: z.string().nullish(),
  merged_at: z.string().nullish(),
  /** GitHub leaves it out unless the pull request was requested by its number. */
  merged_by: z.object({ login: z.string() }).nullish(),
  html_url: z.string(),
  head: z.object({
    ref: z.string(),
    sha: z.string(),
    /** Null when the fork is gone. */
    repo: z.object({ full_name: z.string() }).nullish(),
  }),
  base: z.object({ ref: z.string() }),
});

export type PullAnswer = z.infer<typeof PullAnswer>;

/** The pull request; forges differ in how they report a merge and mark a draft. */
export function pullRequestIn(
  pull: PullAnswer,
  { state, title, isDraft }: Pick<PullRequest, 'state' | 'title' | 'isDraft'>,
): PullRequest {
  const { number, head, base, merged_at: mergedAt, closed_at: closedAt } = pull;
  return {
    number,
    branch: head.ref,
    base: base.ref,
    commit: head.sha,
    title,
    isDraft,
    body: pull.body ?? '',
    state,
    location: pull.html_url,
    changedAt: forgeMoment(pull.updated_at),
    ...pullEnd({ state, mergedAt, closedAt, by: pull.merged_by?.login }),
  };
}

const Collaborator = z.object({ permission: z.string() });

/** Where forges with the same calls differ; `P` is a pull request as the forge returns it. */
interface ForgeForms<P> {
  /** Owner and name. */
  readonly repository: readonly string[];
  readonly pull: z.ZodType<P>;
  readonly pullRequest: (pull: P) => PullRequest;
  readonly permissionNamed: (name: string) => Permission;
}

type SharedCalls = 'byNumber' | 'addComment' | 'editComment' | 'permissionOf';

/** The calls that are the same on GitHub and Gitea. */
export function sharedPullRequestApi<P extends Pick<PullAnswer, 'head'>>(
  http: ForgeHttp,
  { repository, pull: form, pullRequest, permissionNamed }: ForgeForms<P>,
) {
  /** A path below the repository. */
  const at = (...path: (string | number)[]) => ['repos', ...repository, ...path];
  const full = repository.join('/').toLowerCase();
  const isOwn = ({ head }: P) => head.repo?.full_name.toLowerCase() === full;
  const api: Pick<PullRequestApi, SharedCalls> = {
    async byNumber(number) {
      const pull = await http.json({ method: 'GET', path: at('pulls', number) }, form);
      if (!pull.ok) return pull.error.code === 'forge-not-found' ? ok(undefined) : pull;
      return ok(isOwn(pull.value) ? pullRequest(pull.value) : undefined);
    },
    async addComment(number, body) {
      const path = at('issues', number, 'comments');
      const added = await http.json({ method: 'POST', path, body: { body } }, CommentResponse);
      return added.ok ? ok(String(added.value.id)) : added;
    },
    editComment: (_number, id, body) =>
      unlessGone(
        http.done({ method: 'PATCH', path: at('issues', 'comments', id), body: { body } }),
      ),
    async permissionOf(user) {
      const path = at('collaborators', user, 'permission');
      const answer = await http.json({ method: 'GET', path }, Collaborator);
      if (answer.ok) return ok(permissionNamed(answer.value.permission));
      return answer.error.code === 'forge-not-found' ? ok('none') : answer;
    },
  };
  return {
    api,
    at,
    /** Lists pull requests from this repository, not from its forks. */
    async pulls(
      query: Readonly<Record<string, string>>,
      pages: Paging,
    ): Promise<Result<readonly PullRequest[]>> {
      const found = await http.list({ method: 'GET', path: at('pulls'), query }, form, pages);
      return found.ok ? ok(found.value.filter(isOwn).map(pullRequest)) : found;
    },
    /** Sends a request that is answered with a pull request. */
    async send(request: ForgeRequest): Promise<Result<PullRequest>> {
      const answer = await http.json(request, form);
      return answer.ok ? ok(pullRequest(answer.value)) : answer;
    },
  };
}
