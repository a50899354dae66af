import type { Problem, Result } from '../../../model/result.ts';
import type { Program } from '../program.ts';
import type { PlanDiagnostic } from './diagnostics.ts';
import type { TerraformPlan } from './plan.ts';
import type { PlanEvents } from './plan-events.ts';

export interface TerraformVersion {
  readonly product: Program;
  readonly version: string;
}

export interface InitOptions {
  /** Folder with unpacked providers to install from, instead of the registry. */
  readonly pluginDir?: string;
  /** False skips the backend, which is enough for `validate`. */
  readonly backend?: boolean;
}

export interface PlanOptions {
  /** Where the plan is saved, relative to the folder. */
  readonly out: string;
  /** Addresses to limit the plan to; their dependencies are included. */
  readonly targets?: readonly string[];
  /** If true, only compares the state with the cloud. */
  readonly refreshOnly?: boolean;
  /** If false, uses the state without querying the cloud. */
  readonly refresh?: boolean;
  /**
   * File for the generated configuration of imported resources that are not declared, relative to
   * the folder.
   */
  readonly generateConfig?: string;
  readonly varFiles?: readonly string[];
  readonly vars?: Readonly<Record<string, string>>;
  /** Number of resources requested concurrently. */
  readonly parallelism?: number;
  /** Called as soon as the program runs, for work that need not wait for its end. */
  readonly onStarted?: () => void;
}

export interface Planning extends PlanEvents {
  /** The result of `-detailed-exitcode`. */
  readonly changes: boolean;
}

export interface Refreshed {
  readonly errors: readonly PlanDiagnostic[];
  /** Set if the cloud equals the state, according to `-detailed-exitcode`. */
  readonly isSame?: true;
}

/** Runs Terraform or OpenTofu. Folders are those of root modules. */
export interface TerraformRunner {
  version(): Promise<Result<TerraformVersion>>;
  init(dir: string, options?: InitOptions): Promise<Result<void>>;
  /** Errors in the configuration; empty if it is valid. Needs `init`. */
  validate(dir: string): Promise<Result<readonly Problem[]>>;
  /** Saves a plan. */
  plan(dir: string, options: PlanOptions): Promise<Result<Planning>>;
  /**
   * Saves a plan that only compares the state with the cloud. Errors of single resources are
   * returned, and then there may be no plan.
   */
  refresh(dir: string, options: PlanOptions): Promise<Result<Refreshed>>;
  /** A saved plan, without sensitive values. */
  showPlan(dir: string, file: string): Promise<Result<TerraformPlan>>;
  /** Files that `fmt` would change, relative to the folder, sorted. */
  fmtCheck(dir: string): Promise<Result<readonly string[]>>;
}
