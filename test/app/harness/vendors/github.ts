import { createHmac, randomUUID } from 'node:crypto';
import { githubToken, shownOnGitHub, startGitHub } from '../../../adapters/forge/servers/github.ts';
import type { Happened } from '../../../adapters/forge/servers/state.ts';
import type { Reported, Vendor } from './types.ts';

/** Spelled as its owner created it: names on GitHub are case-insensitive. */
const repository = { full_name: 'Acme/infra' };

export const github: Vendor = {
  kind: 'github',
  token: githubToken,
  users: ['x-access-token', 'git'],
  project: 'acme/infra',
  api: '/api/v3',
  base: '',
  draft: '',
  removesMerged: false,
  start: () => startGitHub(),
  deliveryOf,
  headers: (event, body, secret) => ({
    'content-type': 'application/json',
    'x-github-event': event,
    'x-github-delivery': randomUUID(),
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  }),
};

function deliveryOf(happened: Happened, user: string): Reported {
  const { kind, pull } = happened;
  const sender = { login: user };
  const { number } = pull;
  if (kind === 'commented') {
    const comment = { id: happened.id, body: happened.text, user: sender };
    const issue = { number, pull_request: {} };
    return {
      event: 'issue_comment',
      body: { action: 'created', issue, comment, sender, repository },
    };
  }
  const pull_request = { ...shownOnGitHub(pull), merged: pull.state === 'merged' };
  const action = kind === 'merged' ? 'closed' : kind;
  return { event: 'pull_request', body: { action, number, pull_request, sender, repository } };
}
