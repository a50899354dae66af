import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCheckouts } from '../../../src/adapters/checkout/checkouts.ts';
import { createGit } from '../../../src/adapters/checkout/git.ts';
import type { StackForge } from '../../../src/adapters/forge/create.ts';
import { createPusher } from '../../../src/adapters/forge/remote/push.ts';
import { createAddressLookup } from '../../../src/adapters/net/address-lookup.ts';
import { guardOpenPulls } from '../../../src/app/guard/guard-open-pulls.ts';
import { guardPull } from '../../../src/app/guard/guard-pull.ts';
import { createProposeHandler } from '../../../src/app/propose/handler.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import { createBranchJudge } from '../../../src/entry/service/judge-branch.ts';
import type { OpenDrift } from '../../../src/model/open-drift.ts';
import { ok } from '../../../src/model/result.ts';
import type { ServiceStore } from '../../../src/ports/store/service-store.ts';
import { type RunningForge, valued } from '../../adapters/forge/servers/forges.ts';
import { startGit } from '../../adapters/git/starting.ts';
import { noReceipts } from '../../adapters/receipt/no-receipts.ts';
import { createScanBench, demoFiles, demoNow, demoRecords } from '../demo-stack.ts';
import { heeding } from '../feedback/handling.ts';

const kinds = { GitHub: 'github', GitLab: 'gitlab', Gitea: 'gitea' } as const;

/** A scanned stack with open drifts, its repository, and pull requests on a forge. */
export async function openScene(
  name: keyof typeof kinds,
  running: RunningForge,
  store: ServiceStore,
  stack: string,
) {
  const bench = createScanBench({
    store,
    stack: ({ path }) =>
      Stack.parse({ name: stack, repository: path, root: 'prod', forge: 'hub', branch: 'main' }),
  });
  const { repository } = bench;
  const under = (files: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`prod/${path}`, text]));
  repository.commit({ ...under(demoFiles()), 'README.md': 'Infrastructure.\n' });
  await bench.addRecords(demoRecords());
  valued(await bench.scan());
  const folder = mkdtempSync(join(tmpdir(), 'parley-guard-'));
  const environment = { PATH: process.env['PATH'] ?? '' };
  const addressesOf = createAddressLookup({ allowsLoopback: true });
  const checkouts = createCheckouts({
    runGit: startGit,
    folder,
    environment,
    addressesOf,
    credentialFor: async () => ok(undefined),
  });
  const now = () => demoNow;
  const deps = { store, checkouts, judge: createBranchJudge(async () => undefined), now };
  const forge: StackForge = {
    name: 'hub',
    kind: kinds[name],
    project: 'acme/infra',
    proposals: running.proposals,
    workflows: { dispatch: async () => ok(undefined) },
    gitCredential: async () => ok(undefined),
  };
  const { signal } = new AbortController();
  return {
    repository,
    bench,
    async open(): Promise<readonly OpenDrift[]> {
      return (await store.project({ tenant: 'default', stack }).memory()).open;
    },
    async planned() {
      const key = { tenant: 'default', stack };
      const run = await store.runs.latest(key);
      return run === undefined ? [] : store.runs.planned(key, run.id);
    },
    /** Opens a pull request of a person with these files. */
    pull(branch: string, files: Readonly<Record<string, string>>, base = 'main') {
      repository.git('branch', '-f', branch, 'main');
      const commit = repository.commit(files, { branch });
      const pull = running.state.create({ branch, base, title: branch, body: 'Please.' });
      if (pull === undefined) throw new Error('There is one already.');
      return { ...pull, number: pull.number, branch, base, commit };
    },
    async guard(pull: { number: number; branch: string; base: string }) {
      return guardPull(deps, bench.stack, forge, pull, signal);
    },
    again: () => guardOpenPulls(deps, bench.stack, forge, signal),
    /** Does what scans left to do on the forge, and returns the queues that had jobs. */
    async work() {
      const handler = createProposeHandler({
        store,
        now,
        checkouts,
        stackOf: () => bench.stack,
        forges: { of: () => ok(forge) },
        pusher: createPusher({
          git: createGit(environment, folder, addressesOf, startGit),
          by: { name: 'Parley', email: 'parley@example.com' },
        }),
        receipts: noReceipts,
        handleProposal: heeding({ store, now, checkouts }),
        guard: (of, on, until) => guardOpenPulls(deps, of, on, until),
      });
      const jobs = await bench.jobs();
      for (const one of jobs) {
        if (one.queue === 'propose') valued(await handler(one.job, signal, 'job'));
      }
      return jobs.map(({ queue }) => queue).filter((queue) => queue === 'propose');
    },
    checks: (commit: string) =>
      running.state.checks
        .filter((one) => one.commit === commit)
        .map(({ name: of, state, title }) => ({ name: of, state, title })),
    comments: (number: number) => running.state.get(number).comments,
    async close(): Promise<void> {
      await checkouts.close();
      await bench.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type GuardScene = Awaited<ReturnType<typeof openScene>>;
