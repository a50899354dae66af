import { tmpdir } from 'node:os';
import type { RunGit } from '../../adapters/git/run.ts';
import { type BackendBlock, backendBlock } from '../../code/terraform/config/backend-block.ts';
import { loadConfiguration } from '../../code/terraform/config/load.ts';
import { followMoves } from '../../code/terraform/moves/follow.ts';
import { programProblem } from '../../code/terraform/program.ts';
import type { NamedStack } from '../../code/terraform/repository/types.ts';
import { type KeptCopy, keepCopy } from '../../code/terraform/run/kept-copy.ts';
import type { Permissions } from '../../code/terraform/run/permitted.ts';
import { sweepScratch } from '../../code/terraform/run/scratch/sweep.ts';
import { readPrices } from '../../config/prices.ts';
import type { ConfigFile } from '../../config/schema.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { Boundary } from '../../ports/boundary.ts';
import type { Io } from '../../ports/io.ts';
import type { ReusableRun } from '../../ports/store/reusable-run.ts';
import type { Advisor } from '../../reconcile/decide/advisor.ts';
import type { Judging, LogInput, PatchingInput, RunInput } from '../../reconcile/run-input.ts';
import type { CopyGround } from '../verify/copy-place.ts';
import { groundDigest } from './again/ground.ts';
import { type NotedBoundary, notedBoundary } from './again/noted-boundary.ts';
import { assembleInput, type RunSources } from './assemble-input.ts';
import type { AuditInput } from './audit-input.ts';
import { isBaselineDue } from './baseline.ts';
import { digested, readKeptState } from './kept-state.ts';
import { manifestSources } from './manifests.ts';
import type { RunOptions } from './options.ts';
import { choosePolicyFile, type PolicySource, policyNamed } from './policy.ts';
import { type Code, readCode } from './read-code.ts';
import type { Remembered } from './remembered.ts';
import type { RootWishes } from './root-wishes.ts';
import { loadShipped, type Shipped } from './shipped.ts';
import type { StateRead } from './state.ts';

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

/** Where a run's inputs come from: the project and store of a command, or the service's stack. */
export interface Ground {
  /** Folder of the root module, absolute. */
  readonly root: string;
  /** Top of the repository, absolute: roots in it may share modules. */
  readonly top: string;
  /** Set where nothing outside of the repository may be read. */
  readonly isClosed?: boolean;
  /** Known stacks of the repository, in addition to those that its settings name. */
  readonly stacks?: readonly NamedStack[];
  /** The changes that the other roots of the same command want. */
  readonly wishes?: readonly RootWishes[];
  /** Path of the root module as the settings of environments refer to it. */
  readonly path: string;
  readonly config: ConfigFile;
  readonly events: AuditInput;
  readonly state: (asked: StateAsked) => Promise<Result<StateRead>>;
  readonly remembered: () => Promise<Result<Remembered>>;
  /** Whether a run may repeat the result of the last one. */
  readonly isRepeatable?: boolean;
  readonly known: NonNullable<LogInput['known']>;
  /** The model, where the settings name one. */
  readonly advisor: () => Promise<Result<Advisor | undefined>>;
  readonly external: Pick<Judging, 'external'>;
  /** How many further places are tried for each patch. */
  readonly alternatives: number;
  /** File that keeps, between runs, where the resources of the state are in it. */
  readonly keptState?: string;
  /** Folder in which everything that Terraform installs for this root is kept between runs. */
  readonly installs?: string;
  /** Folder in which roots share the providers that Terraform installs. */
  readonly packages?: string;
  /** What Terraform may start for the code; defaults to whatever the code names. */
  readonly permissions?: Permissions;
  /** The place that a person picked for the edit. */
  readonly pick?: PatchingInput['pick'];
  readonly boundary?: Boundary;
  /** Starts git; defaults to a child of this process. */
  readonly runGit?: RunGit;
}

export interface StateAsked {
  /** False for a project without Terraform code. */
  readonly isNeeded: boolean;
  readonly workspace: string;
  readonly backend: () => BackendBlock | undefined;
}

/** The part of the composition root that commands and the service share. */
export async function composeInput(
  io: Io,
  options: RunOptions,
  ground: Ground,
  shipped: Shipped = loadShipped(),
): Promise<Result<Composed>> {
  const { root, config, boundary } = ground;
  const policy = await choosePolicyFile(root, policyNamed(io, options, config.policy), shipped);
  if (!policy.ok) return policy;
  const manifests = manifestSources(io, options, config);
  if (!manifests.ok) return manifests;
  const isPlain = manifests.value.length === 0;
  const code = await readCode(io, options, ground, isPlain);
  if (!code.ok) return code;
  const { product } = code.value.loadOptions;
  const terraform = { ...config.terraform, ...(product === undefined ? {} : { binary: product }) };
  const copied = {
    ...code.value.copied,
    ...installPlace(io, ground, terraform),
    ...(ground.permissions === undefined ? {} : { permissions: ground.permissions }),
  };
  const state = await readState(ground, code.value, isPlain);
  if (!state.ok) return fail(programProblem(product, state.error));
  const advisor = await ground.advisor();
  if (!advisor.ok) return advisor;
  const prices = await readPrices(root, config.prices);
  if (!prices.ok) return prices;
  const remembered = await ground.remembered();
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
    isBaseline: isBaselineDue(options, state.value.parsed, memory),
    ...{ terraform, copied, kept },
  });
  const { source: policySource } = policy.value;
  const stoodOn = { input, stateDigest: state.value.digest, policySource, config };
  const digest = ground.isRepeatable ? await groundDigest(io, options, stoodOn) : undefined;
  return ok({
    ...(digest === undefined ? {} : { ground: digest }),
    ...(basis === undefined ? {} : { basis }),
    ...(standing === undefined ? {} : { standing }),
    ...{ input, stateBytes: state.value.read.bytes, policySource, terraform, copied, kept },
    eventsTitle: ground.events.title,
    ...(boundary === undefined ? {} : { boundary: notedBoundary(boundary) }),
  });
}

/** The state, with the moves that the next apply makes. */
async function readState(
  ground: Ground,
  { tree, loadOptions, hasRoot }: Code,
  isPlain: boolean,
): Promise<Result<RunSources['state'] & { readonly digest: () => string }>> {
  const load = () => loadConfiguration(tree, loadOptions).configuration;
  const read = await ground.state({
    isNeeded: isPlain || hasRoot,
    workspace: loadOptions.workspace,
    backend: () => backendBlock(load()),
  });
  if (!read.ok) return read;
  const own = digested(read.value);
  const stored = await readKeptState(own, ground.keptState);
  if (!stored.ok) return stored;
  return ok({ read: read.value, parsed: followMoves(stored.value, load()), digest: own.digest });
}

function installPlace(
  io: Io,
  { installs, packages }: Ground,
  settings: ConfigFile['terraform'],
): Partial<Pick<CopyGround, 'installs'>> {
  const { binary } = settings;
  if (installs === undefined || binary === undefined) return {};
  const place = { folder: installs, day: io.now().slice(0, 10), product: binary };
  return { installs: packages === undefined ? place : { ...place, packages } };
}
