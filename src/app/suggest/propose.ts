import { compareText } from '../../model/text.ts';
import type { StoredRun } from '../../ports/store/run-store.ts';
import { type Simulation, simulate } from '../../reconcile/decide/simulate.ts';
import type { Feedback } from '../../reconcile/learning/feedback.ts';
import { agreement } from '../../reconcile/learning/feedback.ts';
import type { Suggestion } from '../../reconcile/learning/suggest.ts';
import type { Policy } from '../../stages/arbitration/types.ts';
import {
  type LearnedRank,
  learnedRanks,
  type RuleDraft,
  withRules,
} from '../../stages/policy/learned-rule.ts';
import { numbersText } from './sentences.ts';

/** A rule that could be added to the policy, and what it would have done. */
export interface ProposedRule {
  readonly suggestion: Suggestion;
  readonly draft: RuleDraft;
  readonly replay: Simulation;
  /** How people answered the verdicts that would change: the latest review of each intent. */
  readonly answered: AnsweredSuggestion;
}

export interface AnsweredSuggestion {
  /** Number of reviews that agree with the rule. */
  readonly same: number;
  readonly otherwise: number;
  readonly unanswered: number;
}

/**
 * The suggestions as rules, each in the weakest position in which it changes anything. Suggestions
 * that change nothing are settled already, and those that cannot be written as a rule are left out.
 */
export function proposeRules(
  policy: Policy,
  suggestions: readonly Suggestion[],
  runs: readonly StoredRun[],
  log: readonly Feedback[],
): readonly ProposedRule[] {
  const now = new Map(simulate(runs, policy).changed.map((one) => [keyOf(one), one.after.outcome]));
  const ranks = learnedRanks(policy);
  return suggestions.flatMap((suggestion): readonly ProposedRule[] => {
    for (const rank of ranks) {
      const draft = draftOf(suggestion, rank);
      const tried = withRules(policy, [draft]);
      if (!tried.ok) return [];
      const replay = simulate(runs, tried.value);
      // Changes that the current policy itself would make are not due to this rule.
      const changed = replay.changed.filter((one) => now.get(keyOf(one)) !== one.after.outcome);
      if (changed.length === 0) continue;
      const answered = answersTo(changed, suggestion, log);
      return [{ suggestion, draft, replay: { ...replay, changed }, answered }];
    }
    return [];
  });
}

function keyOf({ intent, drift }: Simulation['changed'][number]): string {
  return `${intent} ${drift}`;
}

function answersTo(
  changed: Simulation['changed'],
  { verdict }: Suggestion,
  log: readonly Feedback[],
): AnsweredSuggestion {
  const latest = new Map<string, Feedback>();
  for (const one of log.toSorted((a, b) => compareText(a.time, b.time)))
    latest.set(one.intent, one);
  const intents = [...new Set(changed.map(({ intent }) => intent))];
  const reviews = intents.flatMap((intent) => latest.get(intent) ?? []);
  const same = reviews.filter((one) => agreement(one) === (verdict === 'accept' ? 1 : 0)).length;
  const otherwise = reviews.length - same;
  return { same, otherwise, unanswered: intents.length - reviews.length };
}

function draftOf(suggestion: Suggestion, rank: LearnedRank): RuleDraft {
  const { class: kind, purpose, actor, type, field, environment, incident } = suggestion.situation;
  return {
    ...rank,
    id: suggestion.id,
    description: numbersText(suggestion),
    class: kind,
    purpose,
    ...(actor === undefined ? {} : { actor: actor.principal }),
    ...(type === undefined ? {} : { type }),
    ...(field === undefined ? {} : { field }),
    ...(environment === undefined ? {} : { environment }),
    ...(incident === undefined ? {} : { incident }),
    verdict: suggestion.verdict,
  };
}
