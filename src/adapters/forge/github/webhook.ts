import { z } from 'zod';
import type { ForgeEvent } from '../../../ports/forge/event.ts';
import { PullAnswer } from '../pull-requests/shared-api.ts';
import type { Hook } from '../webhook/delivery.ts';
import { isSigned } from '../webhook/genuine.ts';
import { commentEvent, PullAccount, PulledRepository, pullRequestEvent } from '../webhook/pull.ts';

const PullRequestEvent = pullRequestEvent(
  'github',
  PullAnswer.omit({ updated_at: true }).extend({ merged: z.boolean().nullish() }),
);

const IssueCommentEvent = z
  .object({
    action: z.string(),
    issue: z.object({ number: z.int().positive(), pull_request: z.object({}).optional() }),
    comment: z.object({ id: z.int(), body: z.string().nullish(), user: PullAccount.nullish() }),
    repository: PulledRepository,
    sender: PullAccount,
  })
  .transform((event) =>
    commentEvent('github', event, {
      isOnPull: event.issue.pull_request !== undefined,
      user: event.comment.user?.login ?? event.sender.login,
    }),
  );

const prefix = 'sha256=';

/** Webhooks of GitHub: `X-Hub-Signature-256` is an HMAC of the body. */
export const githubHook: Hook = {
  forge: 'github',
  isGenuine({ headers, body }, secret) {
    const signature = headers['x-hub-signature-256'] ?? '';
    return signature.startsWith(prefix) && isSigned(body, secret, signature.slice(prefix.length));
  },
  idHeader: 'x-github-delivery',
  kindHeader: 'x-github-event',
  kinds: new Map<string, z.ZodType<ForgeEvent>>([
    ['pull_request', PullRequestEvent],
    ['issue_comment', IssueCommentEvent],
  ]),
};
