import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createCheckouts } from '../../../src/adapters/checkout/checkouts.ts';
import { createGit } from '../../../src/adapters/checkout/git.ts';
import { createLocalProposals } from '../../../src/adapters/forge/local/proposals.ts';
import { createPusher } from '../../../src/adapters/forge/remote/push.ts';
import { createAddressLookup } from '../../../src/adapters/net/address-lookup.ts';
import { planProposals } from '../../../src/app/plan/plan.ts';
import { createProposeHandler } from '../../../src/app/propose/handler.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import { ok } from '../../../src/model/result.ts';
import type { Proposals } from '../../../src/ports/forge/proposals.ts';
import { createFeedback } from '../../../src/reconcile/learning/review.ts';
import { readPolicyFile } from '../../../src/stages/policy/file/read.ts';
import { forges, valued } from '../../adapters/forge/servers/forges.ts';
import { startGit } from '../../adapters/git/starting.ts';
import { noReceipts } from '../../adapters/receipt/no-receipts.ts';
import { openTestServiceStore } from '../../adapters/store/service-store.ts';
import { createScanBench, demoFiles, demoNow, demoRecords } from '../demo-stack.ts';
import { heeding } from '../feedback/handling.ts';

const policyFile = 'prod/parley.policy.yaml';
const own = '# Ours.\napiVersion: parley/v1\nname: ours\nextends: default\nrules: []\n';
const key = { tenant: 'default', stack: 'shop' };
const environment = { PATH: process.env['PATH'] ?? '' };
const by = { name: 'Parley', email: 'parley@example.com' };

/** A forge, with what a person does there. */
interface Place {
  readonly proposals: Proposals;
  /** Text of the proposal. */
  bodyOf(number: number): string;
  decline(number: number, branch: string): void;
  stop(): Promise<void>;
}

type Bench = ReturnType<typeof createScanBench>;

async function hub({ repository }: Bench): Promise<Place> {
  const [, start] = forges.find(([name]) => name === 'GitHub') ?? [];
  if (start === undefined) throw new Error('There is no GitHub among the forges.');
  const running = await start();
  running.state.commitOf = (branch) => repository.head(branch) ?? '';
  return {
    proposals: running.proposals,
    bodyOf: (number) => running.state.get(number).body,
    decline: (number) => running.state.edit(running.state.get(number), { state: 'closed' }),
    stop: () => running.stop(),
  };
}

