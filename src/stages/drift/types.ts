import type { ModuleStep } from '../../code/terraform/address.ts';
import type { LiveResource } from '../../code/terraform/run/live.ts';
import type { AdoptMode, CodeRun } from '../../model/adoption.ts';
import type { Drift, DriftValue, Reverted, Write } from '../../model/drift.ts';
import type { Effect, ResourceRef } from '../../model/effect.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import type { Disposition } from '../../model/trace.ts';
import type { ElementRule } from '../../providers/catalog/elements.ts';
import type { Estate } from '../../providers/catalog/types.ts';
import type { DriftJudgment } from './judge.ts';
import type { ValueHint } from './normalize.ts';

/** What the provider's schema says about a path. */
export interface AttributeHint extends ValueHint {
  /** The provider fills it in where the code sets nothing. */
  readonly computed?: boolean;
  /** Only the provider may set it: never drift. */
  readonly computedOnly?: boolean;
  readonly sensitive?: boolean;
  /** Whether a value of it may not be shown, though others may. */
  hides?(value: Json): boolean;
  /** The code may give the beginning of a version and mean every version that begins so. */
  readonly versionPrefix?: boolean;
  within?(step: string | number): AttributeHint | undefined;
}

/** How members of sets and repeated blocks are identified (`src/providers/catalog/elements.ts`). */
export interface Elements {
  elementRule(type: string, block: string): ElementRule | undefined;
  atomsOf(type: string, block: string, element: Json): readonly Json[];
}

export interface DeclaredValue {
  readonly value: DriftValue;
  readonly from: 'code' | 'state';
}

export interface NetDriftInput {
  /** In any order; repeated ones count once. */
  readonly effects: readonly Effect[];
  readonly estate: Pick<Estate, 'find'>;
  readonly elements: Elements;
  readonly adopt: AdoptMode;
  /** The code behind a created resource, by who made and changed it and by its tags. */
  codeBehind?(effects: readonly Effect[], attributes: JsonObject): CodeRun | undefined;
  /** The address of the managed resource that an effect on an unmanaged resource is about, by its names. */
  wholeOf?(effect: Effect): string | undefined;
  /**
   * The module in which something new that belongs to a resource is written; without it, the module
   * of the resource.
   */
  homeOf?(address: string): readonly ModuleStep[] | undefined;
  /** Whether an event lies where the code manages things: only there is everything adopted. */
  owns?(event: string): boolean;
  /** Whether code or state have a block of this address (no instance key): proposed ones must not repeat it. */
  isTaken(address: string): boolean;
  /** The value in the state; undefined where there is none. */
  baseline(address: string, path: AttributePath): Json | undefined;
  /**
   * What the state said of a field when its drift was first seen, for drifts that are open since
   * earlier runs: a state that was refreshed since says what drifted.
   */
  before?(address: string, path: AttributePath): DriftValue | undefined;
  /**
   * The value in the code. For an empty path: `absent` when the code does not declare the
   * resource, anything else when it does. `unknown` falls back to the state.
   */
  declared(address: string, path: AttributePath): DeclaredValue;
  hint(type: string, path: AttributePath): AttributeHint | undefined;
  /** True where the code marks what it computes as sensitive, whatever the provider says of it. */
  isSecret?(address: string, path: AttributePath): boolean;
  /** What the provider reads, by address, of the resources that were read back. */
  readonly live?: ReadonlyMap<string, ReadResource>;
  /**
   * True for what `lifecycle.ignore_changes` leaves to others, `delegated` when the code says to
   * whom and how far, and the change keeps to that; false when it does not.
   */
  ignored?(address: string, path: AttributePath, change: FieldChange): boolean | 'delegated';
}

/** A resource as the provider reads it. */
export interface ReadResource {
  readonly resource: LiveResource;
  /** The value at a path, as `baseline` would look it up. */
  at(path: AttributePath): Json | undefined;
}

/** What happened to one field: every write in fold order, and the value in the end. */
export interface FieldChange {
  readonly writes: readonly Write[];
  readonly live: DriftValue;
}

/** What one event came to on one resource. */
export interface EventOutcome {
  readonly disposition: Extract<
    Disposition,
    | 'drift'
    | 'redacted'
    | 'reverted'
    | 'superseded'
    | 'in-code'
    | 'unmanaged'
    | 'automation'
    | 'iac'
    | 'no-effect'
    | 'ignored'
  >;
  readonly address?: string;
  readonly because: string;
}

/** A resource that changed, but that neither state nor adoption knows. */
export interface Unmanaged {
  readonly resource: ResourceRef;
  /** Ids of the events, in fold order. */
  readonly evidence: readonly string[];
  readonly window: { readonly from: string; readonly to: string };
  readonly because: string;
  /** Address of the managed resource that it belongs to, where its names show one. */
  readonly on?: string;
  /** What became of it. */
  readonly what: 'made' | 'changed' | 'deleted';
}

/** A field that changed, or was read back, and that does not drift. */
export interface SettledField {
  readonly address: string;
  readonly path: AttributePath;
  /** `gone`: the code does not declare the resource any more. */
  readonly judgment: Exclude<DriftJudgment, 'drift' | 'redacted' | 'unexplained'> | 'gone';
  readonly live: DriftValue;
  /** The event that wrote the live value, where the log has one. */
  readonly event?: string;
}

export interface NetDriftResult {
  /** By address and path. */
  readonly drifts: readonly Drift[];
  readonly reverted: readonly Reverted[];
  /** By address and path. */
  readonly settled: readonly SettledField[];
  /** What the state said of each drift before anything happened, by id of the drift. */
  readonly origins: ReadonlyMap<string, DriftValue>;
  /** By address and path: what the provider reads and no event explains. */
  readonly unexplained: readonly Drift[];
  /** By address and path: what events set, or changed, and `ignored` leaves to others. */
  readonly left: readonly Drift[];
  readonly unmanaged: readonly Unmanaged[];
  /** By event id; for every event of the input at least one outcome, the weightiest first. */
  readonly perEvent: ReadonlyMap<string, readonly EventOutcome[]>;
}
