import { z } from 'zod';
import { ok } from '../../../model/result.ts';
import type { Permission } from '../../../ports/forge/proposals.ts';
import type { ForgeHttp } from '../http/types.ts';
import { CommentAnswer, unlessGone } from './comment.ts';
import type { PullRequest, PullRequestApi } from './types.ts';

const Collaborator = z.object({ permission: z.string() });

/** Where forges with the same calls differ; `P` is a pull request as the forge returns it. */
interface ForgeForms<P> {
  /** A path below the repository. */
  readonly at: (...path: (string | number)[]) => readonly (string | number)[];
  readonly pull: z.ZodType<P>;
  /** False for a pull request from another repository. */
  readonly isOwn: (pull: P) => boolean;
  readonly pullRequest: (pull: P) => PullRequest;
  readonly permissionNamed: (name: string) => Permission;
}

type SharedCalls = 'byNumber' | 'addComment' | 'editComment' | 'permissionOf';

/** The calls that are the same on GitHub and Gitea. */
export function sharedPullRequestApi<P>(
  http: ForgeHttp,
  { at, pull: form, isOwn, pullRequest, permissionNamed }: ForgeForms<P>,
): Pick<PullRequestApi, SharedCalls> {
  return {
    async byNumber(number) {
      const pull = await http.json({ method: 'GET', path: at('pulls', number) }, form);
      if (!pull.ok) return pull.error.code === 'forge-not-found' ? ok(undefined) : pull;
      return ok(isOwn(pull.value) ? pullRequest(pull.value) : undefined);
    },
    async addComment(number, body) {
      const path = at('issues', number, 'comments');
      const added = await http.json({ method: 'POST', path, body: { body } }, CommentAnswer);
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
}
