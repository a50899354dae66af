import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCheckouts } from '../../../src/adapters/checkout/checkouts.ts';
import { createGit } from '../../../src/adapters/checkout/git.ts';
import { createForges } from '../../../src/adapters/forge/create.ts';
import { createPusher } from '../../../src/adapters/forge/remote/push.ts';
import { createAddressLookup } from '../../../src/adapters/net/address-lookup.ts';
import { guardOpenPulls } from '../../../src/app/guard/guard-open-pulls.ts';
import type { ProposeDeps } from '../../../src/app/propose/deps.ts';
import { createProposeHandler } from '../../../src/app/propose/handler.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import { createBranchJudge } from '../../../src/entry/service/judge-branch.ts';
import { ok, type Problem, type Result } from '../../../src/model/result.ts';
import type { PlannedProposal } from '../../../src/ports/store/planned-proposal.ts';
import type { KnownProposal, ServiceStore } from '../../../src/ports/store/service-store.ts';
import { fileChange } from '../../../src/text/file-change.ts';
import { fakeClock } from '../../adapters/forge/servers/clock.ts';
import { noLocal } from '../../adapters/forge/servers/forges.ts';
import { giteaToken, startGitea } from '../../adapters/forge/servers/gitea.ts';
import { githubToken, startGitHub } from '../../adapters/forge/servers/github.ts';
import { gitlabToken, startGitLab } from '../../adapters/forge/servers/gitlab.ts';
import type { FakeForge } from '../../adapters/forge/servers/serve.ts';
import type { ForgeState } from '../../adapters/forge/servers/state.ts';
import { startGit } from '../../adapters/git/starting.ts';
import { noReceipts } from '../../adapters/receipt/no-receipts.ts';
import { serviceRun } from '../../adapters/store/service-runs.ts';
import { openTestServiceStore } from '../../adapters/store/service-store.ts';
import { heeding } from '../feedback/handling.ts';
import { startGitServer, type TestRepository } from '../git-server.ts';

export const key = { tenant: 'default', stack: 'prod' };

/** One line per setting, so that people and patches conflict only where a test wants it. */
export const code = ['a = 1', '', 'b = 2', '', 'c = 3', ''].join('\n');

/** A change to one setting that a run wants. */
export interface Want {
  readonly name: 'a' | 'b' | 'c';
  readonly value: number;
  readonly kind?: 'revert';
}

/** An open drift that a run does not see. */
export interface Unseen {
  readonly name: Want['name'];
  readonly isUnseen: true;
  /** Name of its intent, if it is another one. */
  readonly of?: Want['name'];
}

/** A store, a forge, a git server, and the handler, which may be killed at any request. */
export interface Stage {
  readonly forge: FakeForge;
  readonly state: ForgeState;
  readonly repository: TestRepository;
  readonly store: ServiceStore;
  readonly deps: ProposeDeps;
  /**
   * Records a run at the tip of the code. What it no longer wants is closed, except what it cannot
   * see.
   */
  run(...wants: readonly (Want | Unseen)[]): Promise<string>;
  /** Handles the job of a run. */
  handle(
    run: string,
    more?: { readonly intent?: string; readonly signal?: AbortSignal },
  ): Promise<Result<void>>;
  /** Records a run and handles its job. */
  propose(...wants: readonly (Want | Unseen)[]): Promise<Result<void>>;
  /** Kills the handler before this step, a request or a write; false if there were fewer steps. */
  killAt(step: number, run: string): Promise<boolean>;
  known(which?: 'open' | 'all'): Promise<readonly KnownProposal[]>;
  /** Advances the clock by this many milliseconds, here and on the forge. */
  pass(time: number): void;
  stop(): Promise<void>;
}

class Killed extends Error {}

const kinds = {
  github: {
    start: (lives: () => boolean) =>
      startGitHub(({ headers }) => headers.authorization === `Bearer ${githubToken}` && lives()),
    token: githubToken,
    user: 'x-access-token',
    project: 'acme/infra',
    path: '',
  },
  gitlab: {
    start: () => startGitLab(),
    token: gitlabToken,
    user: 'oauth2',
    project: 'acme/cloud/infra',
    path: '',
  },
  gitea: {
    start: () => startGitea(),
    token: giteaToken,
    user: 'oauth2',
    project: 'acme/infra',
    path: '/api/v1',
  },
} as const;

