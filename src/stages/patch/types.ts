import type { Creation } from '../../model/drift.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';

interface GoalBase {
  /** Id of the drift it comes from. */
  readonly drift: string;
  readonly address: string;
  /** Terraform resource type. */
  readonly type: string;
}

/** The attribute at `path` should have this value; null takes it out of the code. */
export interface ValueGoal extends GoalBase {
  readonly kind: 'value';
  readonly path: AttributePath;
  readonly value: Json;
  /** Blocks on the way whose content changes with it: a set knows them by nothing else. */
  readonly within?: readonly Rewritten[];
}

/** A member of the collection at `path` before and after. */
export interface Rewritten {
  readonly path: AttributePath;
  readonly from: JsonObject;
  readonly to: JsonObject;
}

/** A member should be in, or out of, the collection at `path`. */
export interface ElementGoal extends GoalBase {
  readonly kind: 'element';
  readonly path: AttributePath;
  readonly action: 'add' | 'remove';
  readonly element: Json;
}

/** The code should declare this resource, which exists already. */
export interface CreateGoal extends GoalBase {
  readonly kind: 'create';
  readonly creation: Creation;
  /** It is an instance of a block with others, which must then say exactly what is live. */
  readonly generated?: boolean;
  /** It is the instance that stood at this address, under another key. */
  readonly replaces?: string;
  /** Terraform follows it by a `moved` block, without an import. */
  readonly moved?: boolean;
  /** What absent attributes of the type mean. */
  readonly defaults?: JsonObject;
}

/** The code should no longer declare this resource, which is gone. */
export interface DeleteGoal extends GoalBase {
  readonly kind: 'delete';
}

/** Somebody else owns the attribute: the code should let it be. */
export interface IgnoreGoal extends GoalBase {
  readonly kind: 'ignore';
  readonly path: AttributePath;
  /** Owner, bounds and expiry in a line, written as a comment. */
  readonly note: string;
  /** The comment that it stands in the place of, as it is in the code. */
  readonly instead?: string;
}

/** A rule that Parley wrote no longer holds: the code should speak for the attribute again. */
export interface UnignoreGoal extends GoalBase {
  readonly kind: 'unignore';
  /** The entry of `ignore_changes` and the comment on it, as they stand in the code. */
  readonly entry: string;
  readonly note: string;
}

export type Goal = ValueGoal | ElementGoal | CreateGoal | DeleteGoal | IgnoreGoal | UnignoreGoal;
