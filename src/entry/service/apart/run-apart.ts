import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { receivedRun } from '../../../adapters/store/remote/calls.ts';
import type { PlanConvergence } from '../../../app/converge/deps.ts';
import type { BranchJudgment, JudgeBranch } from '../../../app/guard/deps.ts';
import type { SyncPlan } from '../../../app/resource/sync.ts';
import { createModel } from '../../../app/run/advisor.ts';
import { definedOnly } from '../../../app/run/environment.ts';
import { externalPolicyPort } from '../../../app/run/external-policy.ts';
import type { WouldHappen } from '../../../app/trial/would-happen.ts';
import { milliseconds } from '../../../config/duration.ts';
import { ConfigFile } from '../../../config/schema.ts';
import type { Stack } from '../../../config/service/stacks.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import type { DeclaredResources } from '../../../ports/boundary.ts';
import type { Checkout } from '../../../ports/checkouts.ts';
import type { Io } from '../../../ports/io.ts';
import type { RunStack, StackRunInput } from '../../../ports/stack-run.ts';
import { givenUp, type RunStackDeps } from '../run-stack.ts';
import { stackEnvironment } from '../stack-environment.ts';
import { serviceResources, stackFolder } from '../stack-ground.ts';
import type { TryChange } from '../try-change.ts';
import { environmentOf, giveFolder, type ProcessAccount } from './account.ts';
import { createLend, lendCatalogue } from './lend.ts';
import { type LossBounds, lossProblem } from './loss.ts';
import type { CodeFolder, RunTask, SentStackRun } from './messages.ts';
import { createPool } from './pool.ts';

/** Reads foreign code, each time in a process of its own. */
export interface ApartRuns {
  readonly run: RunStack;
  readonly judge: JudgeBranch;
  readonly tryChange: TryChange;
  readonly converge: PlanConvergence;
  close(): void;
}

export interface ApartDeps extends Omit<RunStackDeps, 'onProgress' | 'asked'> {
  readonly io: Io;
  /** Path of the compiled program. */
  readonly program: string;
  readonly account?: ProcessAccount;
}

/** Milliseconds that Terraform has to end before its process is killed, plus a margin. */
const grace = 8000;

/**
 * Milliseconds for comparing two branches, which starts no program and for which somebody waits.
 */
const judging = 5 * 60_000;

/**
 * Runs of stacks and judgments of branches in processes that get no token of a forge, a channel or
 * the store. Each has limited memory and time, and its end affects nothing else.
 */
export function createApart(deps: ApartDeps): ApartRuns {
  const { settings, written, env, program, account } = deps;
  const bounds = boundsOf(settings);
  const own = definedOnly(stackEnvironment(env, written));
  const pool = createPool({
    program,
    bounds,
    grace,
    ...(account === undefined ? { env: own } : { account, env: environmentOf(account, own) }),
  });
  return {
    close: () => pool.close(),
    async run(input) {
      const model = createModel(deps.io, deps.home, settings);
      if (!model.ok) return model;
      const { external } = externalPolicyPort(deps.io, deps.home, settings);
      const { store, log, hasReceipts, signal } = input;
      const resources = await resourcesOf(deps, input.stack);
      const lend = createLend({
        ...{ store, log, model: model.value, external, hasReceipts, resources },
      });
      const asked = {
        ...(resources === undefined ? {} : { resources: true as const }),
        ...(model.value === undefined ? {} : { model: model.value.name }),
        ...(external === undefined ? {} : { external: external.name }),
      };
      if (account !== undefined) await prepare(deps, input, account);
      const end = await pool.do(await taskOf(deps, input, asked), lend, signal);
      switch (end.kind) {
        case 'done': {
          // `do-task.ts` made the value.
          const sent = end.result as Result<SentStackRun>;
          return sent.ok ? ok({ ...sent.value, record: receivedRun(sent.value.record) }) : sent;
        }
        case 'broken':
          throw new Error(end.message);
        case 'given-up':
          return fail(givenUp);
        case 'lost':
          return fail(lossProblem(end.loss, bounds));
      }
    },
    async tryChange(input, change) {
      const { external } = externalPolicyPort(deps.io, deps.home, settings);
      const { store, log, signal } = input;
      const asked = external === undefined ? {} : { external: external.name };
      if (account !== undefined) await prepare(deps, input, account);
      const task = { ...(await taskOf(deps, input, asked)), kind: 'trial', change } as const;
      const end = await pool.do(task, createLend({ store, log, external }), signal);
      if (end.kind === 'done') return end.result as Result<WouldHappen>;
      if (end.kind === 'broken') throw new Error(end.message);
      if (end.kind === 'given-up') return fail(givenUp);
      return fail(lossProblem(end.loss, bounds));
    },
    async converge({ checkout, desk, areas, plans, signal }) {
      const { tenant, kindSources: kinds } = desk;
      const place = plans && installsOf(deps, tenant, `gitops:${plans.gitops}`);
      if (place !== undefined && account !== undefined) await giveFolder(place, account);
      const task = {
        ...({ kind: 'converge', checkout: bare(checkout), tenant, kinds } as const),
        terraform: settings.terraform,
        ...(areas === undefined ? {} : { areas }),
        ...(plans === undefined ? {} : { plans }),
        ...(place === undefined ? {} : { installs: place }),
      };
      const end = await pool.do(task, lendCatalogue(desk), signal);
      if (end.kind === 'done') return end.result as Result<SyncPlan>;
      if (end.kind === 'broken') throw new Error(end.message);
      return fail(end.kind === 'given-up' ? givenUp : lossProblem(end.loss, bounds));
    },
    async judge({ stack, base, head, store, now }) {
      const { binary } = settings.terraform;
      const task = {
        kind: 'judge',
        ...(binary === undefined ? {} : { binary }),
        ...{ stack, base: bare(base), head: bare(head), now },
      } as const;
      const alone = new AbortController().signal;
      const end = await pool.do(task, createLend({ store }), alone, judging);
      if (end.kind === 'done') return end.result as Result<BranchJudgment>;
      if (end.kind === 'broken') throw new Error(end.message);
      if (end.kind === 'given-up') return fail(givenUp);
      // Another attempt would end in the same way.
      const { message, hint } = lossProblem(end.loss, { ...bounds, time: judging });
      return fail({ code: 'branch-not-judged', message, ...(hint === undefined ? {} : { hint }) });
    },
  };
}