export async function startStage(kind: keyof typeof kinds = 'github'): Promise<Stage> {
  const life = { left: Number.POSITIVE_INFINITY, isDead: false };
  /** True if the process is still alive at this step. */
  const lives = (): boolean => {
    life.left -= 1;
    life.isDead ||= life.left <= 0;
    return !life.isDead;
  };
  const { start, token, user, project, path } = kinds[kind];
  const forge = await start(lives);
  const server = await startGitServer({
    users: { [user]: token },
    intercept: (_, answer) => {
      const isAnswered = lives();
      if (!isAnswered) answer.writeHead(503).end();
      return !isAnswered;
    },
  });
  const repository = server.create(project);
  repository.commit({ 'main.tf': code, 'other.tf': 'x = 1\n' });
  forge.state.commitOf = (branch) => repository.head(branch) ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'parley-propose-'));
  const environment = { PATH: process.env['PATH'] ?? '' };
  const stack = Stack.parse({ name: 'prod', repository: repository.url, forge: 'hub' });
  const url = `${forge.url}${path}`;
  const forges = createForges({
    forges: [{ kind, name: 'hub', tenant: 'default', url, token }],
    clock: fakeClock(),
    local: noLocal,
  });
  const checkouts = createCheckouts({
    runGit: startGit,
    folder,
    environment,
    addressesOf: createAddressLookup({ allowsLoopback: true }),
    credentialFor: async () => ok({ user, password: token }),
  });
  const { store, stop } = await openTestServiceStore();
  let time = Date.UTC(2026, 2, 14, 12);
  const now = () => {
    time += 1000;
    return new Date(time).toISOString();
  };
  forge.state.now = () => new Date(time).toISOString();
  const alive = mortal(store, lives);
  const deps: ProposeDeps = {
    store: alive,
    stackOf: ({ tenant, stack: name }) =>
      tenant === key.tenant && name === key.stack ? stack : undefined,
    forges,
    checkouts,
    pusher: createPusher({
      git: createGit(environment, folder, createAddressLookup({ allowsLoopback: true }), startGit),
      by: { name: 'Parley', email: 'parley@example.com' },
    }),
    receipts: noReceipts,
    handleProposal: (place, standing, by) =>
      heeding({ store: alive, checkouts, now })(place, standing, by),
    guard: (of, forge, signal) =>
      guardOpenPulls(
        { store, checkouts, judge: createBranchJudge(async () => undefined), now },
        of,
        forge,
        signal,
      ),
    now,
  };
  const handler = createProposeHandler(deps);
  let open: readonly string[] = [];
  const stage: Stage = {
    forge,
    state: forge.state,
    repository,
    store,
    deps,
    async run(...all) {
      const startedAt = now();
      const wants = all.filter((one): one is Want => !('isUnseen' in one));
      const unseen = all.flatMap((one) =>
        'isUnseen' in one ? [{ name: one.name, of: one.of ?? one.name }] : [],
      );
      const names = all.map(({ name }): string => name);
      const closed = open.filter((name) => !names.includes(name));
      open = names;
      const intents = wants.map(({ name }) => name);
      const shape = { startedAt, intents, time: startOf(), unseen, closed };
      const revision = repository.head() ?? '';
      const planned = wants.map((want) => planOf(want, repository.read('main.tf') ?? ''));
      const run = { ...serviceRun(shape), revision, planned };
      return (await store.runs.keep(key, run, () => [])).id;
    },
    handle: (run, { signal = new AbortController().signal, ...more } = {}) =>
      handler({ ...key, forge: 'hub', run, ...more }, signal, 'j'),
    async propose(...wants) {
      return stage.handle(await stage.run(...wants));
    },
    async killAt(step, run) {
      Object.assign(life, { left: step, isDead: false });
      await stage.handle(run).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
      const isKilled = life.isDead;
      Object.assign(life, { left: Number.POSITIVE_INFINITY, isDead: false });
      return isKilled;
    },
    known: (which = 'open') => store.proposals.list(key, which),
    pass(passed) {
      time += passed;
    },
    async stop() {
      await checkouts.close();
      await forge.stop();
      await server.close();
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return stage;
}

function startOf(): string {
  return '2026-03-14T03:00:00.000Z';
}

/** A store that a killed process cannot write to. */
function mortal(store: ServiceStore, lives: () => boolean): ServiceStore {
  const { proposals, outbox } = store;
  const alive = <A extends unknown[], R>(write: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      if (!lives()) throw new Killed();
      return write(...args);
    };
  };
  return {
    ...store,
    project: (of) => store.project(of),
    proposals: { ...proposals, put: alive((one, before) => proposals.put(one, before)) },
    outbox: { ...outbox, put: alive((jobs) => outbox.put(jobs)) },
  };
}

export function planOf({ name, value, kind }: Want, before: string): PlannedProposal {
  const after = before.replace(new RegExp(`^${name} = \\d+$`, 'm'), `${name} = ${value}`);
  return {
    kind: kind ?? 'patch',
    intent: `i-${name}`,
    digest: `p-${name}-${value}-${kind ?? 'patch'}`,
    branch: `parley/i-${name}`,
    title: `parley(accept): set ${name} to ${value}`,
    body: `Somebody set ${name} to ${value}.`,
    labels: [kind === 'revert' ? 'parley:revert' : 'parley:accept'],
    check: { name: 'parley', state: 'passed', title: 'Accepted', summary: '' },
    message: {
      subject: `parley(accept): set ${name} to ${value}`,
      body: 'Because.',
      trailers: [['Intent-Id', `i-${name}`]],
    },
    files: kind === 'revert' ? [] : [fileChange('main.tf', before, after)],
    addresses: [`q.${name}`],
  };
}

/** Undefined for a success. */
export function problemOf(result: Result<unknown>): Problem | undefined {
  return result.ok ? undefined : result.error;
}
