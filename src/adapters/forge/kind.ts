import type { RemoteForge } from '../../config/service/forges.ts';
import type { Result } from '../../model/result.ts';
import type { Proposals } from '../../ports/forge/proposals.ts';
import type { Connection } from './connection.ts';
import { connectGitea, giteaProposals } from './gitea/proposals.ts';
import { connectGitHub, type GitHubSettings, githubProposals } from './github/proposals.ts';
import { connectGitLab, gitlabProposals } from './gitlab/proposals.ts';
import type { HttpClock } from './http/types.ts';
import type { Workflows } from './workflow/types.ts';
import { createActions, createPipelines } from './workflow/workflows.ts';

/** What differs between forges. */
export interface ForgeKind {
  /** Host of the public service; undefined if there is none and everybody runs their own. */
  readonly host?: string;
  /** The user name that git sends with a token. */
  readonly user: string;
  connect(repository: string, clock: HttpClock): Result<Connection>;
  proposals(connection: Connection): Proposals;
  workflows(connection: Connection): Workflows;
}

export function kindOfForge(forge: RemoteForge): ForgeKind {
  switch (forge.kind) {
    case 'github':
      return {
        host: 'github.com',
        user: 'x-access-token',
        connect: (repository, clock) =>
          connectGitHub({ ...placeOn(forge, repository), access: accessOf(forge) }, clock),
        proposals: (connection) =>
          githubProposals(connection, forge.app === undefined ? 'token' : 'app'),
        workflows: createActions,
      };
    case 'gitlab':
      return {
        host: 'gitlab.com',
        user: 'oauth2',
        connect: (repository, clock) =>
          connectGitLab({ ...placeOn(forge, repository), token: forge.token }, clock),
        proposals: gitlabProposals,
        workflows: createPipelines,
      };
    case 'gitea':
      return {
        user: 'oauth2',
        connect: (repository, clock) =>
          connectGitea({ repository, url: forge.url, token: forge.token }, clock),
        proposals: giteaProposals,
        workflows: createActions,
      };
  }
}

function placeOn({ url }: RemoteForge, repository: string) {
  return url === undefined ? { repository } : { repository, url };
}

function accessOf({
  app,
  token = '',
}: Extract<RemoteForge, { kind: 'github' }>): GitHubSettings['access'] {
  if (app === undefined) return { kind: 'token', token };
  const { id, installation, private_key } = app;
  return {
    kind: 'app',
    app: id,
    privateKey: private_key,
    ...(installation === undefined ? {} : { installation: Number(installation) }),
  };
}
