import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGit } from '../../../../src/adapters/checkout/git.ts';
import { gitOutput } from '../../../../src/adapters/forge/remote/objects.ts';
import { createPusher } from '../../../../src/adapters/forge/remote/push.ts';
import { inRepository } from '../../../../src/adapters/forge/remote/run-git.ts';
import type {
  GitPusher,
  PushRequest,
  PushTarget,
} from '../../../../src/adapters/forge/remote/types.ts';
import { createAddressLookup } from '../../../../src/adapters/net/address-lookup.ts';
import type { PatchedFile } from '../../../../src/ports/patched-intent.ts';
import { fileChange } from '../../../../src/text/file-change.ts';
import { type GitServer, startGitServer, type TestRepository } from '../../../app/git-server.ts';
import { startGit } from '../../git/starting.ts';

export const branch = 'parley/i-0123456789ab';
export const password = 'ghs_remotepassword';

/** A remote over HTTP that requires a password, and a bare clone of it. */
export interface Remote {
  readonly repository: TestRepository;
  readonly server: GitServer;
  readonly pusher: GitPusher;
  /** Fetches the base. */
  target(): Promise<PushTarget>;
  stop(): Promise<void>;
}

export async function startRemote(): Promise<Remote> {
  const server = await startGitServer({ users: { 'x-access-token': password } });
  const repository = server.create('acme/infra');
  const folder = mkdtempSync(join(tmpdir(), 'parley-push-'));
  const [gitDir, home] = [join(folder, 'copy.git'), join(folder, 'home')];
  mkdirSync(home);
  const git = createGit(
    { PATH: process.env['PATH'] ?? '' },
    home,
    createAddressLookup({ allowsLoopback: true }),
    startGit,
  );
  const run = inRepository(git, gitDir);
  await git({ args: ['init', '-q', '--bare', gitDir] });
  const credential = { user: 'x-access-token', password };
  const { url } = repository;
  return {
    repository,
    server,
    pusher: createPusher({ git, by: { name: 'Parley', email: 'parley@example.com' } }),
    async target() {
      const remote = { url, credential };
      const fetching: typeof run = (args) => run(args, { remote });
      await gitOutput(fetching, ['fetch', '-q', url, '+refs/heads/main:refs/parley/base']);
      const base = (await gitOutput(run, ['rev-parse', 'refs/parley/base'])).trim();
      return { gitDir, url, credential, base };
    },
    async stop() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface RequestMore extends Partial<Omit<PushRequest, 'files'>> {
  readonly files?: readonly PatchedFile[];
}

export function requestOf(
  revision: string,
  files: readonly PatchedFile[],
  { files: others = files, ...more }: RequestMore = {},
): PushRequest {
  return {
    branch,
    tip: undefined,
    revision,
    root: '.',
    intent: 'i-0123456789ab',
    message: {
      subject: 'parley(accept): raise memory',
      body: 'Because.',
      trailers: [
        ['Intent-Id', 'i-0123456789ab'],
        ['Parley-Stack', 'default/prod'],
      ],
    },
    date: '2026-03-14T12:00:00Z',
    files: others.map(({ path, before, after }) => fileChange(path, before, after)),
    free: [],
    ...more,
  };
}
