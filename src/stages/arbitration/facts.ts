import type { ActorClass } from '../../model/actor.ts';
import type { Depth } from '../../model/depth.ts';
import type { HarmDimension } from '../../model/harm.ts';
import type { Purpose } from '../../model/intent.ts';
import type { Json } from '../../model/json.ts';

/**
 * What the rules of a policy look at: plain, named facts about one drift of one intent. A fact
 * that is not known is missing, and no condition on it holds.
 */
export interface Facts {
  readonly 'actor.class': ActorClass;
  /** As a person would name them, and the ARN without the session. */
  readonly 'actor.name': string;
  readonly 'actor.principal': string;
  /** The class rests on something that the caller cannot choose. */
  readonly 'actor.trusted': boolean;
  /** The account's root user. */
  readonly 'actor.root': boolean;
  /** One of the pipelines that deploy this code. */
  readonly 'actor.deployer': boolean;
  readonly 'intent.purpose': Purpose;
  readonly 'intent.confidence': number;
  /** Named by the caller, which proves nothing. */
  readonly 'intent.ticket'?: string | undefined;
  /** Declared beforehand. */
  readonly 'intent.announced': boolean;
  readonly 'intent.expired': boolean;
  /** Resource address, with instance key; Terraform type; attribute path without positions. */
  readonly 'change.address': string;
  readonly 'change.type': string;
  readonly 'change.field': string;
  /** `remove`: a part of a resource is gone, such as a rule of a group or a tag. */
  readonly 'change.kind': 'create' | 'delete' | 'modify' | 'remove';
  /** The code's value and the one that somebody wants; not there where there is none, or it is hidden. */
  readonly 'change.old'?: Json | undefined;
  readonly 'change.new'?: Json | undefined;
  /** What is newly open, and whom to: `tcp/22`, `udp/8000-8100`, `all`; CIDR blocks and groups. */
  readonly 'change.ports': readonly string[];
  readonly 'change.sources': readonly string[];
  /** Who may newly do something; actions that are newly allowed, and allowed no more. */
  readonly 'change.principals': readonly string[];
  readonly 'change.grants_added': readonly string[];
  readonly 'change.grants_removed': readonly string[];
  /** A part of another resource, such as a rule or an attachment: it holds nothing itself. */
  readonly 'change.part': boolean;
  /** The live value is known. */
  readonly 'change.known': boolean;
  /** Cloud and code agree. */
  readonly 'change.same': boolean;
  /** A field that scaling controllers move. */
  readonly 'change.scaled': boolean;
  readonly 'change.direction'?: 'raise' | 'lower' | undefined;
  /** A number went to zero. */
  readonly 'change.zero': boolean;
  /** Where the live value lies between the declared minimum and maximum, if both are known. */
  readonly 'change.bounds'?: 'inside' | 'outside' | undefined;
  /**
   * Whether it is less than what a controller has just needed of a field that it scales, and has not
   * declared to be more than will do; unknown where no controller has set it.
   */
  readonly 'change.floor'?: 'above' | 'below' | undefined;
  /** The code leaves the value to the provider. */
  readonly 'change.undeclared': boolean;
  /** The code has a change that was not applied yet. */
  readonly 'change.unapplied': boolean;
  /** The code has been set again since: what the change answered is not there any more. */
  readonly 'change.stale': boolean;
  /** Who the field is delegated to: the actor of the change, somebody else, or nobody. */
  readonly 'change.owner': 'self' | 'other' | 'nobody';
  /** A version that providers move on their own. */
  readonly 'change.version': boolean;
  /** Two automations undo each other. */
  readonly 'change.fight': boolean;
  /** How well the catalog knows what the calls behind it change. */
  readonly 'change.depth': Depth;
  /** The provider read this live value back. */
  readonly 'change.confirmed': boolean;
  /** The worst that it damages for certain, 1 to 5; 0 where nothing is known to be worse. */
  readonly 'harm.severity': number;
  /** Of the worst. */
  readonly 'harm.dimension'?: HarmDimension | undefined;
  /** `unclear`: nobody can tell from type and values which way it goes. */
  readonly 'harm.direction': 'weakens' | 'strengthens' | 'unclear' | 'none';
  /** The worst that it may damage, where that is unclear. */
  readonly 'harm.possible': number;
  /** The most that it makes better. */
  readonly 'harm.strengthens': number;
  readonly 'harm.security': number;
  readonly 'harm.durability': number;
  readonly 'harm.availability': number;
  readonly 'harm.routing': number;
  readonly 'harm.observability': number;
  readonly 'harm.cost': number;
  readonly 'harm.governance': number;
  /** New over old of what is paid, and which way it goes; unknown where no number is known. */
  readonly 'cost.factor'?: number | undefined;
  readonly 'cost.direction'?: 'higher' | 'lower' | undefined;
  /** What a month costs more (or less, below zero), by the prices of the settings. */
  readonly 'cost.monthly_change'?: number | undefined;
  /** ISO 4217. */
  readonly 'cost.currency'?: string | undefined;
  /** Somebody let this very change happen, and may let that much harm happen. */
  readonly approved: boolean;
  /** Of the approval that comes closest: who gave it, as the settings know them. */
  readonly 'approval.by'?: string | undefined;
  readonly 'approval.role'?: string | undefined;
  readonly 'approval.ticket'?: string | undefined;
  /** The worst that they may let happen. */
  readonly 'approval.carries'?: number | undefined;
  /** What it does not cover. */
  readonly 'approval.gap'?: string | undefined;
  /** ISO 8601 UTC: for `timestamp(context.now)`. */
  readonly 'context.now': string;
  readonly 'context.environment'?: string | undefined;
  /** True also when the environment is unknown. */
  readonly 'context.production': boolean;
  /** An incident covered the change: its hold still runs, or is over. */
  readonly 'context.incident': 'none' | 'open' | 'over';
  /** Made in a maintenance window. */
  readonly 'context.maintenance': boolean;
  readonly 'context.freeze': boolean;
}

export type FactName = keyof Facts;
