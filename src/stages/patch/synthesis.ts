import type { Candidate, FileEdit, Impact, Refusal } from '../../model/patch.ts';
import type { EditableCode } from './code-base.ts';
import type { Goal } from './types.ts';

export interface RefusedGoal {
  readonly goal: Goal;
  readonly refusal: Refusal;
  readonly candidates: readonly Candidate[];
  /** Other goals that are refused for the same reason. */
  readonly together?: readonly Goal[];
}

/**
 * The result for the goals: a verified patch for those that can be reached, reasons for the rest.
 */
export interface Synthesis<C extends EditableCode> {
  readonly reached: readonly Goal[];
  readonly refused: readonly RefusedGoal[];
  /** The code with the patch applied; unchanged if nothing could be done. */
  readonly code: C;
  /** Edits of the given tree. */
  readonly files: readonly FileEdit[];
  /** Places edited: `terraform.tfvars:4 (web.desired)`. */
  readonly sites: readonly string[];
  readonly radius: readonly Impact[];
  readonly candidates: readonly Candidate[];
  readonly verification: {
    level: 'parse' | 'scope' | 'evaluate';
    passed: boolean;
    notes: readonly string[];
  };
}
