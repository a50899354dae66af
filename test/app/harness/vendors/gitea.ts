import { createHmac, randomUUID } from 'node:crypto';
import { giteaToken, shownOnGitea, startGitea } from '../../../adapters/forge/servers/gitea.ts';
import type { Happened } from '../../../adapters/forge/servers/state.ts';
import type { Reported, Vendor } from './types.ts';

const repository = { id: 7, name: 'infra', full_name: 'Acme/infra', private: true };

export const gitea: Vendor = {
  kind: 'gitea',
  token: giteaToken,
  users: ['oauth2'],
  project: 'acme/infra',
  api: '/api/v1',
  base: '/api/v1',
  draft: 'WIP: ',
  removesMerged: true,
  start: startGitea,
  deliveryOf,
  headers(event, body, secret) {
    const proof = createHmac('sha256', secret).update(body).digest('hex');
    const id = randomUUID();
    // Gitea also sends the headers of Gogs, from which it was forked.
    const kin = ['gitea', 'gogs'].flatMap((name) => [
      [`x-${name}-event`, event],
      [`x-${name}-delivery`, id],
      [`x-${name}-signature`, proof],
    ]);
    return {
      'content-type': 'application/json',
      ...Object.fromEntries(kin),
      'x-github-event': event,
      'x-github-delivery': id,
      'x-hub-signature-256': `sha256=${proof}`,
    };
  },
};

function deliveryOf(happened: Happened, user: string): Reported {
  const { kind, pull } = happened;
  const sender = { id: 3, login: user, username: user };
  const { number, title, body } = pull;
  if (kind === 'commented') {
    const comment = { id: happened.id, body: happened.text, user: sender };
    const issue = { number, title, body, pull_request: { merged: pull.state === 'merged' } };
    return {
      event: 'issue_comment',
      body: { action: 'created', issue, comment, repository, sender, is_pull: true },
    };
  }
  const action = kind === 'merged' ? 'closed' : kind;
  const pull_request = shownOnGitea(pull);
  return {
    event: 'pull_request',
    body: { action, number, pull_request, repository, sender, commit_id: '', review: null },
  };
}
