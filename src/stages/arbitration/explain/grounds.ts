import type { Contest, Grounds, MatchedRule } from '../../../model/decision.ts';
import type { VerdictDraft } from '../case/draft.ts';
import { classifyConflicts, concerns } from '../conflict/classify.ts';
import { firstDifference, intentWeight } from '../order/rank.ts';
import type { SelectedRule } from '../order/select.ts';
import type { Defeat } from '../order/settle.ts';
import type { DecideInput, Policy } from '../types.ts';
import { counterfactuals } from './counterfactual.ts';

/** Everything that a decision is based on, as data. */
export function explanationGrounds(input: DecideInput, draft: VerdictDraft): Grounds {
  const { policy } = input;
  const { selection, settlement, deal } = draft;
  const matches = selection.isFallback ? [] : [selection.top, ...selection.others];
  return {
    rules: matches.map((match) => matchedRule(policy, match)),
    untested: selection.untested.map(({ rule, why }) => ({ rule, why })),
    contests: settlement.defeated
      .filter((defeat) => concerns(draft, defeat))
      .map((defeat) => describeContest(policy, defeat)),
    conflicts: classifyConflicts(input, draft),
    concessions: deal?.concessions ?? [],
    counterfactuals: counterfactuals(input, draft),
  };
}

function matchedRule(policy: Policy, { rule, rank }: SelectedRule): MatchedRule {
  return {
    rule: rule.rule,
    ...(rule.place === undefined ? {} : { place: rule.place }),
    outcome: rule.outcome,
    weight: intentWeight(policy, rank),
    seen: rule.seen,
  };
}

function describeContest(policy: Policy, { claim, blame }: Defeat): Contest {
  const last = blame.at(-1);
  const decidedBy = last === undefined ? undefined : firstDifference(last.rank, claim.rank);
  return {
    loser: claim.id,
    weight: intentWeight(policy, claim.rank),
    blame: blame.map(({ id, rank }) => ({ party: id, weight: intentWeight(policy, rank) })),
    ...(decidedBy === undefined ? {} : { decidedBy }),
  };
}
