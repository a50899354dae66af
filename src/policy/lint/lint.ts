import type { FactName } from '../../arbitration/facts.ts';
import type { Policy } from '../../arbitration/types.ts';
import { factMaps } from '../cel/guard.ts';
import type { GuardedRule } from '../guarded-rules.ts';
import { situations } from './situations.ts';

/** Something about a policy that its author will not have meant. */
export interface LintFinding {
  readonly code:
    | 'never-holds'
    | 'never-decides'
    | 'undecided'
    | 'no-fallback'
    | 'open-fallback'
    | 'unused-tier'
    | 'trusts-claims';
  /** Errors are wrong whatever was meant; warnings may be on purpose. */
  readonly level: 'error' | 'warning';
  readonly rule?: string;
  /** One sentence. */
  readonly message: string;
}

/** What a policy is looked at for, besides what reading it already refuses. */
export interface LintInput {
  readonly policy: Policy;
  /** All of its rules, those of the policy it extends included. */
  readonly rules: readonly GuardedRule[];
  /** Ids of the rules of the file itself: only those are spoken of. */
  readonly own: ReadonlySet<string>;
  readonly hasFallback: boolean;
}

/**
 * Rules that cannot hold or can never decide, pairs that only their names tell apart, and verdicts
 * for what nobody thought of. Ranks are total orders, so there are no cycles to look for.
 */
export function lintPolicy(input: LintInput): readonly LintFinding[] {
  const { rules, own } = input;
  const findings = rules
    .filter(({ id }) => own.has(id))
    .flatMap((rule) => ruleFindings(rule, input));
  return [...findings, ...fallbackFindings(input), ...tierFindings(input)];
}

function ruleFindings(rule: GuardedRule, input: LintInput): readonly LintFinding[] {
  const names = rule.guard?.facts ?? [];
  const all = situations(names, [rule]);
  if (all === undefined) return [];
  const held = all.filter((facts) => holds(rule, facts));
  if (held.length === 0) {
    const message = `Rule ${rule.id} never holds: ${rule.guard?.text ?? ''}.`;
    return [{ code: 'never-holds', level: 'error', rule: rule.id, message }];
  }
  const stronger = input.rules.filter(
    (other) =>
      other.id !== rule.id && outranks(input.policy, other, rule) && asksNoMore(other, names),
  );
  const shadowing = stronger.filter((other) => held.some((facts) => holds(other, facts)));
  if (held.every((facts) => shadowing.some((other) => holds(other, facts)))) {
    const by = shadowing
      .map(({ id }) => id)
      .sort()
      .join(', ');
    const message = `Rule ${rule.id} never decides: whenever it holds, a stronger one does (${by}).`;
    return [{ code: 'never-decides', level: 'error', rule: rule.id, message }];
  }
  return [...ties(rule, names, held.length, input), ...claims(rule, names, input)];
}

function holds(rule: GuardedRule, facts: Parameters<typeof factMaps>[0]): boolean {
  return rule.guard === undefined || rule.guard.evaluate(factMaps(facts)).kind === 'holds';
}

/** Stronger by tier or priority alone: what else ranks depends on the case. */
function outranks(policy: Policy, a: GuardedRule, b: GuardedRule): boolean {
  const [left, right] = [policy.tiers.indexOf(a.tier), policy.tiers.indexOf(b.tier)];
  return left < right || (left === right && a.priority > b.priority);
}

function asksNoMore({ guard }: GuardedRule, names: readonly FactName[]): boolean {
  return (guard?.facts ?? []).every((name) => names.includes(name));
}

/** Equal in rank, different in verdict, and both may hold: then the name of the rule decides. */
function ties(
  rule: GuardedRule,
  names: readonly FactName[],
  heldAlone: number,
  { rules, own }: LintInput,
): readonly LintFinding[] {
  const rivals = rules.filter(
    (other) =>
      other.tier === rule.tier &&
      other.priority === rule.priority &&
      other.outcome !== rule.outcome &&
      (other.guard?.specificity ?? 0) === (rule.guard?.specificity ?? 0) &&
      (rule.id < other.id || !own.has(other.id)) &&
      other.id !== rule.id,
  );
  return rivals.flatMap((other): readonly LintFinding[] => {
    const both = situations([...new Set([...names, ...(other.guard?.facts ?? [])])], [rule, other]);
    if (
      heldAlone === 0 ||
      both?.some((facts) => holds(rule, facts) && holds(other, facts)) !== true
    ) {
      return [];
    }
    const message = `Rules ${rule.id} (${rule.outcome}) and ${other.id} (${other.outcome}) are equally strong and may both hold; give one of them a priority.`;
    return [{ code: 'undecided', level: 'warning', rule: rule.id, message }];
  });
}

/** A rule that writes what somebody does who is known only by their own word. */
function claims(
  rule: GuardedRule,
  names: readonly FactName[],
  input: LintInput,
): readonly LintFinding[] {
  if (rule.outcome !== 'accept' || names.includes('actor.deployer')) return [];
  const asked = [...new Set<FactName>([...names, 'actor.class', 'actor.trusted'])];
  const stronger = input.rules.filter(
    (other) => outranks(input.policy, other, rule) && asksNoMore(other, asked),
  );
  const isOpen = situations(asked, [rule])?.some(
    (facts) =>
      facts['actor.trusted'] === false &&
      holds(rule, facts) &&
      !stronger.some((other) => holds(other, facts)),
  );
  if (isOpen !== true) return [];
  const message = `Rule ${rule.id} accepts what actors do who are known only by what they claim; ask for actor.trusted.`;
  return [{ code: 'trusts-claims', level: 'warning', rule: rule.id, message }];
}

function fallbackFindings({ policy, hasFallback }: LintInput): readonly LintFinding[] {
  if (!hasFallback) {
    const message =
      'There is no fallback: what no rule covers is escalated. Say so, or say otherwise.';
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
