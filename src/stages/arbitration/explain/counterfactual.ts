import type { Counterfactual, Outcome } from '../../../model/decision.ts';
import { displayText } from '../../../model/text.ts';
import type { AnsweredDrift } from '../answer/types.ts';
import { buildCase, type Case } from '../case/case.ts';
import { type CaseJudgment, isGranted, type VerdictDraft } from '../case/draft.ts';
import { judgeCase } from '../case/judge.ts';
import { lapsedIn, verdictTerm } from '../case/lapse.ts';
import type { Facts } from '../facts.ts';
import { compareRanks, hardTier, priorityToBeat, type Rank } from '../order/rank.ts';
import { select } from '../order/select.ts';
import { type RegionClaim, settleRegions } from '../order/settle.ts';
import { hasCome } from '../time/clock.ts';
import { deferralEnds } from '../time/windows.ts';
import type { DecideInput, Policy } from '../types.ts';

/**
 * What would have led to another verdict: another time, another fact, or another line of the
 * policy. Each is found by deciding again with that one thing changed.
 */
export function counterfactuals(
  input: DecideInput,
  draft: VerdictDraft,
): readonly Counterfactual[] {
  const { policy } = input;
  const { answered } = draft;
  if (answered !== undefined) return [...later(input, draft), ...unanswered(answered)];
  const byRule = draft.overruled === undefined;
  return [
    ...later(input, draft),
    ...(byRule ? otherFacts(input, draft) : []),
    ...(byRule ? otherPriority(policy, draft) : []),
    ...outranking(input, draft),
  ];
}

function unanswered({ answer, instead: { rule } }: AnsweredDrift): readonly Counterfactual[] {
  const condition = `without the answer of ${displayText(answer.by, 80)}`;
  return [{ condition, outcome: rule.outcome, rule: rule.rule }];
}

interface Moment {
  readonly time: string;
  readonly phrase: string;
}

/**
 * The verdicts after the next times at which something ends; only the first time for each new
 * outcome.
 */
function later(input: DecideInput, draft: VerdictDraft): readonly Counterfactual[] {
  const { intent, drift, intentIndex, calendar } = draft.case;
  const answeredAt = draft.answered?.answer.at;
  const all: readonly (Moment | undefined)[] = [
    momentOf(calendar.freeze?.ends, 'when the freeze ends'),
    momentOf(calendar.incident === 'open' ? calendar.holdEnds : undefined, 'when the hold ends'),
    momentOf(intent.expires, 'when it expires'),
    momentOf(
      draft.outcome === 'defer' ? deferralEnds(input.policy, intent, answeredAt) : undefined,
      'when the longest deferral ends',
    ),
    momentOf(draft.overruled?.expires, 'when it takes effect'),
    momentOf(ownEnd(input, draft), "when the rule's wait ends"),
    momentOf(draft.answered?.answer.until, 'when the requested hold ends'),
  ];
  const moments = all
    .filter((moment) => moment !== undefined)
    .filter(({ time }) => !hasCome(time, input.context))
    .sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
  const seen = new Set<Outcome>([draft.outcome]);
  return moments.flatMap(({ time, phrase }) => {
    const then = { ...input, context: { ...input.context, now: time } };
    const { outcome, rule } = resultOf(
      judgeCase(then, buildCase(then, intent, drift, intentIndex)),
    );
    if (!isChanged(draft, outcome) || seen.has(outcome)) return [];
    seen.add(outcome);
    return [{ condition: `after ${time}, ${phrase}`, outcome, rule }];
  });
}

/** The end of a rule that defers for some hours or until a time. */
function ownEnd(input: DecideInput, draft: VerdictDraft): string | undefined {
  const isTimed = typeof draft.selection.top.rule.obligations.expires === 'object';
  return draft.outcome === 'defer' && isTimed && draft.answered === undefined
    ? verdictTerm(input, draft).expires
    : undefined;
}

function momentOf(time: string | undefined, phrase: string): Moment | undefined {
  return time === undefined ? undefined : { time, phrase };
}

function resultOf({ outcome, overruled, selection }: CaseJudgment): {
  readonly outcome: Outcome;
  readonly rule: string;
} {
  return { outcome, rule: overruled?.rule ?? selection.top.rule.rule };
}

/** What overruled the rule (a neighbor, another party) has no end time of its own. */
function isChanged({ overruled, selection }: VerdictDraft, outcome: Outcome): boolean {
  return overruled === undefined || outcome !== selection.top.rule.outcome;
}

/** Another state of the world, with the phrase that describes it. */
interface Alternative {
  readonly condition: string;
  readonly facts: Partial<Facts>;
}

