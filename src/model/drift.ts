import type { Actor } from './actor.ts';
import type { CostChange } from './cost.ts';
import type { Coverage } from './coverage.ts';
import type { Harm } from './harm.ts';
import type { Purpose } from './intent.ts';
import type { Json, JsonObject } from './json.ts';
import type { AttributePath } from './path.ts';

/** One side of a drift: a value, no value, or something that Parley may not or cannot see. */
export type DriftValue =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'absent' }
  | { readonly kind: 'redacted' }
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * The net of all effects on one (address, path), where live differs from declared. An empty path
 * means the resource itself, and `{}` then means that it exists: if `declared` is absent, it was
 * created out of band, if `live` is absent, it was deleted.
 */
export interface Drift {
  /** `d-` and 12 hex digits, derived from address, path and both values. */
  readonly id: string;
  /**
   * The Terraform resource address, including the instance key; for a created resource, the
   * proposed address.
   */
  readonly address: string;
  /** The Terraform resource type. */
  readonly type: string;
  readonly path: AttributePath;
  /** The evaluated value in the code, or the state's if the code cannot be evaluated. */
  readonly declared: DriftValue;
  readonly declaredFrom: 'code' | 'state';
  readonly live: DriftValue;
  /** The value in the state, if it differs from both: code that was not applied yet. */
  readonly unapplied?: Json;
  /** The ids of the audit events, in fold order. */
  readonly evidence: readonly string[];
  /** `confirmed`: the provider reads this live value; `inferred`: only the log shows it. */
  readonly basis: 'inferred' | 'confirmed';
  /** How well the catalog understands the calls behind it. Defaults to `mapped`. */
  readonly coverage?: Exclude<Coverage, 'mapped'>;
  /**
   * The value according to the log, if the provider reads another one, which takes precedence as
   * live.
   */
  readonly loggedValue?: DriftValue;
  /**
   * The kind of credential in a side or in the path, such as `a GitHub token`. Its values are
   * hidden, and it becomes a question to a person.
   */
  readonly credential?: string;
  /** The code sets nothing and the provider fills it in, so Terraform itself would not notice. */
  readonly undeclared?: boolean;
  /**
   * The changes that led to the live value, in fold order, which show parties that overwrite each
   * other.
   */
  readonly writes?: readonly Write[];
  /** The harms and improvements, worst first; left out if none is known. */
  readonly harm?: readonly Harm[];
  /** The effect on the bill; left out if no number is known. */
  readonly cost?: CostChange;
  /** For a created resource: how to import it, and what it belongs to. */
  readonly creation?: Creation;
}

/** One event that changed a value. */
export interface Write {
  readonly event: string;
  readonly time: string;
  /** The value after the event. */
  readonly value: DriftValue;
}

export interface Creation {
  readonly attributes: JsonObject;
  /** Attributes that were set to a value that the log masked or left out. */
  readonly withheld?: readonly string[];
  /** The import id; empty if the log does not have it. */
  readonly importId: string;
  /** The address of the managed resource that it belongs to. */
  readonly parent?: string;
  /** Set if it is only reported, and never written to code. */
  readonly unadopted?: Unadopted;
}

/** Why a resource that was created out of band is not written to code, whatever the decision. */
export interface Unadopted {
  readonly rule: (typeof unadoptedRules)[number];
  /** The reason as a sentence. */
  readonly because: string;
}

export const unadoptedRules = [
  'adoption-off',
  /** It controls who may do what, so it is adopted only if everything is. */
  'grants-access',
  'no-import-id',
  /** Other code created it: a CloudFormation stack, or another Terraform run. */
  'other-code',
  /**
   * The identity that deploys this code created it, but the state that was read does not have it.
   */
  'own-apply',
  'parent-not-adopted',
] as const;

/** How a temporary change ended. */
export const endings = [
  /** The value was set back to the previous one. */
  'put-back',
  /** Another value replaced it, and the code has that value. */
  'in-code',
  /** Another value replaced it, and that value is drift. */
  'overwritten',
  /** The resource was deleted afterwards. */
  'deleted',
  /** According to the log it is still live, but the code no longer has the resource. */
  'undeclared',
  /** The provider reads the previous value, and no event shows who restored it. */
  'refuted',
] as const;

export type Ending = (typeof endings)[number];

/**
 * A temporary change, which is reported but never patched. Reports of earlier versions lack the
 * optional members. The actors, purpose and sentences are added when the report is made.
 */
export interface Reverted {
  /** For a resource that was created and deleted and never had an address: its type and name. */
  readonly address: string;
  /** The Terraform resource type, or the group and kind of an object. */
  readonly type?: string;
  readonly path: AttributePath;
  /** The ids of all audit events that it is based on, in fold order. */
  readonly evidence: readonly string[];
  /** The times of the first change and of the end of the last one, in ISO 8601 UTC. */
  readonly window: { readonly from: string; readonly to: string };
  readonly writes?: readonly Write[];
  /** Set if it is the provider, not the log, that shows that nothing is left of the change. */
  readonly because?: string;
  readonly ending?: Ending;
  /** The value before the first change. */
  readonly before?: DriftValue;
  /** The ids of the events after which the value differed; a part of `evidence`. */
  readonly changes?: readonly string[];
  /** The id of the event that ended it, if known. */
  readonly ended?: string;
  /**
   * How long the value differed, in total. If `summary` concerns one of several values, how long it
   * had that value. Left out if the end is unknown.
   */
  readonly durationMs?: number;
  /** How many times the value differed. */
  readonly times?: number;
  /** The attributes of a resource that was created and deleted, except those that the log hides. */
  readonly created?: JsonObject;
  /** Everyone who changed it, each once, in order of their first change. */
  readonly changedBy?: readonly Actor[];
  readonly endedBy?: Actor;
  readonly purpose?: Purpose;
  /**
   * What was done, by the most severe of the changes: `Opened port 22 (SSH) to everyone on security
   * group web`.
   */
  readonly summary?: string;
  /** The complete sentence: what was done, for how long, and how it ended. */
  readonly sentence?: string;
}

/**
 * A difference that the provider reads and that no event explains yet, while logs may still arrive.
 */
export interface Pending {
  readonly drift: Drift;
  /** When it was first read, and until when an event may still explain it, in ISO 8601 UTC. */
  readonly firstSeen: string;
  readonly until: string;
  /** False if no store remembers it, so that it stays pending in every run. */
  readonly kept: boolean;
}