/** Undefined where the registry cannot be opened, so that runs that do not need it still work. */
async function resourcesOf(
  { env, home }: ApartDeps,
  { tenant }: Stack,
): Promise<DeclaredResources | undefined> {
  const resources = await serviceResources(env, home, tenant);
  return resources.ok ? resources.value : undefined;
}

/**
 * The folder where Terraform installs for an owner. The name of a repository has a colon, which no
 * stack has.
 */
function installsOf({ installs }: ApartDeps, tenant: string, name: string): string | undefined {
  return installs === undefined ? undefined : join(installs, stackFolder([tenant, name]));
}

/** Prepares folders that belong to the service and that the account itself cannot change. */
async function prepare(
  { installs }: ApartDeps,
  { stack, checkout }: StackRunInput,
  account: ProcessAccount,
): Promise<void> {
  await rm(join(checkout.root, '.terraform'), { recursive: true, force: true });
  if (installs === undefined) return;
  const { tenant, name } = stack;
  for (const whose of [[tenant, name], [tenant]]) {
    await giveFolder(join(installs, stackFolder(whose)), account);
  }
}

/** Undefined when running from sources, since Node does not run TypeScript by itself. */
export function apartProgram(): string | undefined {
  const url = new URL('./program.js', import.meta.url);
  return import.meta.url.endsWith('.js') ? fileURLToPath(url) : undefined;
}

function boundsOf({ limits }: ConfigFile): LossBounds {
  return { time: milliseconds(limits.run.time), memory: limits.run.memory };
}

async function taskOf(
  { settings, home, installs, incidents }: ApartDeps,
  { stack, checkout, answers, wishes, lastRun, confirms, hasReceipts }: StackRunInput,
  asked: RunTask['asked'],
): Promise<RunTask> {
  return {
    kind: 'run',
    stack,
    checkout: bare(checkout),
    answers,
    wishes: wishes.map(({ stack: { root, var_files, workspace }, goals }) => ({
      stack: { root, var_files, workspace },
      goals,
    })),
    ...(lastRun === undefined ? {} : { lastRun }),
    confirms,
    ...(hasReceipts === undefined ? {} : { hasReceipts: true as const }),
    incidents: await incidents.list(stack.tenant),
    settings: settingsFor(settings, stack),
    home,
    ...(installs === undefined ? {} : { installs }),
    asked,
  };
}

function bare({ revision, top, root }: Checkout): CodeFolder {
  return { revision, top, root };
}

/**
 * The part of the service's settings that a run of this stack needs, with no tokens and nothing of
 * other tenants.
 */
function settingsFor(
  { policy, approvers, model, opa, terraform, stacks }: ConfigFile,
  { repository, branch }: Stack,
): ConfigFile {
  return {
    ...ConfigFile.parse({}),
    policy,
    approvers,
    terraform,
    ...(model === undefined ? {} : { model }),
    ...(opa === undefined ? {} : { opa }),
    // Roots of one repository that may share modules.
    stacks: stacks
      .filter((one) => one.repository === repository && one.branch === branch)
      .map(({ state: _, ...one }) => one),
  };
}
