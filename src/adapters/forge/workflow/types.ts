import type { Result } from '../../../model/result.ts';

export interface WorkflowInputs {
  readonly stack: string;
  readonly intent: string;
  /** Terraform addresses, or names of objects, sorted. */
  readonly addresses: readonly string[];
}

export interface WorkflowRun {
  /** Name of the workflow file; unused on GitLab, which has one pipeline for each branch. */
  readonly file: string;
  /** Branch whose workflow is run. */
  readonly ref: string;
  readonly inputs: WorkflowInputs;
}

/** Starts workflows in the CI of a forge. A start that is requested twice happens twice. */
export interface Workflows {
  dispatch(run: WorkflowRun): Promise<Result<void>>;
}
