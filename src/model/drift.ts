import { z } from 'zod';
import { CostChange } from './cost.ts';
import { Harm } from './harm.ts';
import {
  driftIdText,
  ids,
  jsonObject,
  jsonValue,
  path,
  reportText,
  reportTime,
} from './report-schema/terms.ts';

/** One side of a drift: a value, no value, or something that Parley may not or cannot see. */
export const DriftValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: jsonValue }),
  z.object({ kind: z.literal('absent') }),
  z.object({ kind: z.literal('redacted') }),
  z.object({ kind: z.literal('unknown'), why: reportText }),
]);

export type DriftValue = Readonly<z.output<typeof DriftValue>>;

/** One event that changed a value. */
export const Write = z.object({
  event: reportText,
  time: reportTime,
  /** The value after the event. */
  value: DriftValue,
});

export type Write = Readonly<z.output<typeof Write>>;

const unadoptedRules = [
  'adoption-off',
  /** It controls who may do what, so it is adopted only if everything is. */
  'grants-access',
  'no-import-id',
  /** Other code created it: a CloudFormation stack, or another Terraform run. */
  'other-code',
  /**
   * The identity that deploys this code created it, but the state that was read does not have it.
   */
  'own-apply',
  'parent-not-adopted',
] as const;

/** Why a resource that was created out of band is not written to code, whatever the decision. */
const Unadopted = z.object({
  rule: z.enum(unadoptedRules),
  /** The reason as a sentence. */
  because: reportText,
});

export type Unadopted = Readonly<z.output<typeof Unadopted>>;

export const Creation = z.object({
  attributes: jsonObject,
  /** Attributes that were set to a value that the log masked or left out. */
  withheld: ids.exactOptional(),
  /** The import id; empty if the log does not have it. */
  importId: reportText,
  /** The address of the managed resource that it belongs to. */
  parent: reportText.exactOptional(),
  /** Set if it is only reported, and never written to code. */
  unadopted: Unadopted.exactOptional(),
});

export type Creation = Readonly<z.output<typeof Creation>>;

/**
 * The net of all effects on one (address, path), where live differs from declared. An empty path
 * means the resource itself, and `{}` then means that it exists: if `declared` is absent, it was
 * created out of band, if `live` is absent, it was deleted.
 */
export const Drift = z.object({
  /** `d-` and 12 hex digits, derived from address, path and both values. */
  id: driftIdText,
  /**
   * The Terraform resource address, including the instance key; for a created resource, the
   * proposed address.
   */
  address: reportText,
  /** The Terraform resource type. */
  type: reportText,
  path,
  /** The evaluated value in the code, or the state's if the code cannot be evaluated. */
  declared: DriftValue,
  declaredFrom: z.enum(['code', 'state']),
  live: DriftValue,
  /** The value in the state, if it differs from both: code that was not applied yet. */
  unapplied: jsonValue.exactOptional(),
  /** The ids of the audit events, in fold order. */
  evidence: ids,
  /** `confirmed`: the provider reads this live value; `inferred`: only the log shows it. */
  basis: z.enum(['inferred', 'confirmed']),
  /** How well the catalog understands the calls behind it. Defaults to `mapped`. */
  coverage: z.enum(['derived', 'touched']).exactOptional(),
  /**
   * The value according to the log, if the provider reads another one, which takes precedence as
   * live.
   */
  loggedValue: DriftValue.exactOptional(),
  /**
   * The kind of credential in a side or in the path, such as `a GitHub token`. Its values are
   * hidden, and it becomes a question to a person.
   */
  credential: reportText.exactOptional(),
  /** The code sets nothing and the provider fills it in, so Terraform itself would not notice. */
  undeclared: z.boolean().exactOptional(),
  /**
   * The changes that led to the live value, in fold order, which show parties that overwrite each
   * other.
   */
  writes: z.array(Write).readonly().exactOptional(),
  /** The harms and improvements, worst first; left out if none is known. */
  harm: z.array(Harm).readonly().exactOptional(),
  /** The effect on the bill; left out if no number is known. */
  cost: CostChange.exactOptional(),
  /** For a created resource: how to import it, and what it belongs to. */
  creation: Creation.exactOptional(),
});

export type Drift = Readonly<z.output<typeof Drift>>;

/**
 * A difference that the provider reads and that no event explains yet, while logs may still arrive.
 */
export const Pending = z.object({
  drift: Drift,
  /** When it was first read, and until when an event may still explain it, in ISO 8601 UTC. */
  firstSeen: reportTime,
  until: reportTime,
  /** False if no store remembers it, so that it stays pending in every run. */
  kept: z.boolean(),
});

export type Pending = Readonly<z.output<typeof Pending>>;
