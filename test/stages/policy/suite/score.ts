import type { Outcome } from '../../../../src/model/decision.ts';
import type { HarmFacts } from '../../../../src/providers/harm/table/types.ts';
import { decide } from '../../../../src/stages/arbitration/decide.ts';
import type { Policy } from '../../../../src/stages/arbitration/types.ts';
import { scenarioInput } from '../../../../src/stages/policy/scenario/input.ts';
import { meantBy } from '../../../../src/stages/policy/scenario/run.ts';
import type { Situation } from './situation.ts';

export interface Answer {
  readonly outcome: Outcome;
  /** The rule and its reason. */
  readonly because: string;
}

/** A policy's answer to a situation: of several decisions, the one with the highest regret. */
export function answerOf(one: Situation, policy: Policy, facts: HarmFacts): Answer {
  const input = scenarioInput(one, policy, facts);
  const about = one.about ?? { declared: false };
  const [worst] = meantBy(about, one, input, decide(input))
    .map(({ verdict: { outcome, rule, because } }) => ({ outcome, because: `${rule}: ${because}` }))
    .sort((a, b) => regretOf(one, b.outcome) - regretOf(one, a.outcome));
  if (worst === undefined) throw new Error(`${one.name}: no decision`);
  return worst;
}

export function regretOf({ best, regret }: Situation, outcome: Outcome): number {
  return best.includes(outcome) ? 0 : (regret[outcome] ?? 0);
}

export interface Score {
  readonly agreement: number;
  readonly regret: number;
  /** Situations in which something with a regret of 4 or more was done without asking. */
  readonly grave: readonly string[];
}

export function scoreOf(
  situations: readonly Situation[],
  outcomeOf: (one: Situation) => Outcome,
): Score {
  const answered = situations.map((one) => ({ one, outcome: outcomeOf(one) }));
  const isGrave = (one: Situation, outcome: Outcome) =>
    outcome !== 'escalate' && outcome !== 'defer' && regretOf(one, outcome) >= 4;
  return {
    agreement: answered.filter(({ one, outcome }) => one.best.includes(outcome)).length,
    regret: answered.reduce((sum, { one, outcome }) => sum + regretOf(one, outcome), 0),
    grave: answered
      .filter(({ one, outcome }) => isGrave(one, outcome))
      .map(({ one: { name } }) => name),
  };
}

/** What one could do without knowing the harm; the policy has to do better. */
export const baselines: Readonly<Record<string, (one: Situation) => Outcome>> = {
  'always accept': () => 'accept',
  'always revert': () => 'reject',
  'always ask': () => 'escalate',
  'provenance only': byProvenance,
};

/** Decides only by who acted last. */
function byProvenance({ actors, changes, deployers }: Situation): Outcome {
  const by = changes.at(-1)?.by ?? '';
  const actor = actors[by];
  if (actor === undefined || !actor.trusted || actor.principal?.endsWith(':root')) {
    return 'escalate';
  }
  switch (actor.class) {
    case 'human':
    case 'security':
    case 'compliance':
    case 'provider':
      return 'accept';
    case 'controller':
      return 'delegate';
    case 'pipeline':
      return deployers.includes(by) ? 'accept' : 'escalate';
    default:
      return 'escalate';
  }
}
