import type { Result } from '../../../model/result.ts';

/** The inputs of a workflow. */
export interface WorkflowInputs {
  readonly stack: string;
  readonly intent: string;
  /** Terraform addresses, or names of objects, sorted. */
  readonly addresses: readonly string[];
}

export interface WorkflowRun {
  /** Name of the workflow file; GitLab has one pipeline a branch. */
  readonly file: string;
  /** Branch whose workflow it is. */
  readonly ref: string;
  readonly inputs: WorkflowInputs;
}

/** Starts what the CI of a forge runs. A start that was requested twice happens twice. */
export interface Workflows {
  dispatch(run: WorkflowRun): Promise<Result<void>>;
}
