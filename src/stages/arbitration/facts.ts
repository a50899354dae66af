import type { ActorClass } from '../../model/actor.ts';
import type { Coverage } from '../../model/coverage.ts';
import type { HarmDimension } from '../../model/harm.ts';
import type { Purpose } from '../../model/intent.ts';
import type { Json } from '../../model/json.ts';

/**
 * The named facts about one drift of one intent that the rules of a policy consult. An unknown fact
 * is missing, and no condition on it holds.
 */
export interface Facts {
  readonly 'actor.class': ActorClass;
  /** The name that a person would use, and the ARN without the session. */
  readonly 'actor.name': string;
  readonly 'actor.principal': string;
  /** True when the class is based on something that the caller cannot choose. */
  readonly 'actor.trusted': boolean;
  /** True if a record of the log names the actor, and not only a read-back shows the change. */
  readonly 'actor.recorded': boolean;
  /** True for the account's root user. */
  readonly 'actor.root': boolean;
  /** True for a pipeline that deploys this code. */
  readonly 'actor.deployer': boolean;
  readonly 'intent.purpose': Purpose;
  readonly 'intent.confidence': number;
  /** Named by the caller, so it proves nothing. */
  readonly 'intent.ticket'?: string | undefined;
  /** True when the change was declared beforehand. */
  readonly 'intent.announced': boolean;
  readonly 'intent.expired': boolean;
  /** Resource address with instance key, Terraform type, and attribute path without positions. */
  readonly 'change.address': string;
  readonly 'change.type': string;
  readonly 'change.field': string;
  /** `remove`: a part of a resource is gone, such as a rule of a group or a tag. */
  readonly 'change.kind': 'create' | 'delete' | 'modify' | 'remove';
  /** The value in the code and the wanted value; missing if there is none or it is hidden. */
  readonly 'change.old'?: Json | undefined;
  readonly 'change.new'?: Json | undefined;
  /** Newly open ports and sources: `tcp/22`, `udp/8000-8100`, `all`; CIDR blocks and groups. */
  readonly 'change.ports': readonly string[];
  readonly 'change.sources': readonly string[];
  /** Principals with new permissions; actions that are newly allowed or no longer allowed. */
  readonly 'change.principals': readonly string[];
  readonly 'change.grants_added': readonly string[];
  readonly 'change.grants_removed': readonly string[];
  /**
   * True for a part of another resource, such as a rule or an attachment, which holds no data
   * itself.
   */
  readonly 'change.part': boolean;
  /** True when the live value is known. */
  readonly 'change.known': boolean;
  /** True when cloud and code agree. */
  readonly 'change.same': boolean;
  /** True for a field that scaling controllers change. */
  readonly 'change.scaled': boolean;
  readonly 'change.direction'?: 'raise' | 'lower' | undefined;
  /** True when a number became zero. */
  readonly 'change.zero': boolean;
  /**
   * Whether the live value lies within the declared minimum and maximum, as far as those are known.
   */
  readonly 'change.bounds'?: 'inside' | 'outside' | undefined;
  /**
   * Whether the value is below what a controller has recently needed of a field that it scales,
   * unless the controller declared that less is enough. Missing if no controller has set the field.
   */
  readonly 'change.floor'?: 'above' | 'below' | undefined;
  /** True when the code leaves the value to the provider. */
  readonly 'change.undeclared': boolean;
  /** True when the code has a change that has not been applied yet. */
  readonly 'change.unapplied': boolean;
  /**
   * True when the code was set again after the change, so the value that the change replaced is
   * gone.
   */
  readonly 'change.stale': boolean;
  /** To whom the field is delegated: the actor of the change, someone else, or nobody. */
  readonly 'change.owner': 'self' | 'other' | 'nobody';
  /** True for a version that providers upgrade on their own. */
  readonly 'change.version': boolean;
  /** True when two automations keep undoing each other. */
  readonly 'change.contention': boolean;
  /** How precisely the catalog describes what the underlying calls change. */
  readonly 'change.coverage': Coverage;
  /** True when the provider read this live value back. */
  readonly 'change.confirmed': boolean;
  /** Severity of the worst certain damage, 1 to 5; 0 if nothing is known to be worse. */
  readonly 'harm.severity': number;
  /** Dimension of the worst damage. */
  readonly 'harm.dimension'?: HarmDimension | undefined;
  /** `unclear`: type and values do not show whether the change makes things better or worse. */
  readonly 'harm.direction': 'weakens' | 'strengthens' | 'unclear' | 'none';
  /** Severity of the worst possible damage, if it is uncertain. */
  readonly 'harm.possible': number;
  /** Severity of the greatest improvement. */
  readonly 'harm.strengthens': number;
  readonly 'harm.security': number;
  readonly 'harm.durability': number;
  readonly 'harm.availability': number;
  readonly 'harm.routing': number;
  readonly 'harm.observability': number;
  readonly 'harm.cost': number;
  readonly 'harm.governance': number;
  /** New divided by old cost, and the direction. Missing if no number is known. */
  readonly 'cost.factor'?: number | undefined;
  readonly 'cost.direction'?: 'higher' | 'lower' | undefined;
  /** Change of the monthly cost at the prices in the settings; negative when it is cheaper. */
  readonly 'cost.monthly_change'?: number | undefined;
  /** ISO 4217. */
  readonly 'cost.currency'?: string | undefined;
  /** True when an approval covers exactly this change and its approver may allow that much harm. */
  readonly approved: boolean;
  /** Of the closest approval: the name of its approver in the settings. */
  readonly 'approval.by'?: string | undefined;
  readonly 'approval.role'?: string | undefined;
  readonly 'approval.ticket'?: string | undefined;
  /** The worst severity that the approver may allow. */
  readonly 'approval.carries'?: number | undefined;
  /** What the approval does not cover. */
  readonly 'approval.gap'?: string | undefined;
  /** ISO 8601 UTC, for use as `timestamp(context.now)`. */
  readonly 'context.now': string;
  readonly 'context.environment'?: string | undefined;
  /** Also true when the environment is unknown. */
  readonly 'context.production': boolean;
  /**
   * Whether an incident covered the change: `open` while its hold still runs, `over` afterwards.
   */
  readonly 'context.incident': 'none' | 'open' | 'over';
  /** True when the change was made in a maintenance window. */
  readonly 'context.maintenance': boolean;
  readonly 'context.freeze': boolean;
}

export type FactName = keyof Facts;
