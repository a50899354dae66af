import { z } from 'zod';
import { actorClasses } from './actor.ts';
import { DriftValue } from './drift.ts';
import { Want } from './intent.ts';
import {
  driftIdText,
  intentIdText,
  jsonValue,
  path,
  reportText,
  reportTime,
  share,
} from './report-schema/terms.ts';

/** The possible decisions, from writing the change to having nothing left to do. */
export const outcomes = [
  'accept',
  'reject',
  'delegate',
  'compromise',
  'defer',
  'escalate',
  'noop',
  'expired',
] as const;

export type Outcome = (typeof outcomes)[number];

const outcome = z.enum(outcomes);

/** What is to be done about one drift, with the rule that decided. */
export const Verdict = z.object({
  outcome,
  /** The id of the policy rule. */
  rule: reportText,
  /** The reason as a sentence, with the values that the rule used. */
  because: reportText,
  /** When the verdict expires, in ISO 8601 UTC; for a delegation, at the end of a day. */
  expires: reportTime.exactOptional(),
  /**
   * For a delegation: when it was first granted, in ISO 8601 UTC, which its term is counted from.
   */
  granted: reportTime.exactOptional(),
  /** For a delegation: the limits within which the owner may set the value. */
  bounds: z
    .object({ min: z.number().exactOptional(), max: z.number().exactOptional() })
    .exactOptional(),
  /** The value to write, if it is not the live one: a compromise, or the declared value. */
  value: jsonValue.exactOptional(),
});

export type Verdict = Readonly<z.output<typeof Verdict>>;

/** The rule in a verdict that a person gave. */
export const answerRule = 'answer';

/** True if a person dismissed the drift, although cloud and code still differ. */
export function isDismissed({ verdict: { outcome, rule } }: Pick<Decision, 'verdict'>): boolean {
  return outcome === 'noop' && rule === answerRule;
}

/** The commit that a value in the code comes from. */
export const CodeCommit = z.object({
  commit: reportText,
  /** The mail address, or the name if there is none. */
  author: reportText,
  /** When it was written, in ISO 8601 UTC. */
  time: reportTime,
  /** The history of the line begins with this commit, which may not have set the value. */
  first: z.boolean().exactOptional(),
});

export type CodeCommit = Readonly<z.output<typeof CodeCommit>>;

/**
 * The kinds of conflict between parties. `value`: no value satisfies both. `range`: their ranges do
 * not overlap. `ownership`: written by someone other than the field's owner. `presence`: one wants
 * it removed. `stale`: the code was changed since. `temporal`: outside the period that it was
 * intended for. `dependency`: possible alone, but not together with another field. `contention`:
 * two automations undo each other's changes. `atomicity`: only a part of one action would remain.
 */
export const ConflictKind = z.enum([
  'value',
  'range',
  'ownership',
  'presence',
  'stale',
  'temporal',
  'dependency',
  'contention',
  'atomicity',
]);

export type ConflictKind = z.output<typeof ConflictKind>;

/** The weight of a party, most important component first: the first one that differs decides. */
export const Weight = z.object({
  tier: reportText,
  priority: z.number(),
  authority: z.number(),
  specificity: z.number(),
  confidence: share,
  /** The time of the newest evidence, in ISO 8601 UTC; empty for the code. */
  time: reportText,
  id: reportText,
});

export type Weight = Readonly<z.output<typeof Weight>>;

export type WeightComponent = keyof Weight;

export const weightComponents: readonly WeightComponent[] = Weight.keyof().options;

/** A rule that matched, with the values that its guard used. */
export const MatchedRule = z.object({
  rule: reportText,
  /** The file and line of the rule, if it is in a policy file. */
  place: reportText.exactOptional(),
  outcome,
  weight: Weight,
  seen: z
    .array(
      z.object({
        name: reportText,
        value: z.union([reportText, z.number(), z.boolean(), z.null()]),
      }),
    )
    .readonly(),
});

export type MatchedRule = Readonly<z.output<typeof MatchedRule>>;

/** A party that lost, with the smallest set of stronger parties that rule out what it wants. */
export const Contest = z.object({
  /** `code`, `invariant`, `rule ...`, or the id of an intent. */
  loser: reportText,
  weight: Weight,
  /** Strongest first; empty if the loser wants something impossible. */
  blame: z.array(z.object({ party: reportText, weight: Weight })).readonly(),
  /** The first component in which the loser differs from the weakest of `blame`. */
  decidedBy: Weight.keyof().exactOptional(),
});

export type Contest = Readonly<z.output<typeof Contest>>;

/** A condition that would have led to another verdict. */
export const Counterfactual = z.object({
  /** The end of a sentence: `after 2026-04-01T08:00:00Z, when the freeze ends`. */
  condition: reportText,
  outcome,
  rule: reportText,
});

export type Counterfactual = Readonly<z.output<typeof Counterfactual>>;

/** Everything that a decision is based on; `explanation` has the same in words. */
export const Grounds = z.object({
  /** The rules that matched, strongest first; none if the policy's fallback decided. */
  rules: z.array(MatchedRule).readonly(),
  untested: z.array(z.object({ rule: reportText, why: reportText })).readonly(),
  contests: z.array(Contest).readonly(),
  conflicts: z.array(z.object({ kind: ConflictKind, because: reportText })).readonly(),
  /** Offers and concessions in order, if the parties declared what else they would accept. */
  concessions: z.array(reportText).readonly(),
  counterfactuals: z.array(Counterfactual).readonly(),
});

export type Grounds = Readonly<z.output<typeof Grounds>>;

/** One of several parties that want a value for a field, with the outcome of that. */
export const Party = z.object({
  intent: intentIdText,
  /** The name that a person would use. */
  name: reportText,
  class: z.enum(actorClasses),
  /** The value that it set last or, for a declaration only, the value that would satisfy it. */
  value: DriftValue,
  want: Want,
  /** It was only declared, and has not set the field. */
  declared: z.boolean(),
  /** The value that it set is the live one. */
  live: z.boolean(),
  /** Its verdict decides about the field. */
  decides: z.boolean(),
  outcome,
  /** The id of the policy rule. */
  rule: reportText,
});

export type Party = Readonly<z.output<typeof Party>>;

export const Decision = z.object({
  intent: intentIdText,
  drift: driftIdText,
  address: reportText,
  path,
  verdict: Verdict,
  /**
   * How the decision was reached, line by line: rules that matched, who lost to whom, what would
   * change it.
   */
  explanation: z.array(reportText).readonly(),
  /** The commit that the declared value comes from, if version control shows it. */
  code: CodeCommit.exactOptional(),
  /** The content of `explanation` as data. */
  grounds: Grounds.exactOptional(),
  /**
   * All parties that want a value for the field, if there are several; the one that decides comes
   * first.
   */
  parties: z.array(Party).readonly().exactOptional(),
});

export type Decision = Readonly<z.output<typeof Decision>>;
