import type { Facts } from '../../arbitration/facts.ts';
import type { Policy } from '../../arbitration/types.ts';
import type { GuardedRule } from '../guarded-rules.ts';
import {
  exampleSituation,
  isImpossible,
  type LookedFacts,
  looked,
  situationText,
} from './situation.ts';

/** A property of a policy that its author probably did not intend. */
export interface LintFinding {
  readonly code:
    | 'never-holds'
    | 'never-decides'
    | 'undecided'
    | 'no-fallback'
    | 'open-fallback'
    | 'unused-tier'
    | 'trusts-claims';
  /** Errors are always wrong; warnings may be intended. */
  readonly level: 'error' | 'warning';
  readonly rule?: string;
  /** One sentence. */
  readonly message: string;
}

/** What a policy is checked for, beyond what parsing it already rejects. */
export interface LintInput {
  readonly policy: Policy;
  /** All rules, including those of the policy that it extends. */
  readonly rules: readonly GuardedRule[];
  /** Ids of the rules in the file itself; findings concern only these. */
  readonly own: ReadonlySet<string>;
  readonly hasFallback: boolean;
  /** Recorded situations, which are preferred as examples. */
  readonly recorded: readonly Facts[];
}

/**
 * Finds rules that cannot match or never decide, pairs of rules that only their ids order, and
 * verdicts for cases that nobody considered. Ranks are total orders, so cycles are impossible.
 */
export function lintPolicy(input: LintInput): readonly LintFinding[] {
  const all = looked(input.rules);
  const findings = all
    .filter(({ rule }) => input.own.has(rule.id))
    .flatMap((one) => ruleFindings(one, all, input));
  return [...findings, ...fallbackFindings(input), ...tierFindings(input)];
}

function ruleFindings(
  one: LookedFacts,
  all: readonly LookedFacts[],
  input: LintInput,
): readonly LintFinding[] {
  const { rule } = one;
  const { recorded } = input;
  if (isImpossible({ hold: [one], holdNot: [], recorded })) {
    const message = `Rule ${rule.id} never holds: ${rule.guard?.text ?? ''}.`;
    return [{ code: 'never-holds', level: 'error', rule: rule.id, message }];
  }
  const stronger = all.filter((other) => outranks(input.policy, other.rule, rule));
  const shadows = shadowsOf(one, stronger, recorded);
  if (shadows !== undefined) {
    const by = shadows
      .map((other) => other.rule.id)
      .sort()
      .join(', ');
    const message = `Rule ${rule.id} never decides: whenever it holds, a stronger one does (${by}).`;
    return [{ code: 'never-decides', level: 'error', rule: rule.id, message }];
  }
  return [...ties(one, stronger, all, input), ...claims(one, stronger, recorded)];
}

/**
 * True if `a` is stronger by tier or priority alone; the other components of a rank depend on the
 * case.
 */
function outranks(policy: Policy, a: GuardedRule, b: GuardedRule): boolean {
  const [left, right] = [policy.tiers.indexOf(a.tier), policy.tiers.indexOf(b.tier)];
  return left < right || (left === right && a.priority > b.priority);
}

/** A minimal set of rules at least one of which certainly matches whenever this one does. */
function shadowsOf(
  one: LookedFacts,
  stronger: readonly LookedFacts[],
  recorded: readonly Facts[],
): readonly LookedFacts[] | undefined {
  const isCovered = (by: readonly LookedFacts[]) =>
    isImpossible({ hold: [one], holdNot: by, recorded });
  if (!isCovered(stronger)) return undefined;
  return stronger.reduce((kept, other) => {
    const without = kept.filter((each) => each !== other);
    return isCovered(without) ? without : kept;
  }, stronger);
}

/**
 * Finds rules with equal rank and different verdicts that may both match, so that the rule id
 * decides.
 */
function ties(
  one: LookedFacts,
  stronger: readonly LookedFacts[],
  all: readonly LookedFacts[],
  { own, recorded }: LintInput,
): readonly LintFinding[] {
  const { rule } = one;
  const beside = all.filter(
    (other) => other.rule.tier === rule.tier && other.rule.priority === rule.priority,
  );
  const special = beside.filter((other) => specificity(other) > specificity(one));
  const rivals = beside.filter(
    (other) =>
      other.rule.outcome !== rule.outcome &&
      specificity(other) === specificity(one) &&
      (rule.id < other.rule.id || !own.has(other.rule.id)) &&
      other.rule.id !== rule.id,
  );
  return rivals.flatMap((other): readonly LintFinding[] => {
    const example = exampleSituation({
      hold: [one, other],
      holdNot: [...special, ...stronger],
      recorded,
    });
    if (example === undefined) return [];
    const message = `Rules ${rule.id} (${rule.outcome}) and ${other.rule.id} (${other.rule.outcome}) are equally strong and may both hold; give one of them a priority. For example: ${situationText(example)}.`;
    return [{ code: 'undecided', level: 'warning', rule: rule.id, message }];
  });
}

function specificity({ rule }: LookedFacts): number {
  return rule.guard?.specificity ?? 0;
}

/** Finds a rule that accepts changes of actors known only by their own claim. */
function claims(
  one: LookedFacts,
  stronger: readonly LookedFacts[],
  recorded: readonly Facts[],
): readonly LintFinding[] {
  const { rule } = one;
  const asksForDeployer = rule.guard?.facts.includes('actor.deployer') === true;
  if (rule.outcome !== 'accept' || asksForDeployer) return [];
  const example = exampleSituation(
    { hold: [one], holdNot: stronger, recorded },
    { 'actor.trusted': false },
  );
  if (example === undefined) return [];
  const message = `Rule ${rule.id} accepts what actors do who are known only by what they claim; ask for actor.trusted. For example: ${situationText(example)}.`;
  return [{ code: 'trusts-claims', level: 'warning', rule: rule.id, message }];
}

function fallbackFindings({ policy, hasFallback }: LintInput): readonly LintFinding[] {
  if (!hasFallback) {
    const message =
      'There is no fallback: what no rule covers is escalated. Add a fallback that says so, or another.';
    return [{ code: 'no-fallback', level: 'warning', message }];
  }
  if (policy.fallback.outcome !== 'accept') return [];
  const message = 'The fallback accepts whatever no rule covers.';
  return [{ code: 'open-fallback', level: 'warning', message }];
}

function tierFindings({ policy, rules }: LintInput): readonly LintFinding[] {
  const used = new Set([...rules.map(({ tier }) => tier), policy.code.tier, policy.fallback.tier]);
  return policy.tiers
    .filter((tier) => !used.has(tier))
    .map((tier) => ({
      code: 'unused-tier',
      level: 'warning',
      message: `No rule is in tier ${tier}.`,
    }));
}