function otherFacts(input: DecideInput, draft: VerdictDraft): readonly Counterfactual[] {
  const { case: own, outcome } = draft;
  const endOf = lapsedIn(input, own);
  return alternatives(own).flatMap(({ condition, facts }) => {
    const { rule } = select(input.policy, own.intent, { ...own.facts, ...facts }, endOf).top;
    return rule.outcome === outcome ? [] : [{ condition, outcome: rule.outcome, rule: rule.rule }];
  });
}

function alternatives({ facts, calendar }: Case): readonly Alternative[] {
  const all: (readonly [boolean, string, Partial<Facts>])[] = [
    [
      facts['context.freeze'] && calendar.freeze?.ends === undefined,
      'without the freeze',
      { 'context.freeze': false },
    ],
    [
      facts['context.incident'] === 'none',
      'if an open incident covered it',
      { 'context.incident': 'open' },
    ],
    [
      facts['context.incident'] === 'over',
      'if the incident were open',
      { 'context.incident': 'open' },
    ],
    [facts['context.production'], 'outside of production', { 'context.production': false }],
    [facts['change.bounds'] === 'outside', 'within the bounds', { 'change.bounds': 'inside' }],
    [!facts['change.known'], 'if its value were known', { 'change.known': true }],
    [facts['change.unapplied'], 'once the code is applied', { 'change.unapplied': false }],
    [
      facts['actor.class'] === 'pipeline' && !facts['actor.deployer'],
      'from a deploying role',
      { 'actor.deployer': true },
    ],
    [
      facts['actor.class'] === 'agent' && !facts['intent.announced'],
      'if it had been declared beforehand',
      { 'intent.announced': true },
    ],
    [
      facts['actor.class'] === 'human' && !facts['actor.trusted'],
      'if more than the user agent showed who it was',
      { 'actor.trusted': true },
    ],
  ];
  return all
    .filter(([applies]) => applies)
    .map(([, condition, other]) => ({ condition, facts: other }));
}

/** The strongest matching rule with another outcome, and the priority it would need to win. */
function otherPriority(
  policy: Policy,
  { selection: { top, others }, outcome }: VerdictDraft,
): readonly Counterfactual[] {
  const other = others.find(({ rule }) => rule.outcome !== outcome);
  if (other === undefined || top.rule.outcome !== outcome) return [];
  const { rule, outcome: result } = other.rule;
  const condition = `with ${priorityText(policy, top.rank, other.rank)}`;
  return [{ condition, outcome: result, rule }];
}

function priorityText(policy: Policy, winner: Rank, loser: Rank): string {
  const priority = `priority ${priorityToBeat(winner, loser)} or more`;
  return winner.tier === loser.tier ? priority : `${priority} in tier ${policy.tiers[winner.tier]}`;
}

/**
 * What would let the loser win: the loser is the change that was outranked, or the code that gave
 * way.
 */
function outranking(input: DecideInput, draft: VerdictDraft): readonly Counterfactual[] {
  const { case: own, settlement, overruled, selection } = draft;
  const loser =
    overruled?.rule === 'outranked' ? own.intent.id : isGranted(draft) ? 'code' : undefined;
  const defeat = settlement.defeated.find(({ claim }) => claim.id === loser);
  if (defeat === undefined) return [];
  const { satisfied, defeated } = settlement;
  const claims = [...satisfied, ...defeated.map(({ claim }) => claim)];
  const winner = thresholdFor(input, defeat.claim, claims, satisfied);
  if (winner === undefined) return [];
  const { rule } = selection.top.rule;
  const priority = priorityText(input.policy, winner.rank, defeat.claim.rank);
  return loser === 'code'
    ? [{ condition: `if the code had ${priority}`, outcome: 'reject', rule: 'outranked' }]
    : [{ condition: `with ${priority}`, outcome: selection.top.rule.outcome, rule }];
}

/** The weakest winner that the loser would have to outrank. */
function thresholdFor(
  { context }: DecideInput,
  loser: RegionClaim,
  claims: readonly RegionClaim[],
  satisfied: readonly RegionClaim[],
): RegionClaim | undefined {
  return satisfied.toReversed().find((winner) => {
    if (winner.rank.tier === hardTier || compareRanks(winner.rank, loser.rank) > 0) return false;
    const priority = priorityToBeat(winner.rank, loser.rank);
    const raised = { ...loser, rank: { ...loser.rank, tier: winner.rank.tier, priority } };
    const others = claims.filter((claim) => claim !== loser);
    return settleRegions([...others, raised], context).satisfied.some(({ id }) => id === loser.id);
  });
}
