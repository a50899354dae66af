import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Forges } from '../../../src/adapters/forge/create.ts';
import type { WorkflowRun } from '../../../src/adapters/forge/workflow/types.ts';
import { answerIntent } from '../../../src/app/answer/answer.ts';
import type { FeedbackDeps } from '../../../src/app/feedback/deps.ts';
import { createFeedbackHandler } from '../../../src/app/feedback/handler.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import { ok } from '../../../src/model/result.ts';
import type { ForgeEvent } from '../../../src/ports/forge/event.ts';
import type { PlannedProposal } from '../../../src/ports/store/planned-proposal.ts';
import type { KnownProposal, ServiceStore } from '../../../src/ports/store/service-store.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { type RunningForge, valued } from '../../adapters/forge/servers/forges.ts';
import { demo } from '../../entry/cli/parley.ts';
import { plannedText, plansOf, stackRunOf } from '../plan/demo-plans.ts';

/** The commit that was scanned. */
const looked = 'c'.repeat(40);
export const received = '2026-03-15T10:00:00.000Z';
/** When the received event is handled. */
export const now = '2026-03-15T10:00:05.000Z';
const kinds = { GitHub: 'github', GitLab: 'gitlab', Gitea: 'gitea' } as const;

export const stackOf = (more: Partial<Stack> = {}): Stack => ({
  ...Stack.parse({
    name: 'storefront',
    repository: 'https://git.example.com/acme/infra.git',
    forge: 'hub',
  }),
  ...more,
});

