import { tmpdir } from 'node:os';
import { backendBlock } from '../../code/terraform/config/backend-block.ts';
import { loadConfiguration } from '../../code/terraform/config/load.ts';
import { followMoves } from '../../code/terraform/moves/follow.ts';
import { programProblem } from '../../code/terraform/program.ts';
import { type KeptCopy, keepCopy } from '../../code/terraform/run/kept-copy.ts';
import { sweepScratch } from '../../code/terraform/run/scratch/sweep.ts';
import { readPrices } from '../../config/prices.ts';
import type { ConfigFile } from '../../config/schema.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { ReusableRun } from '../../ports/store/reusable-run.ts';
import type { RunInput } from '../../reconcile/run-input.ts';
import type { CopyGround } from '../verify/copy-place.ts';
import { groundDigest } from './again/ground.ts';
import { type NotedBoundary, notedBoundary } from './again/noted-boundary.ts';
import { assembleInput, type RunSources } from './assemble-input.ts';
import { isBaselineDue } from './baseline.ts';
import type { Ground } from './ground.ts';
import { digested, readKeptState } from './kept-state.ts';
import { manifestSources } from './manifests.ts';
import type { RunOptions } from './options.ts';
import { choosePolicyFile, type PolicySource, policyNamed } from './policy.ts';
import { type Code, readCode } from './read-code.ts';
import { loadShipped, type Shipped } from './shipped.ts';

/** The input of a run, and the bytes of the state that it came from. */
export interface Composed {
  readonly input: RunInput;
  readonly stateBytes: Uint8Array;
  /** Where the policy of the run comes from. */
  readonly policySource: PolicySource;
  /** How Terraform is run. */
  readonly terraform: ConfigFile['terraform'];
  /** A description of the origin of the records, for people. */
  readonly eventsTitle: string;
  /** The project that Terraform gets a copy of. */
  readonly copied: CopyGround;
  /** That copy, which must be disposed of when the run has ended. */
  readonly kept: KeptCopy;
  /**
   * Digest of the run's inputs (`groundDigest`), where a later run may repeat this one's result.
   */
  readonly ground?: string;
  /** State of the store when it was read, where a later run may repeat this one's result. */
  readonly basis?: string;
  /**
   * The result of an earlier run to repeat: the input then lacks the memory, which is read where
   * needed.
   */
  readonly standing?: ReusableRun;
  /** The declared resources that code was generated from; left out where unknown. */
  readonly boundary?: NotedBoundary;
}

/** The part of the composition root that commands and the service share. */
export async function composeInput(
  io: Io,
  options: RunOptions,
  ground: Ground,
  shipped: Shipped = loadShipped(),
): Promise<Result<Composed>> {
  const { config } = ground;
  const { root, boundary } = ground.code;
  const policy = await choosePolicyFile(
    root,
    policyNamed(io, options.judging, config.policy),
    shipped,
  );
  if (!policy.ok) return policy;
  const manifests = manifestSources(io, options.project, config);
  if (!manifests.ok) return manifests;
  const isPlain = manifests.value.length === 0;
  const code = await readCode(io, options.project, ground, isPlain);
  if (!code.ok) return code;
  const { product } = code.value.loadOptions;
  const terraform = { ...config.terraform, ...(product === undefined ? {} : { binary: product }) };
  const { permissions } = ground.terraform;
  const copied = {
    ...code.value.copied,
    ...installPlace(io, ground, terraform),
    ...(permissions === undefined ? {} : { permissions }),
  };
  const state = await readState(ground, code.value, isPlain);
  if (!state.ok) return fail(programProblem(product, state.error));
  const advisor = await ground.judging.advisor();
  if (!advisor.ok) return advisor;
  const prices = await readPrices(root, config.prices);
  if (!prices.ok) return prices;
  const remembered = await ground.earlier.remembered();
  if (!remembered.ok) return remembered;
  const { memory, standing, basis } = remembered.value;
  await sweepScratch(tmpdir());
  const kept = keepCopy();
  const input = assembleInput(io, options, ground, {
    ...{ shipped, policy: policy.value, manifests: manifests.value, code: code.value },
    state: state.value,
    advisor: advisor.value,
    prices: prices.value,
    remembered: remembered.value,
    isBaseline: isBaselineDue(options.proof, state.value.parsed, memory),
    ...{ terraform, copied, kept },
  });
  const { source: policySource } = policy.value;
  const stoodOn = { input, stateDigest: state.value.digest, policySource, config };
  const digest = ground.earlier.isRepeatable ? await groundDigest(io, options, stoodOn) : undefined;
  return ok({
    ...(digest === undefined ? {} : { ground: digest }),
    ...(basis === undefined ? {} : { basis }),
    ...(standing === undefined ? {} : { standing }),
    ...{ input, stateBytes: state.value.read.bytes, policySource, terraform, copied, kept },
    eventsTitle: ground.log.events.title,
    ...(boundary === undefined ? {} : { boundary: notedBoundary(boundary) }),
  });
}

/** The state, with the moves that the next apply makes. */
async function readState(
  { state }: Ground,
  { tree, loadOptions, hasRoot }: Code,
  isPlain: boolean,
): Promise<Result<RunSources['state'] & { readonly digest: () => string }>> {
  const load = () => loadConfiguration(tree, loadOptions).configuration;
  const read = await state.read({
    isNeeded: isPlain || hasRoot,
    workspace: loadOptions.workspace,
    backend: () => backendBlock(load()),
  });
  if (!read.ok) return read;
  const own = digested(read.value);
  const stored = await readKeptState(own, state.kept);
  if (!stored.ok) return stored;
  return ok({ read: read.value, parsed: followMoves(stored.value, load()), digest: own.digest });
}

function installPlace(
  io: Io,
  { terraform: { installs, packages } }: Ground,
  settings: ConfigFile['terraform'],
): Partial<Pick<CopyGround, 'installs'>> {
  const { binary } = settings;
  if (installs === undefined || binary === undefined) return {};
  const place = { folder: installs, day: io.now().slice(0, 10), product: binary };
  return { installs: packages === undefined ? place : { ...place, packages } };
}
