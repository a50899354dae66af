import type { HclInput } from '../../code/hcl/edit/types.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import type { Candidate, FileEdit, Impact, Refusal } from '../../model/patch.ts';
import type { Judges } from './attempt.ts';
import type { Project } from './terraform/types.ts';
import type { Goal } from './types.ts';
import type { SecondOpinion } from './verify.ts';

/** What the search for edits asks of the rest of Parley. */
export interface Tools extends Judges {
  readonly secondOpinion: SecondOpinion;
  /** What absent attributes of a resource type mean, as far as it is known. */
  readonly defaultsOf: (type: string) => JsonObject;
  /** How a value is written at a goal's place: a reference where the code has one. */
  readonly write: (project: Project, goal: Goal, attribute: string, value: Json) => HclInput;
}

export interface RefusedGoal {
  readonly goal: Goal;
  readonly refusal: Refusal;
  readonly candidates: readonly Candidate[];
  /** Other goals that are refused for the same reason. */
  readonly together?: readonly Goal[];
}

/** What became of the goals: a verified patch for those that can be reached, reasons for the rest. */
export interface Synthesis {
  readonly reached: readonly Goal[];
  readonly refused: readonly RefusedGoal[];
  /** The project with the patch applied; the one given when nothing could be done. */
  readonly project: Project;
  /** Edits on the tree that was given. */
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
