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
  ['synchronize', 'pushed'],
  ['reopened', 'reopened'],
]);

const PullRequestEvent = z
  .object({
    action: z.string(),
    pull_request: Pull.extend({ merged: z.boolean().nullish() }),
    repository: Repository,
    sender: Account,
  })
  .transform(({ action, pull_request: pull, repository, sender }) => {
    const closed = pull.merged === true ? 'merged' : 'closed';
    return proposalEvent({
      forge: 'github',
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
    issue: z.object({ number: z.int().positive(), pull_request: z.object({}).optional() }),
    comment: z.object({ id: z.int(), body: z.string().nullish(), user: Account.nullish() }),
    repository: Repository,
    sender: Account,
  })
  .transform(({ action, issue, comment, repository, sender }) => {
    if (action !== 'created') return other('Only new comments count.');
    if (issue.pull_request === undefined) return other('The comment is on an issue.');
    return {
      kind: 'comment' as const,
      forge: 'github' as const,
      repository: repository.full_name,
      number: issue.number,
      user: comment.user?.login ?? sender.login,
      id: comment.id,
      text: comment.body ?? '',
    };
  });

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
