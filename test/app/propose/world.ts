import type fc from 'fast-check';
import { createProposals } from '../../../src/adapters/forge/pull-requests/proposals.ts';
import type {
  PullRequest,
  PullRequestApi,
} from '../../../src/adapters/forge/pull-requests/types.ts';
import type { GitPusher } from '../../../src/adapters/forge/remote/types.ts';
import type { ProposeDeps } from '../../../src/app/propose/deps.ts';
import type { Stack } from '../../../src/config/service/stacks.ts';
import type { ClosedDrift } from '../../../src/model/open-drift.ts';
import { fail, ok, type Result } from '../../../src/model/result.ts';
import type { CurrentProposal } from '../../../src/ports/forge/proposals.ts';
import type { KnownProposal, OutboxJob } from '../../../src/ports/store/service-store.ts';
import { changedText } from '../../../src/text/file-change.ts';
import type { FakePull } from '../../adapters/forge/servers/state.ts';
import { ForgeState } from '../../adapters/forge/servers/state.ts';
import { noReceipts } from '../../adapters/receipt/no-receipts.ts';
import { closedDriftOf, serviceRun } from '../../adapters/store/service-runs.ts';
import { key, planOf, type Want } from './stage.ts';

/** A branch of the remote: the patch on it, and whether a person committed to it. */
interface Branch {
  readonly tip: string;
  readonly content: string;
  readonly isForeign: boolean;
}

export class Killed extends Error {}

/**
 * Everything that a handler works on, in memory: a forge, a remote and a store. Another handler may
 * come in between at each step. They follow the rules of the real ones, which other tests cover.
 */
export class World {
  readonly forge = new ForgeState();
  readonly branches = new Map<string, Branch>();
  readonly known = new Map<number, KnownProposal>();
  readonly outbox: OutboxJob[] = [];
  wants: readonly Want[] = [];
  /** Open drifts that the latest run could not see. */
  unseen: readonly Want['name'][] = [];
  /** Drifts that runs found closed, by name. */
  readonly closed = new Map<string, ClosedDrift>();
  readonly #proposed = new Set<Want['name']>();
  #closedNow: readonly string[] = [];
  #runs = 0;
  #time = 0;

  constructor() {
    this.forge.commitOf = (branch) => this.branches.get(branch)?.tip ?? '';
  }

