import type { Outcome } from '../../../model/decision.ts';
import { displayText } from '../../../model/text.ts';
import { compareRanks, type Rank } from '../order/rank.ts';
import { conflicts, type Defeat, type RegionClaim, type Settlement } from '../order/settle.ts';
import type { DecideInput } from '../types.ts';
import { type CaseJudgment, notYetRule, type Overruling } from './draft.ts';
import { fieldOwner } from './facts.ts';
import { latestGrant } from './lapse.ts';
import { asNumber } from './limits.ts';

/** True for an actual change, false for an intent that was only declared. */
export function isActing({ case: { intent } }: Pick<CaseJudgment, 'case'>): boolean {
  return intent.declared !== true;
}

/** True for a party whose value another actor has replaced. */
export function isOvertaken({ case: own }: Pick<CaseJudgment, 'case'>): boolean {
  return own.overtaken !== undefined;
}

/** For policies in which only the actor who set the live value counts. */
const overtakenRule = 'overtaken';
const answeredRule = 'answered-by-code';

/**
 * The parties of a field, prepared for comparison: those that the code has answered since are
 * expired, and the others get the same time, since the order in which different parties came must
 * not matter.
 */
export function rivals(
  input: DecideInput,
  judgments: readonly CaseJudgment[],
): readonly CaseJudgment[] {
  const acting = judgments.filter(isActing);
  if (acting.length < 2) return judgments;
  if (!input.policy.parties) return judgments.map((one) => (isOvertaken(one) ? past(one) : one));
  const settled = delegatedWrites(input, acting);
  const isNew = acting.some(({ case: own }) => !own.facts['change.stale']);
  const time =
    acting
      .map(({ case: { intent } }) => intent.window.to)
      .sort()
      .at(-1) ?? '';
  const owner = acting.find((one) => settled.has(one) && isGrantee(input, one));
  const granted = owner && latestGrant(input, owner.case, owner.selection.top.rule);
  return judgments.map((one) => {
    if (!isActing(one)) return one;
    const { facts } = one.case;
    if (isOvertaken(one) && settled.has(one)) return owned(one);
    if (isNew && facts['change.stale'] && isOvertaken(one)) return answered(one);
    const timed = at(time, one);
    // Clocks differ, so no event counts as later than the run.
    const came = Math.min(Date.parse(one.case.intent.window.to), Date.parse(input.context.now));
    const cameBefore = granted !== undefined && came <= Date.parse(granted);
    const isLeft = owner !== undefined && cameBefore && yieldsTo(at(time, owner), timed);
    return isLeft ? { ...timed, ...outrankedBy(owner) } : timed;
  });
}

/** True for the owner of a delegated field if the policy would delegate it to them again. */
function isGrantee(input: DecideInput, { case: own, outcome }: CaseJudgment): boolean {
  const owner = fieldOwner(input, own.drift)?.principal;
  return outcome === 'delegate' && owner === own.intent.actor.principal;
}

/**
 * A party that the owner outranks lost when the field was delegated, and loses again in the next
 * run. An answer of a person counts in any case.
 */
function yieldsTo(owner: CaseJudgment, one: CaseJudgment): boolean {
  if (owner === one || one.answered !== undefined || !isInForce(one)) return false;
  return one.outcome !== 'reject' && compareRanks(rivalRank(owner), rivalRank(one)) < 0;
}

function past(one: CaseJudgment): CaseJudgment {
  const because =
    'Somebody else has changed the field since, and this policy follows the live value.';
  return { ...one, outcome: 'noop', overruled: { rule: overtakenRule, because } };
}

/**
 * The parties whose last write is not after the last write with which the owner of a delegated
 * field kept within its bounds. At that write the field was as a decision still in force wants it.
 */
function delegatedWrites(
  input: DecideInput,
  acting: readonly CaseJudgment[],
): ReadonlySet<CaseJudgment> {
  const drift = acting[0]?.case.drift;
  const owner = drift === undefined ? undefined : fieldOwner(input, drift);
  if (drift === undefined || owner === undefined) return new Set();
  const { min, max } = owner.bounds ?? {};
  const makers = (drift.writes ?? []).map(({ event }) => input.actorOf?.(event)?.principal);
  const kept = (drift.writes ?? []).findLastIndex(({ value: side }, index) => {
    const value = side.kind === 'value' ? asNumber(side.value) : undefined;
    if (makers[index] !== owner.principal) return false;
    if (min === undefined && max === undefined) return true;
    return value !== undefined && value >= (min ?? value) && value <= (max ?? value);
  });
  if (kept === -1) return new Set();
  return new Set(
    acting.filter(({ case: { intent } }) => makers.lastIndexOf(intent.actor.principal) <= kept),
  );
}

function owned(one: CaseJudgment): CaseJudgment {
  const because =
    'The code delegates the field to an owner, who has stayed within the bounds since.';
  return { ...one, outcome: 'expired', overruled: { rule: 'as-delegated', because } };
}

