import type { Actor, ActorClass } from '../model/actor.ts';
import type { Outcome } from '../model/decision.ts';
import type { Drift } from '../model/drift.ts';
import type { Intent, Purpose } from '../model/intent.ts';
import type { Json } from '../model/json.ts';
import type { AttributePath } from '../model/path.ts';

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
export interface ArbitrationContext {
  /** ISO 8601 UTC. */
  readonly now: string;
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
  /** Who made an audit event: without it, fights between automations go unnoticed. */
  actorOf?(event: string): Actor | undefined;
  /** The code's value of a sibling attribute: without it, there are no bounds and no invariants. */
  declared?(address: string, path: AttributePath): Json | undefined;
}

/**
 * What the rules of a policy look at: plain, named facts about one drift of one intent. A fact
 * that is not known is missing, and no condition on it holds.
 */
export interface Facts {
  readonly 'actor.class': ActorClass;
  /** The class rests on something that the caller cannot choose. */
  readonly 'actor.trusted': boolean;
  /** The account's root user. */
  readonly 'actor.root': boolean;
  /** One of the pipelines that deploy this code. */
  readonly 'actor.deployer': boolean;
  readonly 'intent.purpose': Purpose;
  readonly 'intent.confidence': number;
  /** Declared beforehand. */
  readonly 'intent.announced': boolean;
  readonly 'intent.expired': boolean;
  readonly 'change.kind': 'create' | 'delete' | 'modify';
  /** A part of another resource, such as a rule or an attachment: it holds nothing itself. */
  readonly 'change.part': boolean;
  /** The live value is known. */
  readonly 'change.known': boolean;
  /** Cloud and code agree. */
  readonly 'change.same': boolean;
  /** A field that scaling controllers move. */
  readonly 'change.scaled': boolean;
  readonly 'change.direction'?: 'raise' | 'lower';
  /** A number went to zero. */
  readonly 'change.zero': boolean;
  /** Where the live value lies between the declared minimum and maximum, if both are known. */
  readonly 'change.bounds'?: 'inside' | 'outside';
  /** The code leaves the value to the provider. */
  readonly 'change.undeclared': boolean;
  /** The code has a change that was not applied yet. */
  readonly 'change.unapplied': boolean;
  /** A version that providers move on their own. */
  readonly 'change.version': boolean;
  /** Two automations undo each other. */
  readonly 'change.fight': boolean;
  readonly 'context.environment'?: string;
  /** True also when the environment is unknown. */
  readonly 'context.production': boolean;
  /** An incident covered the change: its hold still runs, or is over. */
  readonly 'context.incident': 'none' | 'open' | 'over';
  /** Made in a maintenance window. */
  readonly 'context.maintenance': boolean;
  readonly 'context.freeze': boolean;
}

export type FactName = keyof Facts;

/** One comparison of a fact; data, so that it can be shown, tested and replaced by CEL later. */
export type Condition =
  | { readonly fact: FactName; readonly is: readonly (string | boolean)[] }
  | { readonly fact: FactName; readonly not: readonly (string | boolean)[] }
  | { readonly fact: FactName; readonly atLeast: number };

export interface Rule {
  readonly id: string;
  readonly description: string;
  /** One of the policy's tiers. */
  readonly tier: string;
  readonly priority: number;
  /** All must hold. */
  readonly when: readonly Condition[];
  readonly then: Consequence;
}

export interface Consequence {
  readonly outcome: Outcome;
  /** One sentence; `{actor}`, `{field}`, `{declared}` and the like are filled in. */
  readonly because: string;
  /** What ends the verdict: the incident's hold, the freeze, or the term of a delegation. */
  readonly expires?: 'hold' | 'freeze' | 'term';
  /** The owner may move within the resource's minimum and maximum. */
  readonly bounded?: boolean;
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
  readonly rules: readonly Rule[];
  /** When no rule matches. */
  readonly fallback: Rule;
  /** Whether min <= value <= max binds, and whether parts of one action share a verdict. */
  readonly invariants: boolean;
  readonly groups: boolean;
  /** Names of environments that are not production. */
  readonly nonProduction: readonly string[];
  /** Longest time that a change is held after it was made, and after its incident ended. */
  readonly holdHours: number;
  readonly graceHours: number;
  readonly delegationDays: number;
}
