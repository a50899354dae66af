import type { Actor, ActorClass } from '../../model/actor.ts';
import type { Approval } from '../../model/approval.ts';
import type { Bounds } from '../../model/bounds.ts';
import type { Drift } from '../../model/drift.ts';
import type { HarmReading } from '../../model/harm.ts';
import type { Intent } from '../../model/intent.ts';
import type { Json } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import type { GivenAnswer } from './answer/types.ts';
import type { RuleMatch, RuleSet } from './rules/types.ts';
import type { Clock } from './time/clock.ts';

/** A period that applies to some resources, or to all if it names none. */
export interface TimeWindow {
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly from: string;
  /** Exclusive; undefined while the period is still open. */
  readonly to?: string;
  readonly environments?: readonly string[];
  /** Addresses, or prefixes of addresses that end at a dot or bracket: `module.shop`. */
  readonly addresses?: readonly string[];
}

/**
 * What a decision depends on apart from intents and policy. All of it is input, so decisions can be
 * replayed.
 */
export interface ArbitrationContext extends Clock {
  /** Incidents, with the time of the incident and not of its ticket. */
  readonly incidents: readonly TimeWindow[];
  readonly maintenance: readonly TimeWindow[];
  /** Periods in which the code must not change. */
  readonly freezes: readonly TimeWindow[];
  /** Principals (ARNs) of the pipelines that deploy this code. */
  readonly deployers: readonly string[];
  environmentOf(address: string): string | undefined;
}

export interface DecideInput {
  readonly intents: readonly Intent[];
  readonly drifts: readonly Drift[];
  readonly policy: Policy;
  readonly context: ArbitrationContext;
  /** People's answers about intents, at most one for each drift of an intent. */
  readonly answers?: readonly GivenAnswer[];
  /** The actor behind an audit event. Without it, contention goes unnoticed. */
  actorOf?(event: string): Actor | undefined;
  /** The code's value of an attribute. Without it, there are no bounds and no invariants. */
  declared?(address: string, path: AttributePath): Json | undefined;
  /** When the code last set a field (ISO 8601 UTC). Without it, no change counts as stale. */
  declaredSince?(address: string, path: AttributePath): string | undefined;
  /** Limits of a scaled field that another resource sets, such as a scaling target. */
  limitsOf?(address: string, path: AttributePath): Bounds | undefined;
  /** The owner to whom the code delegates a field. Without it, no field is delegated. */
  ownerOf?(address: string, path: AttributePath): Owner | undefined;
  /**
   * When an earlier run first delegated a field to a principal (ISO 8601 UTC). Without it, the term
   * of a delegation counts from now.
   */
  grantedAt?(address: string, path: AttributePath, principal: string): string | undefined;
  /**
   * What a change damages or improves, judged by its old and new value. Without it, no change is
   * known to do harm.
   */
  harmOf?(drift: Drift): HarmReading | undefined;
  /** Approvals that people gave beforehand. */
  readonly approvals?: readonly Approval[];
  /**
   * True where the order of members has no meaning. Without it, only lists in the same order are
   * equal.
   */
  isUnordered?(type: string, path: AttributePath): boolean;
}

/** To whom a field is delegated, within which bounds and until when. */
export interface Owner {
  readonly principal: string;
  readonly name: string;
  readonly bounds?: Bounds;
  /** ISO 8601 UTC. From then on the field has no owner. */
  readonly expires?: string;
}

export interface Policy {
  /** `default`, `accept-all`, `observe`, or the name of a file. */
  readonly name: string;
  readonly description: string;
  /** Strongest first. */
  readonly tiers: readonly string[];
  /** Rank of the declared code, which competes like any other intent. */
  readonly code: { readonly tier: string; readonly priority: number };
  readonly authority: Readonly<Partial<Record<ActorClass, number>>>;
  readonly rules: RuleSet;
  /** Decides when no rule matches. */
  readonly fallback: RuleMatch;
  /** Whether min <= value <= max is enforced, and whether parts of one action share a verdict. */
  readonly invariants: boolean;
  readonly groups: boolean;
  /** Whether all parties that acted on a field count, or only the one that set the live value. */
  readonly parties: boolean;
  /**
   * How often a field has to change hands between two automations, and within how many hours, to
   * count as contention. Without it, nothing counts as one.
   */
  readonly contention?: { readonly turns: number; readonly withinHours: number };
  /** Names of environments that are not production. */
  readonly nonProduction: readonly string[];
  /**
   * The longest time for which a change is held: after the change was made, and after its incident
   * ended.
   */
  readonly holdHours: number;
  readonly graceHours: number;
  readonly delegationDays: number;
  /** The longest deferral. Without it, a deferral lasts as long as the rule says. */
  readonly maxDeferDays?: number;
}
