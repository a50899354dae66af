import { z } from 'zod';
import type { ForgeEvent } from '../../../ports/forge/event.ts';
import type { Hook } from '../webhook/delivery.ts';
import { isSigned } from '../webhook/genuine.ts';
import { commentEvent, PullAccount, PulledRepository, pullRequestEvent } from '../webhook/pull.ts';
import { GiteaPull } from './schema.ts';

const PullRequestEvent = pullRequestEvent('gitea', GiteaPull.omit({ updated_at: true }));

const IssueCommentEvent = z
  .object({
    action: z.string(),
    issue: z.object({ number: z.int().positive() }),
    is_pull: z.boolean().optional(),
    comment: z.object({ id: z.int(), body: z.string().nullish() }),
    repository: PulledRepository,
    sender: PullAccount,
  })
  .transform((event) =>
    commentEvent('gitea', event, {
      isOnPull: event.is_pull === true,
      user: event.sender.login,
    }),
  );

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
