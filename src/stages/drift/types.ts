import type { ModuleStep } from '../../code/terraform/address.ts';
import type { LiveResource } from '../../code/terraform/run/live.ts';
import type { AdoptMode, CodeApply } from '../../model/adoption.ts';
import type { Drift, DriftValue, Write } from '../../model/drift.ts';
import type { Effect, ResourceRef } from '../../model/effect.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import type { Reverted } from '../../model/reverted.ts';
import type { Disposition } from '../../model/trace.ts';
import type { ElementRule } from '../../providers/catalog/elements.ts';
import type { Estate } from '../../providers/catalog/types.ts';
import type { DriftJudgment } from './judge.ts';
import type { ValueHint } from './normalize.ts';
import type { ManagedResources } from './report.ts';
import type { StateOnlyValue } from './state-only.ts';

/** What the provider's schema says about a path. */
export interface AttributeHint extends ValueHint {
  /** The provider fills it in if the code sets nothing. */
  readonly computed?: boolean;
  /** Only the provider may set it, so it never drifts. */
  readonly computedOnly?: boolean;
  readonly sensitive?: boolean;
  /** Whether this value must not be shown, although other values of the attribute may be. */
  hides?(value: Json): boolean;
  /** The code may give the beginning of a version and mean every version that starts with it. */
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
  /** In any order; duplicates count once. */
  readonly effects: readonly Effect[];
  readonly estate: Pick<Estate, 'find'>;
  readonly elements: Elements;
  readonly adopt: AdoptMode;
  /**
   * The code behind a created resource, recognized by who created and changed it and by its tags.
   */
  codeBehind?(effects: readonly Effect[], attributes: JsonObject): CodeApply | undefined;
  /**
   * The managed resource that an unmanaged resource belongs to, found by the names in the effect.
   */
  wholeOf?(effect: Effect): string | undefined;
  /**
   * The module in which a new resource that belongs to this one is written. Defaults to the module
   * of this resource.
   */
  homeOf?(address: string): readonly ModuleStep[] | undefined;
  /**
   * Whether an event lies where the code manages resources. In mode `all`, adoption is limited to
   * these places.
   */
  owns?(event: string): boolean;
  /**
   * Whether the code or the state has a block with this address (without instance key), which a
   * proposed address must not repeat.
   */
  isTaken(address: string): boolean;
  /** The value in the state; undefined if there is none. */
  baseline(address: string, path: AttributePath): Json | undefined;
  /**
   * The state's value of a field when its drift was first seen, for drifts that earlier runs
   * left open. A state that was refreshed since contains the drifted value.
   */
  before?(address: string, path: AttributePath): DriftValue | undefined;
  /**
   * The value in the code. For an empty path: `absent` if the code does not declare the resource,
   * anything else if it does. `unknown` falls back to the state.
   */
  declared(address: string, path: AttributePath): DeclaredValue;
  hint(type: string, path: AttributePath): AttributeHint | undefined;
  /**
   * True where the code marks what it computes as sensitive, whatever the provider's schema says.
   */
  isSecret?(address: string, path: AttributePath): boolean;
  /** What the provider read, for each resource that was read back, by address. */
  readonly live?: ReadonlyMap<string, ReadResource>;
  /** The read behind `live` as an event of each place. */
  readonly reading?: ReadingEvents;
  /**
   * True for fields that `lifecycle.ignore_changes` leaves to others. `delegated` if the code names
   * an owner and limits and the change keeps to them; false if it does not.
   */
  ignored?(address: string, path: AttributePath, change: FieldChange): boolean | 'delegated';
}

export interface ReadingEvents {
  /** ISO 8601 UTC. */
  readonly at: string;
  /** The id of the event; undefined for a place of which none is kept. */
  eventOf(resource: ManagedResources, path: AttributePath): string | undefined;
}

export interface ReadResource {
  readonly resource: LiveResource;
  /** The value at a path, looked up like `baseline`. */
  at(path: AttributePath): Json | undefined;
}

/** What happened to one field: every write in fold order, and the final value. */
export interface FieldChange {
  readonly writes: readonly Write[];
  readonly live: DriftValue;
}

/** The outcome of one event on one resource. */
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

/** A resource that changed but is neither in the state nor adopted. */
export interface Unmanaged {
  readonly resource: ResourceRef;
  /** Ids of the events, in fold order. */
  readonly evidence: readonly string[];
  readonly window: { readonly from: string; readonly to: string };
  readonly because: string;
  /** Address of the managed resource that it belongs to, if its names show one. */
  readonly on?: string;
  readonly what: 'made' | 'changed' | 'deleted';
}

/** A field that was changed or read back and does not drift. */
export interface SettledField {
  readonly address: string;
  readonly path: AttributePath;
  /** `gone`: the code no longer declares the resource. */
  readonly judgment: Exclude<DriftJudgment, 'drift' | 'redacted' | 'unexplained'> | 'gone';
  /** Undefined for what is settled about the entire resource. */
  readonly declared?: DriftValue;
  readonly live: DriftValue;
  /** The event that wrote the live value, if it is in the log. */
  readonly event?: string;
}

export interface NetDriftResult {
  /** Sorted by address and path. */
  readonly drifts: readonly Drift[];
  readonly reverted: readonly Reverted[];
  /** Sorted by address and path. */
  readonly settled: readonly SettledField[];
  /** The value that the state had for each drift before anything happened, by id of the drift. */
  readonly origins: ReadonlyMap<string, DriftValue>;
  /** Differences that the provider reads and no event explains, sorted by address and path. */
  readonly unexplained: readonly Drift[];
  /** Values that events set and the state has, but not the code, sorted by address and path. */
  readonly stateOnly: readonly StateOnlyValue[];
  /** Fields that events wrote and that `ignored` leaves to others, sorted by address and path. */
  readonly left: readonly Drift[];
  readonly unmanaged: readonly Unmanaged[];
  /** By event id, with at least one outcome for every event of the input, weightiest first. */
  readonly perEvent: ReadonlyMap<string, readonly EventOutcome[]>;
}
