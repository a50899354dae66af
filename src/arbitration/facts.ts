import type { ActorClass } from '../model/actor.ts';
import type { Depth } from '../model/depth.ts';
import type { Purpose } from '../model/intent.ts';

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
  readonly 'change.kind': 'create' | 'delete' | 'modify';
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
