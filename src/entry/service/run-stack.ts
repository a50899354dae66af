import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunGit } from '../../adapters/git/run.ts';
import { policyDocument } from '../../app/receipt/policy-document.ts';
import { draftRun } from '../../app/receipt/run-receipts.ts';
import { type Composed, composeInput } from '../../app/run/compose-input.ts';
import { prove } from '../../app/run/deliver.ts';
import { keepKnowledge, operationsIssue } from '../../app/run/knowledge.ts';
import { type RunOptions, runOptions } from '../../app/run/options.ts';
import { policyFileName } from '../../app/run/policy.ts';
import { runRecord } from '../../app/run/run-record.ts';
import type { Shipped } from '../../app/run/shipped.ts';
import { shownRun } from '../../app/shown/shown-run.ts';
import { readConfig } from '../../config/read.ts';
import type { ConfigFile } from '../../config/schema.ts';
import type { Patch } from '../../model/patch.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { DeclaredResources } from '../../ports/boundary.ts';
import type { Checkout } from '../../ports/checkouts.ts';
import type { Io } from '../../ports/io.ts';
import type { RunStack, StackRun, StackRunInput } from '../../ports/stack-run.ts';
import type { IncidentLog } from '../../ports/store/service-store.ts';
import { withLifecycle } from '../../reconcile/report/lifecycle.ts';
import { run } from '../../reconcile/run.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import { sensitiveVariables } from '../../reconcile/shown/hide.ts';
import type { ExternalPolicyPort } from '../../stages/arbitration/external/types.ts';
import type { Model } from '../../stages/intent/llm/port.ts';
import { rulePlans } from './rule-plans.ts';
import { fileOutside, stackConfig } from './stack-config.ts';
import { stackEnvironment } from './stack-environment.ts';
import { stackGround } from './stack-ground.ts';

export interface RunStackDeps {
  /** Settings of the service, with the values of the environment. */
  readonly settings: ConfigFile;
  /** The same settings as written, with the names of variables that runs must not get. */
  readonly written: ConfigFile;
  /** Folder of the settings, absolute. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  /** Milliseconds; only differences are meaningful. */
  readonly elapsed: () => number;
  readonly incidents: Pick<IncidentLog, 'list'>;
  /** Folder in which everything that Terraform installs is kept between runs. */
  readonly installs?: string;
  /**
   * What ships with Parley, shared by the runs of this process; without it, each run loads its own.
   */
  readonly shipped?: Shipped;
  /** Starts git; defaults to a child of this process. */
  readonly runGit?: RunGit;
  /** Receives progress, a line at a time. */
  readonly onProgress?: (line: string) => void;
  /** Services that are reached through another process; defaults to those of this process. */
  readonly asked?: RunPorts;
}

/** Services that a run may ask, together with their keys. */
export interface RunPorts {
  readonly model?: Model;
  readonly external?: ExternalPolicyPort;
  readonly resources?: DeclaredResources;
}

/** Runs stacks, as `parley scan` does, with the data of the service. */
export function createRunStack(deps: RunStackDeps): RunStack {
  return async (input) => {
    try {
      const done = await runStack(deps, input);
      return done.ok ? done : fail(withoutFolder(done.error, input.checkout));
    } catch (error) {
      if (input.signal.aborted) return fail(givenUp);
      throw error;
    }
  };
}

async function runStack(deps: RunStackDeps, input: StackRunInput): Promise<Result<StackRun>> {
  const { stack, confirms } = input;
  const options = runOptions(
    { dir: '.' },
    { proof: { verify: stack.verify, baseline: 'first', confirm: confirms } },
  );
  const settled = await composeStack(deps, input, options);
  if (!settled.ok) return settled;
  try {
    return await runComposed(input, settled.value);
  } finally {
    await settled.value.composed.kept.dispose();
  }
}

/** The input of a run of the stack. Its copy of the code must be disposed of. */
export async function composeStack(
  deps: RunStackDeps,
  input: StackRunInput,
  options: RunOptions,
): Promise<Result<Settled>> {
  const { checkout } = input;
  const io = createRunIo(deps, checkout);
  const config = await configOf(deps, input);
  if (!config.ok) return config;
  // Terraform would run programs in there as installed providers. None may come from the
  // repository.
  await rm(join(checkout.root, '.terraform'), { recursive: true, force: true });
  const ground = await stackGround(io, input, deps, config.value);
  const composed = await composeInput(io, options, ground, deps.shipped);
  return composed.ok
    ? ok({ io, options, config: config.value, composed: composed.value })
    : composed;
}

