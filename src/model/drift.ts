import type { Actor } from './actor.ts';
import type { CostChange } from './cost.ts';
import type { Depth } from './depth.ts';
import type { Harm } from './harm.ts';
import type { Purpose } from './intent.ts';
import type { Json, JsonObject } from './json.ts';
import type { AttributePath } from './path.ts';

/** Side of a drift: a value, nothing there, or something Parley may not or cannot see. */
export type DriftValue =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'absent' }
  | { readonly kind: 'redacted' }
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * The net of all effects on one (address, path), where live differs from declared.
 * An empty path speaks of the resource itself, and `{}` then says that it exists: `declared`
 * absent means it was created out of band, `live` absent that it was deleted.
 */
export interface Drift {
  /** `d-` and 12 hex digits, from address, path and both values. */
  readonly id: string;
  /** Terraform resource address, instance key included; for a created one, the address proposed. */
  readonly address: string;
  /** Terraform resource type. */
  readonly type: string;
  readonly path: AttributePath;
  /** The code's value, evaluated; the state's where the code cannot be evaluated. */
  readonly declared: DriftValue;
  readonly declaredFrom: 'code' | 'state';
  readonly live: DriftValue;
  /** The value in the state, when it differs from both: code that was not applied yet. */
  readonly unapplied?: Json;
  /** Ids of the audit events, in fold order. */
  readonly evidence: readonly string[];
  /** `confirmed`: the provider reads this live value; `inferred`: only the log says so. */
  readonly basis: 'inferred' | 'confirmed';
  /** How well the catalog knows the calls behind it; `mapped` where it is left out. */
  readonly depth?: Exclude<Depth, 'mapped'>;
  /** What the log came to, where the provider reads another value: the live one wins. */
  readonly said?: DriftValue;
  /**
   * What a side or the path looks like, `a GitHub token`, where that is a credential: its values are
   * hidden, and what to make of it is a question.
   */
  readonly credential?: string;
  /** The code sets nothing and the provider fills it in: Terraform itself would not notice. */
  readonly undeclared?: boolean;
  /** The changes that led to the live value, in fold order: who fights with whom shows here. */
  readonly writes?: readonly Write[];
  /** What it damages and makes better, worst first; left out where nothing is known of either. */
  readonly harm?: readonly Harm[];
  /** What it does to the bill; left out where no number is known. */
  readonly cost?: CostChange;
  /** Set for a created resource: how to import it and what it belongs to. */
  readonly creation?: Creation;
}

/** One event that changed a value. */
export interface Write {
  readonly event: string;
  readonly time: string;
  /** The value afterwards. */
  readonly value: DriftValue;
}

export interface Creation {
  readonly attributes: JsonObject;
  /** Attributes that were set, but whose value the log masked or left out. */
  readonly withheld?: readonly string[];
  /** What to import it by; empty where the log does not say. */
  readonly importId: string;
  /** Address of the managed resource it belongs to. */
  readonly parent?: string;
  /** Set where it is reported, and never written into the code. */
  readonly unadopted?: Unadopted;
}

/** Why a resource that was made out of band is not taken into the code, whoever decides. */
export interface Unadopted {
  readonly rule: (typeof unadoptedRules)[number];
  /** A sentence. */
  readonly because: string;
}

export const unadoptedRules = [
  'adoption-off',
  /** It says who may do what: taken in where everything is. */
  'grants-access',
  'no-import-id',
  /** Other code made it: a CloudFormation stack, another Terraform run. */
  'other-code',
  /** Whoever deploys this code made it, and the state that was read does not have it. */
  'own-apply',
  'parent-not-adopted',
] as const;

/** How a change that did not last came to its end. */
export const endings = [
  /** The value is what it was before. */
  'put-back',
  /** Another value took its place, and the code says that one. */
  'in-code',
  /** Another value took its place, and that one is drift. */
  'overwritten',
  /** The resource went afterwards. */
  'deleted',
  /** It is still live as far as the log says, and the code has the resource no longer. */
  'undeclared',
  /** The provider reads what was there before, and no event shows who saw to that. */
  'refuted',
] as const;

export type Ending = (typeof endings)[number];

/**
 * A change that did not last: reported, never patched. What is optional is left out of reports of
 * earlier versions; who, what for and the sentence are added when the report is made.
 */
export interface Reverted {
  /** Of a resource that came and went, and never had an address: its type and what it is called. */
  readonly address: string;
  /** Terraform resource type, or group and kind of an object. */
  readonly type?: string;
  readonly path: AttributePath;
  /** Ids of all audit events that it follows from, in fold order. */
  readonly evidence: readonly string[];
  /** ISO 8601 UTC of the first change, and of what ended the last one. */
  readonly window: { readonly from: string; readonly to: string };
  readonly writes?: readonly Write[];
  /** Set where the provider, and not the log, says that nothing is left of it. */
  readonly because?: string;
  readonly ending?: Ending;
  /** The value before the first change. */
  readonly before?: DriftValue;
  /** Ids of the events after which it was otherwise; a part of `evidence`. */
  readonly changes?: readonly string[];
  /** Id of the event that ended it, where one is known. */
  readonly ended?: string;
  /**
   * How long it was otherwise, all times together, and where `summary` is about one of several values,
   * how long it had that one; left out where the end is unknown.
   */
  readonly durationMs?: number;
  /** How many times that was. */
  readonly times?: number;
  /** What a resource that came and went was made with, but for what the log hides. */
  readonly created?: JsonObject;
  /** Who changed it, each once, in order of their first change. */
  readonly changedBy?: readonly Actor[];
  readonly endedBy?: Actor;
  readonly purpose?: Purpose;
  /** What was done, of all changes the weightiest: `Opened port 22 (SSH) to everyone on security group web`. */
  readonly summary?: string;
  /** The whole of it: what was done, for how long, and how it ended. */
  readonly sentence?: string;
}

/** A difference that the provider reads and no event explains, while logs may still arrive. */
export interface Pending {
  readonly drift: Drift;
  /** ISO 8601 UTC: when it was first read, and until when an event may still explain it. */
  readonly firstSeen: string;
  readonly until: string;
  /** False where no store remembers it, so that it never stops to be pending. */
  readonly kept: boolean;
}
