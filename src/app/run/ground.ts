import type { RunGit } from '../../adapters/git/run.ts';
import type { BackendBlock } from '../../code/terraform/config/backend-block.ts';
import type { NamedStack } from '../../code/terraform/repository/types.ts';
import type { Permissions } from '../../code/terraform/run/permitted.ts';
import type { ConfigFile } from '../../config/schema.ts';
import type { Result } from '../../model/result.ts';
import type { Boundary } from '../../ports/boundary.ts';
import type { Advisor } from '../../reconcile/decide/advisor.ts';
import type { Judging, LogInput, PatchingInput } from '../../reconcile/run-input.ts';
import type { AuditInput } from './audit-input.ts';
import type { Remembered } from './remembered.ts';
import type { RootWishes } from './root-wishes.ts';
import type { StateRead } from './state.ts';

/**
 * Where a run's inputs come from: the project and store of a command, or the service's stack. Its
 * parts are named after those of the input.
 */
export interface Ground {
  readonly config: ConfigFile;
  readonly code: CodeGround;
  readonly log: LogGround;
  readonly state: StateGround;
  readonly judging: JudgingGround;
  readonly patching: PatchingGround;
  readonly earlier: EarlierGround;
  readonly terraform: TerraformGround;
}

/** Where the code is, and what is beside it. */
interface CodeGround {
  /** Folder of the root module, absolute. */
  readonly root: string;
  /** Top of the repository, absolute: roots in it may share modules. */
  readonly top: string;
  /** Set where nothing outside of the repository may be read. */
  readonly isClosed?: boolean;
  /** Known stacks of the repository, in addition to those that its settings name. */
  readonly stacks?: readonly NamedStack[];
  /** Path of the root module as the settings of environments refer to it. */
  readonly path: string;
  /** The declared resources that code was generated from. */
  readonly boundary?: Boundary;
  /** Starts git; defaults to a child of this process. */
  readonly runGit?: RunGit;
}

interface LogGround {
  readonly events: AuditInput;
  readonly known: NonNullable<LogInput['known']>;
}

interface StateGround {
  readonly read: (asked: StateAsked) => Promise<Result<StateRead>>;
  /** File that keeps, between runs, where the resources of the state are in it. */
  readonly kept?: string;
}

interface StateAsked {
  /** False for a project without Terraform code. */
  readonly isNeeded: boolean;
  readonly workspace: string;
  readonly backend: () => BackendBlock | undefined;
}

/** Who is asked about intents, besides the policy. */
interface JudgingGround extends Pick<Judging, 'external'> {
  /** The model, where the settings name one. */
  readonly advisor: () => Promise<Result<Advisor | undefined>>;
}

interface PatchingGround extends Pick<PatchingInput, 'pick'> {
  /** How many further places are tried for each patch. */
  readonly alternatives: number;
  /** The changes that the other roots of the same command want. */
  readonly wishes?: readonly RootWishes[];
}

interface EarlierGround {
  readonly remembered: () => Promise<Result<Remembered>>;
  /** Whether a run may repeat the result of the last one. */
  readonly isRepeatable?: boolean;
}

/** What Terraform may use and start for the code. */
interface TerraformGround {
  /** Folder in which everything that it installs for this root is kept between runs. */
  readonly installs?: string;
  /** Folder in which roots share the providers that it installs. */
  readonly packages?: string;
  /** What it may start; defaults to whatever the code names. */
  readonly permissions?: Permissions;
}