  /**
   * Records a run that wants this. What it no longer wants is closed, except what it could not see.
   */
  run(wants: readonly Want[], lost: readonly Want['name'][] = []): void {
    this.#runs += 1;
    const wanted = new Set(wants.map(({ name }) => name));
    const before = [...this.wants.map(({ name }) => name), ...this.unseen];
    const open = new Set(before.filter((name) => !wanted.has(name)));
    this.unseen = [...open].filter((name) => lost.includes(name));
    this.#closedNow = [...open].filter((name) => !this.unseen.includes(name));
    for (const name of this.#closedNow) this.closed.set(name, closedDriftOf(name, this.now()));
    for (const name of wanted) this.#proposed.add(name);
    this.wants = wants;
  }

  get latest(): string {
    return `r-${this.#runs}`;
  }

  now(): string {
    this.#time += 1000;
    return new Date(Date.UTC(2026, 2, 14) + this.#time).toISOString();
  }

  commit(branch: string): void {
    const { content = 'mine', tip = '' } = this.branches.get(branch) ?? {};
    this.branches.set(branch, { tip: `${tip}+`, content, isForeign: true });
    this.forge.settle();
  }

  delete(branch: string): void {
    this.branches.delete(branch);
    this.forge.settle();
  }

  /** The dependencies of one handler, which dies after this many steps. */
  deps(scheduler: fc.Scheduler | undefined, steps: number): ProposeDeps {
    let left = steps;
    const step = async (label: string): Promise<void> => {
      await scheduler?.schedule(Promise.resolve(), label);
      left -= 1;
      if (left < 0) throw new Killed();
      this.forge.settle();
    };
    return {
      store: this.#store(step),
      stackOf: () => stack,
      forges: {
        of: () =>
          ok({
            name: 'hub',
            kind: 'github',
            project: 'acme/infra',
            proposals: createProposals(this.#tracker(step)),
            workflows: { dispatch: async () => ok(undefined) },
            gitCredential: async () => ok(undefined),
          }),
      },
      checkouts: { mirror: async () => ok({ gitDir: '/none', tip: 'base' }) },
      receipts: noReceipts,
      pusher: this.#pusher(step),
      handleProposal: (_, standing) => this.#heed(step, standing),
      guard: async () => ok(undefined),
      now: () => this.now(),
    };
  }

  /** Only records what people did: other tests cover what follows from it. */
  async #heed(
    step: (label: string) => Promise<void>,
    { number, state, commit }: CurrentProposal,
  ): Promise<Result<void>> {
    const before = this.known.get(number);
    if (before === undefined || before.state === state || before.state === 'merged') {
      return ok(undefined);
    }
    await step('put');
    this.known.set(number, { ...before, state, commit, updatedAt: this.now() });
    return ok(undefined);
  }

  #store(step: (label: string) => Promise<void>): ProposeDeps['store'] {
    const { known } = this;
    const stored = async () => {
      const run = serviceRun({
        intents: this.wants.map(({ name }) => name),
        unseen: this.unseen.map((name) => ({ name, of: name })),
        closed: this.#closedNow,
      });
      const { report, command } = run.record;
      const head = { ...key, revision: 'base', drifts: 0, intents: 0 };
      return { ...head, id: this.latest, command, startedAt: report.startedAt, report };
    };
    const all = () => [...known.values()].sort((a, b) => a.number - b.number);
    const store = {
      runs: {
        latest: async () => {
          await step('latest');
          return this.#runs === 0 ? undefined : stored();
        },
        latestHead: async () => {
          await step('latest');
          return this.#runs === 0 ? undefined : stored();
        },
        planned: async (_: unknown, run: string) => {
          await step('planned');
          return run === this.latest ? this.wants.map((want) => planOf(want, code)) : [];
        },
      },
      proposals: {
        put: async (one: KnownProposal) => {
          await step('put');
          const before = known.get(one.number);
          if (before === undefined || before.updatedAt <= one.updatedAt) known.set(one.number, one);
        },
        list: async (_: unknown, which: 'open' | 'all') => {
          await step('list');
          return all().filter(({ state }) => which === 'all' || state === 'open');
        },
        byNumber: async (_: unknown, __: string, number: number) => known.get(number),
      },
      // Leases exclude nobody here: one may have run out while its holder is still at work.
      leases: {
        take: async () => true,
        get: async () => undefined,
        renew: async () => true,
        drop: async () => undefined,
      },
      outbox: {
        put: async (jobs: readonly OutboxJob[]) => {
          await step('outbox');
          this.outbox.push(...jobs);
        },
      },
      project: () => ({
        intents: async () =>
          [...this.#proposed].map((name) => ({
            intent: { id: `i-${name}` },
            fields: [fieldOf(name)],
          })),
      }),
      drifts: { closings: async () => [...this.closed.values()] },
    };
    return store as unknown as ProposeDeps['store'];
  }

  #pusher(step: (label: string) => Promise<void>): GitPusher {
    const { branches } = this;
    return {
      branches: async () => {
        await step('branches');
        return ok(new Map([...branches].map(([name, { tip }]) => [name, tip])));
      },
      push: async (_, { branch, tip, files, free, known }) => {
        await step('push');
        const at = branches.get(branch);
        if (at?.tip !== tip) return ok({ kind: 'stale' });
        const [file] = files;
        const content = (file && changedText(file, code)) ?? '';
        if (at?.content === content) return ok({ kind: 'unchanged', commit: at.tip });
        if (at?.isForeign && !free.includes(at.tip)) {
          if (known === undefined) return ok({ kind: 'taken', tip: at.tip, author: 'ada' });
          return ok({ kind: 'protected', tip: at.tip, lines: [] });
        }
        const commit = `c${content.replaceAll(/\D+/g, '-')}`;
        branches.set(branch, { tip: commit, content, isForeign: false });
        return ok({ kind: 'pushed', commit });
      },
      // Repositories of declared resources are covered by test/entry/service/converge.test.ts.
      commit: async () => ok([]),
      advance: async () => ok(false),
      lastChange: async () => undefined,
      remove: async (_, branch, tip) => {
        await step('remove');
        const at = branches.get(branch);
        if (at?.tip !== tip) return ok('stale');
        if (at.isForeign) return ok('kept');
        branches.delete(branch);
        return ok('removed');
      },
      ownerOf: async (_, branch) => {
        await step('owner');
        const isOwn = branches.get(branch)?.content !== 'mine';
        const intent = branch.slice('parley/'.length);
        return ok(isOwn ? { stack: 'default/prod', intent } : undefined);
      },
    };
  }

  #tracker(step: (label: string) => Promise<void>): PullRequestApi {
    const { forge } = this;
    const refused = fail({ code: 'forge-refused', message: 'The forge says no.' });
    const shown = (pull: FakePull): PullRequest => ({
      number: pull.number,
      branch: pull.branch,
      base: pull.base,
      commit: pull.commit,
      title: pull.title,
      isDraft: true,
      body: pull.body,
      state: pull.state,
      location: `https://forge.example/${pull.number}`,
      changedAt: pull.changedAt,
    });
    return {
      byBranch: async (branch) => {
        await step('pulls');
        return ok(forge.pulls.filter((pull) => pull.branch === branch).map(shown));
      },
      byNumber: async (number) => {
        await step('pull');
        return ok(shown(forge.get(number)));
      },
      newest: async () => ok([]),
      create: async (wanted) => {
        await step('create');
        const pull = forge.create(wanted);
        return pull === undefined ? refused : ok(shown(pull));
      },
      edit: async ({ number }, changes) => {
        await step('edit');
        const pull = forge.get(number);
        return forge.edit(pull, changes) ? ok(shown(pull)) : refused;
      },
      labelsOf: async (number) => ok(forge.get(number).labels),
      changeLabels: async (number, add) => {
        await step('labels');
        forge.get(number).labels.push(...add);
        return ok(undefined);
      },
      commentsOf: async (number) =>
        ok(forge.get(number).comments.map((text, id) => ({ id: String(id), text }))),
      addComment: async (number, text) => {
        await step('comment');
        return ok(String(forge.get(number).comments.push(text) - 1));
      },
      editComment: async (number, id, text) => {
        await step('comment');
        forge.get(number).comments[Number(id)] = text;
        return ok(true);
      },
      setCheck: async () => {
        await step('check');
        return ok(undefined);
      },
      permissionOf: async () => ok('write'),
    };
  }
}

function fieldOf(name: string) {
  return { address: `q.${name}`, path: ['delay_seconds'], outcome: 'accept' };
}

const code = 'a = 1\nb = 2\n';

const stack = {
  ...key,
  name: key.stack,
  repository: '/none',
  forge: 'hub',
  branch: 'main',
  root: '.',
} as unknown as Stack;
