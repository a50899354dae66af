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
  /** False leaves the backend alone: enough for `validate`. */
  readonly backend?: boolean;
}

export interface PlanOptions {
  /** Where the plan is saved, relative to the folder. */
  readonly out: string;
  /** Addresses to limit the plan to; what they depend on comes along. */
  readonly targets?: readonly string[];
  /** Compare the state with the cloud only. */
  readonly refreshOnly?: boolean;
  /** False trusts the state instead of asking the cloud. */
  readonly refresh?: boolean;
  /** File for the configuration of what is imported and not declared, relative to the folder. */
  readonly generateConfig?: string;
  readonly varFiles?: readonly string[];
  readonly vars?: Readonly<Record<string, string>>;
  /** Resources that are requested at a time. */
  readonly parallelism?: number;
  /** Called when the program runs, for work that need not wait for it. */
  readonly onStarted?: () => void;
}

export interface Planning extends PlanEvents {
  /** What `-detailed-exitcode` says. */
  readonly changes: boolean;
}

export interface Refreshed {
  readonly errors: readonly PlanDiagnostic[];
  /** Terraform says that the cloud is as the state has it, by `-detailed-exitcode`. */
  readonly isSame?: true;
}

/** Terraform or OpenTofu as a tool. A folder is that of a root module. */
export interface TerraformRunner {
  version(): Promise<Result<TerraformVersion>>;
  init(dir: string, options?: InitOptions): Promise<Result<void>>;
  /** What the configuration has wrong; empty when it is valid. Needs `init`. */
  validate(dir: string): Promise<Result<readonly Problem[]>>;
  /** Saves a plan. */
  plan(dir: string, options: PlanOptions): Promise<Result<Planning>>;
  /**
   * Saves a plan that compares the state with the cloud only. Errors of single resources are reported,
   * and then there may be no plan.
   */
  refresh(dir: string, options: PlanOptions): Promise<Result<Refreshed>>;
  /** A saved plan, without sensitive values. */
  showPlan(dir: string, file: string): Promise<Result<TerraformPlan>>;
  /** Files that `fmt` would change, relative to the folder, sorted. */
  fmtCheck(dir: string): Promise<Result<readonly string[]>>;
}