/** A stack whose proposals are open on a forge, and the actions of people on them. */
export async function openScene(
  name: keyof typeof kinds,
  running: RunningForge,
  store: ServiceStore,
  result: RunResult,
  stack: Stack,
) {
  const key = { tenant: stack.tenant, stack: stack.name };
  const kind = kinds[name];
  const { state } = running;
  state.now = () => received;
  const repository = name === 'GitLab' ? 'acme/cloud/infra' : 'acme/infra';
  const plans = plansOf(result, stack);
  const run = await store.runs.keep(
    key,
    {
      record: stackRunOf(result).record,
      revision: looked,
      findings: 'f-1',
      planned: plans,
    },
    () => [],
  );
  const known = new Map<string, KnownProposal>();
  for (const plan of plans) {
    const proposal = await opened(plan);
    // Of the accepted proposals, the tests use the one that blocks public access.
    const { labels } = plan;
    if (labels.includes('parley:accept') && !labels.includes('parley:hardening')) continue;
    known.set(
      plan.kind === 'revert'
        ? 'revert'
        : (plan.labels.find((one) => /accept|delegate/.test(one)) ?? ''),
      proposal,
    );
  }

  async function opened(plan: PlannedProposal): Promise<KnownProposal> {
    const { intent, digest, branch, title, body, labels, addresses } = plan;
    const draft = {
      intent,
      digest,
      branch,
      base: 'main',
      title,
      body,
      labels: ['parley', ...labels],
    };
    const { number, location, commit } = valued(await running.proposals.open(draft));
    const proposal: KnownProposal = {
      ...key,
      forge: 'hub',
      number,
      kind: plan.kind,
      intent,
      digest,
      branch,
      commit,
      title,
      location,
      state: 'open',
      run: run.id,
      openedAt: received,
      updatedAt: received,
      addresses,
    };
    await store.proposals.put(proposal);
    return proposal;
  }

  const dispatched: WorkflowRun[] = [];
  const forges: Forges = {
    of: () =>
      ok({
        name: 'hub',
        kind,
        project: repository,
        proposals: running.proposals,
        workflows: {
          async dispatch(one) {
            dispatched.push(one);
            return ok(undefined);
          },
        },
        gitCredential: async () => ok(undefined),
      }),
  };
  const merged = mkdtempSync(join(tmpdir(), 'parley-merged-'));
  const deps: FeedbackDeps = {
    store,
    stacks: [stack],
    gitops: [],
    forges,
    checkouts: {
      open: async (_, { revision } = {}) => {
        const root = revision === looked ? join(demo, 'project') : merged;
        return ok({ revision: 'd'.repeat(40), top: root, root, release: async () => undefined });
      },
    },
    answer: (of, ask) => answerIntent({ store, now: () => now }, of, ask),
    // Checks of other pull requests are tested in test/app/guard.
    guard: async () => ok(undefined),
    now: () => now,
  };
  const handle = createFeedbackHandler(deps);
  let deliveries = 0;

  return {
    key,
    plans,
    run,
    known,
    dispatched,
    repository,
    kind,
    /** Stores the event as a webhook does, and handles it this many times. */
    async happens(event: ForgeEvent, times = 1, by = handle): Promise<void> {
      deliveries += 1;
      const id = `delivery-${stack.name}-${deliveries}`;
      await store.deliveries.keep(
        { tenant: 'default', forge: 'hub', id, receivedAt: received, event },
        [id],
        [],
      );
      const job = { tenant: 'default', forge: 'hub', delivery: id };
      for (let time = 0; time < times; time += 1) {
        valued(await by(job, new AbortController().signal, 'j'));
      }
    },
    /** Records a later scan that shows the same. */
    async scannedAgain() {
      const { record } = stackRunOf(result);
      const later = { ...record, report: { ...record.report, startedAt: now } };
      const found = { record: later, revision: looked, findings: 'f-2', planned: plans };
      return store.runs.keep(key, found, () => []);
    },
    /** Handles an event before the proposal is recorded. */
    async outruns(event: ForgeEvent): Promise<void> {
      const id = `delivery-${stack.name}-early`;
      await store.deliveries.keep(
        { tenant: 'default', forge: 'hub', id, receivedAt: received, event },
        [id],
        [],
      );
      const proposals = { ...store.proposals, byNumber: async () => undefined };
      const early = createFeedbackHandler({ ...deps, store: { ...store, proposals } });
      const job = { tenant: 'default', forge: 'hub', delivery: id };
      valued(await early(job, new AbortController().signal, 'j'));
    },
    /** Handles the last delivery once more. */
    async again(): Promise<void> {
      const delivery = `delivery-${stack.name}-${deliveries}`;
      const job = { tenant: 'default', forge: 'hub', delivery };
      valued(await handle(job, new AbortController().signal, 'j'));
    },
    deps,
    /** Acts on a proposal as a person does, and returns the event that the forge sends. */
    did(
      change: Extract<ForgeEvent, { kind: 'proposal' }>['change'],
      { number, branch, intent, digest }: KnownProposal,
    ): ForgeEvent {
      const pull = state.get(number);
      if (change === 'merged') pull.end('merged', 'ben');
      if (change === 'declined') pull.end('closed', 'ben');
      if (change === 'reopened') pull.state = 'open';
      return {
        kind: 'proposal',
        change,
        forge: kind,
        repository,
        number,
        user: 'ben',
        branch,
        intent,
        digest,
      };
    },
    posted(text: string, number: number, user = 'ben'): ForgeEvent {
      const pull = state.pulls.find((one) => one.number === number);
      const id = pull === undefined ? 1 : state.say(pull, user, text).id;
      return { kind: 'comment', forge: kind, repository, number, user, id, text };
    },
    /** Sets the code after the merge: as planned, or with changed texts. */
    merge(plan: PlannedProposal, change: (text: string) => string = (text) => text): void {
      for (const file of plan.files) {
        mkdirSync(dirname(join(merged, file.path)), { recursive: true });
        writeFileSync(join(merged, file.path), change(plannedText(file)));
      }
    },
    async jobs() {
      const jobs = await store.outbox.pending(1000);
      return jobs
        .map(({ queue, job }) => ({ queue, ...job }))
        .filter((job) => 'stack' in job && job.stack === stack.name);
    },
    async reviews() {
      return (await store.project(key).feedback()).map(({ body }) => [
        body['intent'],
        body['review'],
      ]);
    },
    async stateOf({ number }: KnownProposal) {
      return (await store.proposals.byNumber(key, 'hub', number))?.state;
    },
    close(): void {
      rmSync(merged, { recursive: true, force: true });
    },
  };
}

export type FeedbackScene = Awaited<ReturnType<typeof openScene>>;

export function get(scene: FeedbackScene, name: string): KnownProposal {
  const found = scene.known.get(name);
  if (found === undefined) throw new Error(`There is no proposal ${name}.`);
  return found;
}