async function folder({ repository, stack }: Bench): Promise<Place> {
  const home = mkdtempSync(join(tmpdir(), 'parley-home-'));
  const git = createGit(environment, home, createAddressLookup({ allowsLoopback: true }), startGit);
  return {
    proposals: createLocalProposals(stack.repository, { git, by, now: () => demoNow }),
    bodyOf: (number) => repository.git('show', `refs/parley/proposals:${number}/description.md`),
    decline: (_, branch) => repository.deleteBranch(branch),
    stop: async () => rmSync(home, { recursive: true, force: true }),
  };
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A scanned stack with a verdict that many people rejected. */
async function openStage(open: (bench: Bench) => Promise<Place>) {
  const { store, stop } = await openTestServiceStore();
  closing.push(stop);
  const bench = createScanBench({
    store,
    stack: ({ path }) =>
      Stack.parse({ name: 'shop', repository: path, root: 'prod', forge: 'hub', branch: 'main' }),
  });
  closing.push(() => bench.close());
  const files = Object.entries(demoFiles()).map(([path, text]) => [`prod/${path}`, text] as const);
  bench.repository.commit({ ...Object.fromEntries(files), [policyFile]: own });
  await bench.addRecords(demoRecords());
  const place = await open(bench);
  closing.push(() => place.stop());
  const home = mkdtempSync(join(tmpdir(), 'parley-rules-'));
  closing.push(async () => rmSync(home, { recursive: true, force: true }));
  const addressesOf = createAddressLookup({ allowsLoopback: true });
  const checkouts = createCheckouts({
    runGit: startGit,
    ...{ folder: home, environment, addressesOf },
    credentialFor: async () => ok(undefined),
  });
  closing.push(() => checkouts.close());
  const handler = createProposeHandler({
    ...{ store, checkouts, now: () => demoNow },
    stackOf: () => bench.stack,
    forges: {
      of: () =>
        ok({
          ...{ name: 'hub', kind: 'github', project: 'acme/infra' },
          proposals: place.proposals,
          workflows: { dispatch: async () => ok(undefined) },
          gitCredential: async () => ok(undefined),
        } as const),
    },
    pusher: createPusher({ git: createGit(environment, home, addressesOf, startGit), by }),
    receipts: noReceipts,
    handleProposal: heeding({ store, checkouts, now: () => demoNow }),
    guard: async () => ok(undefined),
  });
  return {
    ...{ bench, place },
    /** Posts this many reviews that reject the handover. */
    async review(count: number) {
      const project = store.project(key);
      const run = await project.latestRun();
      const decisions = run?.report.decisions ?? [];
      const decision = decisions.find(({ verdict }) => verdict.outcome === 'delegate');
      if (run === undefined || decision === undefined) throw new Error('nothing is handed over');
      const review = { intent: decision.intent, review: 'closed', time: demoNow } as const;
      const { note: _, ...posted } = valued(createFeedback([run], review));
      await project.appendFeedback(
        Array.from({ length: count }, (_, i) => ({
          id: `f-${i}`,
          time: demoNow,
          body: { ...posted, ...(i === 0 ? {} : { intent: `i-${i}` }) },
        })),
      );
    },
    /**
     * Scans, with one of the service's plans besides those for the policy, and proposes on the
     * forge.
     */
    async work() {
      const changes: Parameters<Bench['scan']>[1] = {
        // One plan shows that the two kinds get along, and each takes ten git processes.
        plan: (run, stack) => [...planProposals(run, { stack }).slice(0, 1), ...(run.rules ?? [])],
      };
      valued(await bench.scan({ cause: 'person' }, changes));
      const { signal } = new AbortController();
      for (const one of await bench.jobs()) {
        if (one.queue === 'propose') valued(await handler(one.job, signal, 'job'));
      }
      const known = await store.proposals.list(key, 'all');
      return known.filter(({ intent }) => intent.startsWith('p-learned-'));
    },
    textOn: (branch: string) => bench.repository.git('show', `${branch}:${policyFile}`),
  };
}

describe.each([
  ['GitHub', hub],
  ['a folder', folder],
])('a rule that reviews suggest, with %s as the forge', (_name, open) => {
  it('is proposed as an edit of the policy file, and not again once somebody declined it', async () => {
    const stage = await openStage(open);
    expect(await stage.work()).toEqual([]);
    await stage.review(20);

    const [proposed, ...more] = await stage.work();
    if (proposed === undefined) throw new Error('no rule was proposed');
    const { intent, branch, number } = proposed;
    const standing = valued(await stage.place.proposals.find({ intent, branch, kind: 'intent' }));
    const text = stage.textOn(branch);
    const read = readPolicyFile(text, 'parley.policy.yaml');

    expect(more).toEqual([]);
    expect(branch).toBe(`parley/policy-${intent.slice(2)}`);
    expect(standing).toMatchObject([{ number, state: 'open' }]);
    expect(standing[0]?.title).toMatch(/^policy: turn down scaling /);
    const body = stage.place.bodyOf(number);
    expect(body).toContain('20 of 20 times, in reviews of 20 different intents');
    expect(body).toContain(`- id: ${intent.slice(2)}`);
    expect(body).toMatch(/Of \d+ recorded verdicts \d+ would change: .*delegate -> reject/);
    expect(body).toContain('people answered');
    expect(text.startsWith('# Ours.\n')).toBe(true);
    expect(text).toContain(`- id: ${intent.slice(2)}`);
    expect(read.ok).toBe(true);
    expect(stage.bench.repository.git('diff', '--name-only', 'main', branch).trim()).toBe(
      policyFile,
    );
    const message = stage.bench.repository.git('log', '-1', '--format=%B', branch);
    expect(message).toMatch(/^policy: turn down scaling /);
    expect(message).toContain('20 of 20 times, in reviews of 20 different intents');
    expect(message).toMatch(/Of \d+ recorded verdicts \d+ would change/);

    stage.place.decline(number, branch);
    const later = await stage.work();
    expect(later).toMatchObject([{ number }]);
    expect(
      valued(await stage.place.proposals.find({ intent, branch, kind: 'intent' })),
    ).toMatchObject([{ number, state: 'declined' }]);
  });
});
