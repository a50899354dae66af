import type { Connection } from '../../../../src/adapters/forge/connection.ts';
import { connectGitea, giteaProposals } from '../../../../src/adapters/forge/gitea/proposals.ts';
import { connectGitHub, githubProposals } from '../../../../src/adapters/forge/github/proposals.ts';
import { connectGitLab, gitlabProposals } from '../../../../src/adapters/forge/gitlab/proposals.ts';
import type { Result } from '../../../../src/model/result.ts';
import type { ProposalDraft, Proposals } from '../../../../src/ports/forge/proposals.ts';
import { type FakeClock, fakeClock } from './clock.ts';
import { giteaToken, startGitea } from './gitea.ts';
import { githubToken, startGitHub } from './github.ts';
import { gitlabToken, startGitLab } from './gitlab.ts';
import type { FakeForge } from './serve.ts';

export interface RunningForge extends FakeForge {
  readonly proposals: Proposals;
  readonly clock: FakeClock;
  readonly token: string;
}

function running(
  forge: FakeForge,
  token: string,
  connect: (clock: FakeClock) => Result<Connection>,
  proposals: (connection: Connection) => Proposals,
): RunningForge {
  const clock = fakeClock();
  return { ...forge, clock, token, proposals: proposals(valued(connect(clock))) };
}

/** Every kind of forge, each with a fake server of its own. */
export const forges: readonly (readonly [name: string, start: () => Promise<RunningForge>])[] = [
  [
    'GitHub',
    async () => {
      const forge = await startGitHub();
      const access = { kind: 'token', token: githubToken } as const;
      const settings = { repository: 'acme/infra', url: forge.url, access };
      return running(
        forge,
        githubToken,
        (clock) => connectGitHub(settings, clock),
        (connection) => githubProposals(connection, 'token'),
      );
    },
  ],
  [
    'GitLab',
    async () => {
      const forge = await startGitLab();
      const settings = { repository: 'acme/cloud/infra', url: forge.url, token: gitlabToken };
      return running(
        forge,
        gitlabToken,
        (clock) => connectGitLab(settings, clock),
        gitlabProposals,
      );
    },
  ],
  [
    'Gitea',
    async () => {
      const forge = await startGitea();
      const url = `${forge.url}/api/v1/`;
      const settings = { repository: 'acme/infra', url, token: giteaToken };
      return running(forge, giteaToken, (clock) => connectGitea(settings, clock), giteaProposals);
    },
  ],
];

/** For tests that use no local repository. */
export function noLocal(repository: string): never {
  throw new Error(`Nobody asked for ${repository}.`);
}

export function valued<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.error.code}: ${result.error.message}`);
}

export function draftOf(more: Partial<ProposalDraft> = {}): ProposalDraft {
  return {
    intent: 'intent-0123456789ab',
    digest: 'drift-aaaaaaaaaaaa',
    branch: 'parley/intent-0123456789ab',
    base: 'main',
    title: 'parley(accept): scale web to 5',
    body: 'Maria scaled `web` to 5.',
    labels: ['parley', 'parley:accept'],
    ...more,
  };
}
