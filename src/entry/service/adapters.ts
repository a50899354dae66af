import { lookup } from 'node:dns/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCheckouts } from '../../adapters/checkout/checkouts.ts';
import { createGit } from '../../adapters/checkout/git.ts';
import { createForges, type Forges } from '../../adapters/forge/create.ts';
import { createLocalProposals } from '../../adapters/forge/local/proposals.ts';
import type { GitIdentity } from '../../adapters/forge/remote/objects.ts';
import { remembering } from '../../adapters/forge/remote/remember.ts';
import { createObjectReaders } from '../../adapters/git/object-reader.ts';
import type { Git, RunGit } from '../../adapters/git/run.ts';
import { createGitStarter } from '../../adapters/git/starter.ts';
import { type AddressLookup, createAddressLookup } from '../../adapters/net/address-lookup.ts';
import type { RetryTimer } from '../../adapters/notify/retry.ts';
import { createResolve } from '../../adapters/notify/webhook/resolve.ts';
import type { Resolve } from '../../adapters/notify/webhook/target.ts';
import type { Metrics } from '../../adapters/telemetry/metrics.ts';
import { definedOnly } from '../../app/run/environment.ts';
import type { ServiceSettings } from '../../app/stack/settings.ts';
import type { ConfigFile } from '../../config/schema.ts';
import { ok } from '../../model/result.ts';
import type { Checkouts } from '../../ports/checkouts.ts';
import type { Io } from '../../ports/io.ts';
import { countCalls } from './count-calls.ts';

/** The adapters through which the service talks to other systems. */
export interface Adapters {
  readonly forges: Forges;
  readonly checkouts: Checkouts & { close(): Promise<void> };
  /** For operations without a checkout. */
  readonly git: Git;
  /** Starts git more cheaply than as a child of this process. */
  readonly runGit: RunGit;
  readonly timer: RetryTimer;
  /** Addresses of a repository's host; this machine and its networks are allowed. */
  readonly addressesOf: AddressLookup;
  /** Addresses of a host. */
  readonly resolveHost: Resolve;
}

/** The committer of proposals. */
export const author: GitIdentity = { name: 'Parley', email: 'parley@localhost' };

/** Milliseconds for one call to Slack or to a webhook. */
export const callTime = 10_000;

export function createAdapters(
  io: Io,
  { settings, repositories }: Pick<ServiceSettings, 'settings' | 'repositories'>,
  metrics: Pick<Metrics, 'call'>,
): Adapters {
  const timer: RetryTimer = { sleep: (milliseconds) => sleep(milliseconds), random: Math.random };
  const addressesOf = createAddressLookup({ allowsLoopback: true });
  const runGit = createGitStarter();
  const environment = definedOnly(io.env);
  const objects = createObjectReaders();
  const home = join(repositories, 'home');
  const git = remembering(createGit(environment, home, addressesOf, runGit, objects));
  const forges = counted(forgesOf(settings, io, git), metrics);
  return {
    forges,
    git,
    runGit,
    timer,
    addressesOf,
    checkouts: createCheckouts({
      addressesOf,
      runGit,
      objects,
      folder: repositories,
      environment,
      credentialFor: async (stack) => {
        const forge = forges.of(stack);
        if (!forge.ok) return forge;
        return forge.value === undefined ? ok(undefined) : forge.value.gitCredential();
      },
    }),
    resolveHost: createResolve(lookup),
  };
}

function forgesOf({ forges }: ConfigFile, io: Io, git: Git): Forges {
  return createForges({
    forges,
    clock: { now: () => Date.parse(io.now()), sleep: (milliseconds) => sleep(milliseconds) },
    local: (repository) => createLocalProposals(repository, { git, by: author, now: io.now }),
  });
}

/** Wraps forges to count their calls. */
function counted(forges: Forges, metrics: Pick<Metrics, 'call'>): Forges {
  const called = (isDone: boolean): void => metrics.call('forge', isDone ? 'done' : 'failed');
  return {
    of(stack) {
      const forge = forges.of(stack);
      if (!forge.ok || forge.value === undefined) return forge;
      const { value } = forge;
      const proposals = countCalls(value.proposals, called);
      return ok({ ...value, proposals, workflows: countCalls(value.workflows, called) });
    },
  };
}
