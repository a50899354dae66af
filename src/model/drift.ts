import type { Depth } from './depth.ts';
import type { Json, JsonObject } from './json.ts';
import type { AttributePath } from './path.ts';

/** Side of a drift: a value, nothing there, or something Parley may not or can not see. */
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
  /** `confirmed`: the provider reads this live value; `inferred`: the log alone tells it. */
  readonly basis: 'inferred' | 'confirmed';
  /** How well the catalog knows the calls behind it; `mapped` where it is left out. */
  readonly depth?: Exclude<Depth, 'mapped'>;
  /** What the log came to, where the provider reads another value: the live one wins. */
  readonly said?: DriftValue;
  /** The code sets nothing and the provider fills it in: Terraform itself would not notice. */
  readonly undeclared?: boolean;
  /** The changes that led to the live value, in fold order: who fights with whom shows here. */
  readonly writes?: readonly Write[];
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
  readonly importId: string;
  /** Address of the managed resource it belongs to. */
  readonly parent?: string;
}

/** Effects that cancelled out: reported, never patched. */
export interface Reverted {
  readonly address: string;
  readonly path: AttributePath;
  readonly evidence: readonly string[];
  /** ISO 8601 UTC of the first and the last event. */
  readonly window: { readonly from: string; readonly to: string };
  readonly writes?: readonly Write[];
  /** Set where the provider, and not the log, says that nothing is left of it. */
  readonly because?: string;
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