function answered(one: CaseJudgment): CaseJudgment {
  const because = 'The code was changed after it, and somebody else acted after that.';
  const overruled: Overruling = { rule: answeredRule, because, conflict: 'stale' };
  return { ...one, outcome: 'expired', overruled };
}

/** Gives the judgment this time, except that an answer counts from when it was given. */
function at(time: string, one: CaseJudgment): CaseJudgment {
  if (one.answered !== undefined) return one;
  const { selection } = one;
  const timed = <T extends { readonly rank: Rank }>(match: T): T => ({
    ...match,
    rank: { ...match.rank, time },
  });
  return {
    ...one,
    selection: { ...selection, top: timed(selection.top), others: selection.others.map(timed) },
  };
}

/**
 * The party that decides about the field without granting anything and outranks all others whose
 * wish would be granted: it asks a question, holds, or leaves the field alone. A refusal by the
 * policy concerns only the refused party, whereas a person's answer concerns the entire field.
 */
export function spoilsport(judgments: readonly CaseJudgment[]): CaseJudgment | undefined {
  const [first] = judgments
    .filter(isInForce)
    .filter((one) => one.outcome !== 'reject' || isAnswered(one))
    .sort((a, b) => compareRanks(rivalRank(a), rivalRank(b)));
  if (first === undefined) return undefined;
  if (first.outcome === 'escalate') return first;
  const isBinding = isActing(first) && judgments.filter(isActing).length > 1;
  return isBinding && ['defer', 'noop', 'reject'].includes(first.outcome) ? first : undefined;
}

/** True when a person's answer decides it and nothing overruled that. */
function isAnswered({ answered: answer, overruled }: CaseJudgment): boolean {
  return answer !== undefined && overruled === undefined;
}

/** True for a judgment that has neither expired nor been overtaken, and that is not for later. */
export function isInForce({ outcome, overruled }: CaseJudgment): boolean {
  if (overruled?.rule === overtakenRule) return false;
  return outcome !== 'expired' && overruled?.rule !== notYetRule;
}

/** The rank of a judgment's claim. The content id decides between otherwise equal ranks. */
export function rivalRank({ case: { intent }, selection }: CaseJudgment): Rank {
  return { ...selection.top.rank, id: intent.id };
}

/** The outcome of a judgment that a stronger one blocks. Each field has only one question. */
export function spoiled(
  by: CaseJudgment,
  one: Pick<CaseJudgment, 'case'>,
): Pick<CaseJudgment, 'outcome' | 'overruled'> {
  const name = displayText(by.case.intent.actor.name, 80);
  switch (by.outcome) {
    case 'defer': {
      const because = `It waits: a change by ${name} to the same field is on hold and outranks it.`;
      return { outcome: 'defer', overruled: { rule: 'held', because } };
    }
    case 'noop':
      return outrankedBy(by);
    case 'reject': {
      const because = "A person's decision about the field outranks it.";
      return { outcome: 'reject', overruled: { rule: 'outranked', because } };
    }
    default: {
      const because = `It waits until the change by ${name} to the same field is decided.`;
      const isPast = isOvertaken(by) || isOvertaken(one);
      const outcome = isActing(by) && isActing(one) && isPast ? 'defer' : 'escalate';
      return { outcome, overruled: { rule: 'open-question', because } };
    }
  }
}

function outrankedBy({ case: { intent } }: Pick<CaseJudgment, 'case'>): {
  readonly outcome: Outcome;
  readonly overruled: Overruling;
} {
  const because = `The field is left to ${displayText(intent.actor.name, 80)}, who outranks it.`;
  return { outcome: 'reject', overruled: { rule: 'outranked', because } };
}

/** Two parties that want different things and rank equally. */
export interface Tie {
  readonly winner: string;
  readonly loser: string;
}

/** Ties between parties that acted, if no stronger claim has decided between them. */
export function tiesIn(settlement: Settlement, acting: ReadonlySet<string>): readonly Tie[] {
  return settlement.defeated.flatMap((defeat) => findTies(defeat, settlement.satisfied, acting));
}

function findTies(
  { claim }: Defeat,
  satisfied: readonly RegionClaim[],
  acting: ReadonlySet<string>,
): readonly Tie[] {
  if (!acting.has(claim.id)) return [];
  const isEqual = (one: RegionClaim): boolean =>
    acting.has(one.id) && areEqual(one.rank, claim.rank);
  const others = satisfied.filter((one) => compareRanks(one.rank, claim.rank) < 0);
  if (
    conflicts(
      claim,
      others.filter((one) => !isEqual(one)),
    )
  )
    return [];
  return others.filter(isEqual).map(({ id }) => ({ winner: id, loser: claim.id }));
}

/** True when two ranks differ only in their id. */
function areEqual(a: Rank, b: Rank): boolean {
  return compareRanks({ ...a, id: '' }, { ...b, id: '' }) === 0;
}
