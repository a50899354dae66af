import { z } from 'zod';
import type { ForgeEvent } from '../../../ports/forge/event.ts';
import type { PullAnswer } from '../pull-requests/shared-api.ts';
import { type Happened, other, proposalEvent } from './change.ts';

/* Gitea describes pull requests as GitHub does; this file has what both share. */

export const PullAccount = z.object({ login: z.string() });
export const PulledRepository = z.object({ full_name: z.string() });

type GitHubLikeForge = Extract<Happened['forge'], 'github' | 'gitea'>;

/** GitHub sends `synchronize`, Gitea `synchronized`. */
const changes: ReadonlyMap<string, Happened['change']> = new Map([
  ['opened', 'opened'],
  ['edited', 'edited'],
  ['synchronize', 'pushed'],
  ['synchronized', 'pushed'],
  ['reopened', 'reopened'],
]);

type PulledRequest = Pick<PullAnswer, 'number' | 'body' | 'base' | 'head'> & {
  readonly merged?: boolean | null | undefined;
};

/** The schema of a webhook about a pull request, which also converts it. */
export function pullRequestEvent(forge: GitHubLikeForge, pull: z.ZodType<PulledRequest>) {
  const form = z.object({
    action: z.string(),
    pull_request: pull,
    repository: PulledRepository,
    sender: PullAccount,
  });
  return form.transform(({ action, pull_request: request, repository, sender }): ForgeEvent => {
    const closed = request.merged === true ? 'merged' : 'closed';
    return proposalEvent({
      forge,
      change: action === 'closed' ? closed : changes.get(action),
      repository: repository.full_name,
      number: request.number,
      user: sender.login,
      branch: request.head.ref,
      base: request.base.ref,
      body: request.body ?? '',
      isOwn: request.head.repo?.full_name === repository.full_name,
    });
  });
}

interface CommentEvent {
  readonly action: string;
  readonly issue: { readonly number: number };
  readonly comment: { readonly id: number; readonly body?: string | null | undefined };
  readonly repository: z.infer<typeof PulledRepository>;
}

/** The event for a webhook about a comment; comments on issues have the same form. */
export function commentEvent(
  forge: GitHubLikeForge,
  { action, issue, comment, repository }: CommentEvent,
  { isOnPull, user }: { readonly isOnPull: boolean; readonly user: string },
): ForgeEvent {
  if (action !== 'created') return other('Only new comments count.');
  if (!isOnPull) return other('The comment is on an issue.');
  return {
    kind: 'comment',
    forge,
    repository: repository.full_name,
    number: issue.number,
    user,
    id: comment.id,
    text: comment.body ?? '',
  };
}
