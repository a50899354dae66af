import { z } from 'zod';
import type { ForgeEvent } from '../../pipeline/forge-event.ts';
import { type Happened, other, proposalEvent } from '../webhook/change.ts';
import type { Hook } from '../webhook/delivery.ts';
import { isSigned } from '../webhook/genuine.ts';
import { Pull } from './schema.ts';

const Account = z.object({ login: z.string() });
const Repository = z.object({ full_name: z.string() });

const changes: ReadonlyMap<string, Happened['change']> = new Map([
  ['opened', 'opened'],
  ['edited', 'edited'],
  ['synchronized', 'pushed'],
  ['reopened', 'reopened'],
]);

const PullRequestEvent = z
  .object({ action: z.string(), pull_request: Pull, repository: Repository, sender: Account })
  .transform(({ action, pull_request: pull, repository, sender }) => {
    const closed = pull.merged ? 'merged' : 'closed';
    return proposalEvent({
      forge: 'gitea',
      change: action === 'closed' ? closed : changes.get(action),
      repository: repository.full_name,
      number: pull.number,
      user: sender.login,
      branch: pull.head.ref,
      body: pull.body ?? '',
      isOwn: pull.head.repo?.full_name === repository.full_name,
    });
  });

const IssueCommentEvent = z
  .object({
    action: z.string(),
    issue: z.object({ number: z.int().positive() }),
    is_pull: z.boolean().optional(),
    comment: z.object({ id: z.int(), body: z.string().nullish() }),
    repository: Repository,
    sender: Account,
  })
  .transform(({ action, issue, is_pull, comment, repository, sender }) => {
    if (action !== 'created') return other('Only new comments count.');
    if (is_pull !== true) return other('The comment is on an issue.');
    return {
      kind: 'comment' as const,
      forge: 'gitea' as const,
      repository: repository.full_name,
      number: issue.number,
      user: sender.login,
      id: comment.id,
      text: comment.body ?? '',
    };
  });

/** Webhooks of Gitea and Forgejo: `X-Gitea-Signature` is an HMAC of the body, without prefix. */
export const giteaHook: Hook = {
  forge: 'gitea',
  isGenuine: ({ headers, body }, secret) =>
    isSigned(body, secret, headers['x-gitea-signature'] ?? ''),
  idHeader: 'x-gitea-delivery',
  kindHeader: 'x-gitea-event',
  kinds: new Map<string, z.ZodType<ForgeEvent>>([
    ['pull_request', PullRequestEvent],
    ['issue_comment', IssueCommentEvent],
  ]),
};
