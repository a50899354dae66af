import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { receivedRun } from '../../../adapters/store/remote/calls.ts';
import type { PlanConvergence } from '../../../app/converge/deps.ts';
import type { JudgeBranch } from '../../../app/guard/deps.ts';
import { createModel } from '../../../app/run/advisor.ts';
import { definedOnly } from '../../../app/run/environment.ts';
import { externalPolicyPort } from '../../../app/run/external-policy.ts';
import { milliseconds } from '../../../config/duration.ts';
import type { ConfigFile } from '../../../config/schema.ts';
import type { Stack } from '../../../config/service/stacks.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import type { DeclaredResources } from '../../../ports/boundary.ts';
import type { Io } from '../../../ports/io.ts';
import type { RunStack, StackRunInput } from '../../../ports/stack-run.ts';
import { givenUp, type RunStackDeps } from '../run-stack.ts';
import { stackEnvironment } from '../stack-environment.ts';
import { serviceResources, stackFolder } from '../stack-ground.ts';
import type { TryChange } from '../try-change.ts';
import { accountEnvironment, giveFolder, type ProcessAccount } from './account.ts';
import type { TaskEnd } from './child.ts';
import { createLend, lendCatalogue } from './lend.ts';
import { type LossBounds, lossProblem } from './loss.ts';
import type { SentStackRun } from './messages.ts';
import { createPool } from './pool.ts';
import { codeFolder, createRunTask } from './run-task.ts';

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
    ...(account === undefined ? { env: own } : { account, env: accountEnvironment(account, own) }),
  });
  const apart = { deps, pool, bounds };
  return {
    close: () => pool.close(),
    run: (input) => runApart(apart, input),
    tryChange: (input, change) => tryApart(apart, input, change),
    converge: (input) => convergeApart(apart, input),
    judge: (branch) => judgeApart(apart, branch),
  };
}

interface Apart {
  readonly deps: ApartDeps;
  readonly pool: ReturnType<typeof createPool>;
  readonly bounds: LossBounds;
}

async function runApart(
  { deps, pool, bounds }: Apart,
  input: StackRunInput,
): ReturnType<ApartRuns['run']> {
  const model = createModel(deps.io, deps.home, deps.settings);
  if (!model.ok) return model;
  const { external } = externalPolicyPort(deps.io, deps.home, deps.settings);
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
  await prepare(deps, input);
  const end = await pool.do(await createRunTask(deps, input, asked), lend, signal);
  const sent = resultOf<SentStackRun>(end, bounds);
  return sent.ok ? ok({ ...sent.value, record: receivedRun(sent.value.record) }) : sent;
}

async function tryApart(
  { deps, pool, bounds }: Apart,
  ...[input, change]: Parameters<TryChange>
): ReturnType<TryChange> {
  const { external } = externalPolicyPort(deps.io, deps.home, deps.settings);
  const { store, log, signal } = input;
  const asked = external === undefined ? {} : { external: external.name };
  await prepare(deps, input);
  const task = { ...(await createRunTask(deps, input, asked)), kind: 'trial', change } as const;
  return resultOf(await pool.do(task, createLend({ store, log, external }), signal), bounds);
}

async function convergeApart(
  { deps, pool, bounds }: Apart,
  { checkout, desk, areas, plans, signal }: Parameters<PlanConvergence>[0],
): ReturnType<PlanConvergence> {
  const { tenant, kindSources: kinds } = desk;
  const place = plans && installsOf(deps, tenant, `gitops:${plans.gitops}`);
  if (place !== undefined && deps.account !== undefined) await giveFolder(place, deps.account);
  const task = {
    ...({ kind: 'converge', checkout: codeFolder(checkout), tenant, kinds } as const),
    terraform: deps.settings.terraform,
    ...(areas === undefined ? {} : { areas }),
    ...(plans === undefined ? {} : { plans }),
    ...(place === undefined ? {} : { installs: place }),
  };
  return resultOf(await pool.do(task, lendCatalogue(desk), signal), bounds);
}

async function judgeApart(
  { deps, pool, bounds }: Apart,
  { stack, base, head, store, now }: Parameters<JudgeBranch>[0],
): ReturnType<JudgeBranch> {
  const { binary } = deps.settings.terraform;
  const task = {
    kind: 'judge',
    ...(binary === undefined ? {} : { binary }),
    ...{ stack, base: codeFolder(base), head: codeFolder(head), now },
  } as const;
  const alone = new AbortController().signal;
  const end = await pool.do(task, createLend({ store }), alone, judging);
  if (end.kind !== 'lost') return resultOf(end, bounds);
  // Another attempt would end in the same way.
  const { message, hint } = lossProblem(end.loss, { ...bounds, time: judging });
  return fail({ code: 'branch-not-judged', message, ...(hint === undefined ? {} : { hint }) });
}

function resultOf<T>(end: TaskEnd, bounds: LossBounds): Result<T> {
  switch (end.kind) {
    case 'done':
      // `do-task.ts` made the value.
      return end.result as Result<T>;
    case 'broken':
      throw new Error(end.message);
    case 'given-up':
      return fail(givenUp);
    case 'lost':
      return fail(lossProblem(end.loss, bounds));
  }
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
  { installs, account }: ApartDeps,
  { stack, checkout }: Pick<StackRunInput, 'stack' | 'checkout'>,
): Promise<void> {
  if (account === undefined) return;
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