interface Settled {
  readonly io: Io;
  readonly options: RunOptions;
  readonly config: ConfigFile;
  readonly composed: Composed;
}

async function runComposed(
  input: StackRunInput,
  { io, options, config, composed }: Settled,
): Promise<Result<StackRun>> {
  const { stack, checkout, answers, signal } = input;
  if (signal.aborted) return fail(givenUp);
  const { scopes } = stack;
  const { log, people } = composed.input;
  const result = await run({
    ...composed.input,
    log: { ...log, ...(scopes && { scopes }) },
    people: { ...people, answers },
  });
  if (!result.ok) return result;
  if (signal.aborted) return fail(givenUp);
  const proved = await prove(io, options, composed, result.value);
  if (!proved.ok) return proved;
  // Something that was requested could not be read, so the run must not appear to have found
  // nothing.
  const { result: judged } = proved.value;
  if (judged.unread !== undefined) return fail(judged.unread);
  const rules = await rulePlans({
    store: input.store,
    policy: composed.input.judging.policy,
    root: checkout.root,
    named: config.policy,
    now: io.now(),
  });
  const done = await finish(input, composed, judged, config.approvers);
  return ok(rules.length === 0 ? done : { ...done, rules });
}

async function finish(
  { store, checkout, hasReceipts }: StackRunInput,
  { input, policySource }: Composed,
  result: RunResult,
  approvers: ConfigFile['approvers'],
): Promise<StackRun> {
  const patched = result.patched.filter(({ patch }) => patch.verification.passed);
  const { schema } = input.providers;
  // A proposal reaches the code only with its merge, and takes effect then.
  const written: readonly Patch[] = [];
  const report = withLifecycle(result.report, written);
  await keepKnowledge(store, report);
  const { unexplained, evidence } = result;
  const { configuration } = result.original.evaluation;
  const names = { variables: sensitiveVariables(configuration), schema };
  const baseOf = async () => checkout.revision;
  const receipts =
    hasReceipts &&
    (await draftRun({ result, policy: policyDocument(policySource), baseOf }, hasReceipts));
  return {
    record: runRecord(input.earlier.isBaseline === true ? 'baseline' : 'scan', {
      report,
      written,
      schema,
      result,
    }),
    patched,
    evidence,
    shown: shownRun(patched, names, {
      ...{ policy: policyDocument(policySource), approvers },
      deployments: result.deployments,
    }),
    ...(unexplained === undefined ? {} : { unexplained }),
    ...(receipts === undefined ? {} : { receipts }),
  };
}

/** The environment of a command, for a run of the service. */
function createRunIo(deps: RunStackDeps, { root }: Checkout): Io {
  const { env, written, now, elapsed, onProgress = () => undefined } = deps;
  const io = quietIo({ env: stackEnvironment(env, written), now, elapsed, cwd: root });
  return { ...io, out: onProgress, err: onProgress };
}

/** The environment of a command that prints nothing. */
export function quietIo(own: Pick<Io, 'env' | 'now' | 'elapsed' | 'cwd'>): Io {
  const discard = () => undefined;
  return { ...own, out: discard, err: discard, columns: 100, color: false };
}

async function configOf(
  { settings, incidents }: RunStackDeps,
  { stack, checkout }: StackRunInput,
): Promise<Result<ConfigFile>> {
  const own = await readConfig(checkout.root, undefined, operationsIssue);
  if (!own.ok) return own;
  const config = stackConfig({
    own: own.value,
    service: settings,
    stack,
    hasPolicyFile: await isThere(join(checkout.root, policyFileName)),
    incidents: await incidents.list(stack.tenant),
  });
  const inside = fileOutside(config, checkout);
  return inside.ok ? ok(config) : inside;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

export const givenUp: Problem = {
  code: 'run-given-up',
  message: 'The run was ended before it was done.',
  hint: 'The scan is retried.',
};

/** Removes the folder of this run, which means nothing to people, from the texts of a problem. */
export function withoutFolder(problem: Problem, { top }: Pick<Checkout, 'top'>): Problem {
  const bare = (text: string) => text.replaceAll(`${top}/`, '').replaceAll(top, '.');
  const { message, place } = problem;
  return {
    ...problem,
    message: bare(message),
    ...(place === undefined ? {} : { place: { ...place, file: bare(place.file) } }),
  };
}
