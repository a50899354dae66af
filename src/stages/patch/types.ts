import type { Creation } from '../../model/drift.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';

interface GoalBase {
  /** Id of the drift from which the goal was derived. */
  readonly drift: string;
  readonly address: string;
  /** Terraform resource type. */
  readonly type: string;
}

/** The attribute at `path` should have this value; null removes it from the code. */
export interface ValueGoal extends GoalBase {
  readonly kind: 'value';
  readonly path: AttributePath;
  readonly value: Json;
  /**
   * Parent blocks whose content changes with it. In a set, blocks are identified only by their
   * content.
   */
  readonly within?: readonly Rewritten[];
}

/** A member of the collection at `path` before and after the change. */
export interface Rewritten {
  readonly path: AttributePath;
  readonly from: JsonObject;
  readonly to: JsonObject;
}

/** A member should be in the collection at `path`, or should not. */
export interface ElementGoal extends GoalBase {
  readonly kind: 'element';
  readonly path: AttributePath;
  readonly action: 'add' | 'remove';
  readonly element: Json;
}

/** The code should declare this resource, which already exists. */
export interface CreateGoal extends GoalBase {
  readonly kind: 'create';
  readonly creation: Creation;
  /**
   * The resource is an instance of a block with others, which must then declare exactly the live
   * values.
   */
  readonly generated?: boolean;
  /** Address of the instance that it replaces, which has another key. */
  readonly replaces?: string;
  /** Terraform tracks the change of address by a `moved` block, without an import. */
  readonly moved?: boolean;
  /** The values of absent attributes of the type. */
  readonly defaults?: JsonObject;
}

/** The code should no longer declare this resource, which no longer exists. */
export interface DeleteGoal extends GoalBase {
  readonly kind: 'delete';
}

/** The attribute has another owner, so the code should leave it alone. */
export interface IgnoreGoal extends GoalBase {
  readonly kind: 'ignore';
  readonly path: AttributePath;
  /** Owner, bounds and expiry in one line, written as a comment. */
  readonly note: string;
  /** The existing comment that it replaces, as written in the code. */
  readonly instead?: string;
}

/** A delegation that Parley wrote has ended: the code should manage the attribute again. */
export interface UnignoreGoal extends GoalBase {
  readonly kind: 'unignore';
  /** The entry of `ignore_changes` and the comment on it, as written in the code. */
  readonly entry: string;
  readonly note: string;
}

export type Goal = ValueGoal | ElementGoal | CreateGoal | DeleteGoal | IgnoreGoal | UnignoreGoal;
