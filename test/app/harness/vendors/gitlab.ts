import { randomUUID } from 'node:crypto';
import { gitlabToken, startGitLab } from '../../../adapters/forge/servers/gitlab.ts';
import type { FakePull, Happened } from '../../../adapters/forge/servers/state.ts';
import type { Reported, Vendor } from './types.ts';

const project = {
  id: 7,
  name: 'infra',
  namespace: 'cloud',
  path_with_namespace: 'Acme/Cloud/infra',
  default_branch: 'main',
};

export const gitlab: Vendor = {
  kind: 'gitlab',
  token: gitlabToken,
  users: ['oauth2'],
  project: 'acme/cloud/infra',
  api: '/api/v4',
  base: '',
  draft: 'Draft: ',
  removesMerged: true,
  start: startGitLab,
  deliveryOf,
  headers: (event, _, secret) => ({
    'content-type': 'application/json',
    'x-gitlab-event': event,
    'x-gitlab-event-uuid': randomUUID(),
    'x-gitlab-token': secret,
    'idempotency-key': randomUUID(),
  }),
};

const actions = {
  opened: 'open',
  edited: 'update',
  closed: 'close',
  reopened: 'reopen',
  merged: 'merge',
} as const;

function deliveryOf(happened: Happened, username: string): Reported {
  const { kind, pull } = happened;
  const user = { id: 3, name: username, username };
  if (kind === 'commented') {
    const { id, text: note } = happened;
    return {
      event: 'Note Hook',
      body: {
        object_kind: 'note',
        event_type: 'note',
        user,
        project,
        object_attributes: {
          id,
          note,
          noteable_type: 'MergeRequest',
          action: 'create',
          system: false,
        },
        merge_request: attributesOf(pull),
      },
    };
  }
  return {
    event: 'Merge Request Hook',
    body: {
      object_kind: 'merge_request',
      event_type: 'merge_request',
      user,
      project,
      object_attributes: { ...attributesOf(pull), action: actions[kind] },
    },
  };
}

function attributesOf(pull: FakePull) {
  const { number, title, body, branch, base, commit, state } = pull;
  return {
    id: 1000 + number,
    iid: number,
    title,
    description: body,
    state: state === 'open' ? 'opened' : state,
    draft: title.startsWith(gitlab.draft),
    source_branch: branch,
    target_branch: base,
    source_project_id: pull.isFork ? 8 : 7,
    target_project_id: 7,
    last_commit: { id: commit },
  };
}
