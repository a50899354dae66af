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

/** A stretch of time that concerns some resources; all of them when it names none. */
export interface TimeWindow {
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly from: string;
  /** Exclusive; without it, still open. */
  readonly to?: string;
  readonly environments?: readonly string[];
  /** Addresses, or beginnings of addresses up to a dot or bracket: `module.shop`. */
  readonly addresses?: readonly string[];
}

/** What a decision depends on besides intents and policy. All of it is input: decisions replay. */
export interface ArbitrationContext extends Clock {
  /** Incidents, with the time of the incident, not of its ticket. */
  readonly incidents: readonly TimeWindow[];
  readonly maintenance: readonly TimeWindow[];
  /** Times in which the code must not change. */
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
  /** What people said is to become of intents, one answer an intent at most. */
  readonly answers?: readonly GivenAnswer[];
  /** Who made an audit event: without it, fights between automations go unnoticed. */
  actorOf?(event: string): Actor | undefined;
  /** The code's value of a sibling attribute: without it, there are no bounds and no invariants. */
  declared?(address: string, path: AttributePath): Json | undefined;
  /** When the code last set a field (ISO 8601 UTC): without it, nothing is known to be stale. */
  declaredSince?(address: string, path: AttributePath): string | undefined;
  /** Limits of a scaled field that another resource sets, such as a scaling target. */
  limitsOf?(address: string, path: AttributePath): Bounds | undefined;
  /** Whom the code delegates a field to: without it, nobody owns anything. */
  ownerOf?(address: string, path: AttributePath): Owner | undefined;
  /**
   * When an earlier run first gave a field to a principal (ISO 8601 UTC): without it, the term of
   * a delegation counts from now.
   */
  grantedAt?(address: string, path: AttributePath, principal: string): string | undefined;
  /**
   * What a change damages, or makes better, on old and new value: without it, no change is known to
   * harm anything.
   */
  harmOf?(drift: Drift): HarmReading | undefined;
  /** Leave that people gave beforehand. */
  readonly approvals?: readonly Approval[];
  /** True where the order of members means nothing: without it, only equal lists are equal. */
  isUnordered?(type: string, path: AttributePath): boolean;
}

/** Whom a field is delegated to, within what and until when. */
export interface Owner {
  readonly principal: string;
  readonly name: string;
  readonly bounds?: Bounds;
  /** ISO 8601 UTC; from then on nobody owns it. */
  readonly expires?: string;
}

export interface Policy {
  /** `default`, `accept-all`, `observe`, or a file. */
  readonly name: string;
  readonly description: string;
  /** Strongest first. */
  readonly tiers: readonly string[];
  /** Rank of the declared code, which is an intent like any other. */
  readonly code: { readonly tier: string; readonly priority: number };
  readonly authority: Readonly<Partial<Record<ActorClass, number>>>;
  readonly rules: RuleSet;
  /** When no rule matches. */
  readonly fallback: RuleMatch;
  /** Whether min <= value <= max binds, and whether parts of one action share a verdict. */
  readonly invariants: boolean;
  readonly groups: boolean;
  /** Whether all who acted on a field count, or only who set what is live. */
  readonly parties: boolean;
  /**
   * How often a field changes hands between two automations, and within how many hours, until it
   * is a fight. Without it, nobody fights.
   */
  readonly contention?: { readonly turns: number; readonly withinHours: number };
  /** Names of environments that are not production. */
  readonly nonProduction: readonly string[];
  /** Longest time that a change is held after it was made, and after its incident ended. */
  readonly holdHours: number;
  readonly graceHours: number;
  readonly delegationDays: number;
  /** Nothing is deferred for longer than that; without it, for as long as the rule says. */
  readonly maxDeferDays?: number;
}
