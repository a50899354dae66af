import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { readYamlFile } from '../../../text/yaml-file.ts';
import type { Obligations, RuleMatch } from '../../arbitration/rules/types.ts';
import type { Policy } from '../../arbitration/types.ts';
import { compileGuard } from '../cel/guard.ts';
import { type GuardedRule, guardedRules, overlaid } from '../guarded-rules.ts';
import { type Places, placesIn } from './place.ts';
import { PolicyFile, type PolicyRule } from './schema.ts';

/** A policy with the file content from which it was read, for tools that examine the rules. */
export interface ReadPolicy {
  readonly policy: Policy;
  readonly settings: PolicyFile;
  /** The rules in the file, without those of the policy that it extends. */
  readonly rules: readonly GuardedRule[];
}

export const policyHint = 'See docs/policy.md for what a policy may say.';

/**
 * Parses a policy file; `baseOf` returns the policy that it extends. Errors contain line and
 * column: of the YAML, of a setting, or of the wrong part of a guard.
 */
export function parsePolicy(
  text: string,
  file: string,
  baseOf: (name: string) => Result<Policy>,
): Result<ReadPolicy> {
  const parsed = readYamlFile(text, file, PolicyFile, policyHint);
  if (!parsed.ok) return parsed;
  const settings = parsed.value;
  const places = placesIn(text, file);
  const base = baseOf(settings.extends ?? 'observe');
  if (!base.ok) return base;
  const tiers = settings.tiers ?? (settings.extends === undefined ? undefined : base.value.tiers);
  if (tiers === undefined) {
    return fail(problem(places, [], 'A policy that extends none needs tiers, strongest first'));
  }
  const wrong = firstProblem(places, settings, tiers, base.value);
  if (wrong !== undefined) return fail(wrong);
  const rules: GuardedRule[] = [];
  for (const [index, rule] of settings.rules.entries()) {
    const compiled = compileRule(places, index, rule);
    if (!compiled.ok) return compiled;
    rules.push(compiled.value);
  }
  return ok({ policy: policyOf(settings, tiers, base.value, rules), settings, rules });
}

function policyOf(
  settings: PolicyFile,
  tiers: readonly string[],
  base: Policy,
  rules: readonly GuardedRule[],
): Policy {
  const own = guardedRules(rules);
  const contention = settings.contention ?? base.contention;
  const maxDeferDays = settings.max_defer_days ?? base.maxDeferDays;
  return {
    name: settings.name ?? 'policy file',
    description: settings.description ?? base.description,
    tiers,
    code: settings.code ?? base.code,
    authority: { ...base.authority, ...settings.authority },
    rules: settings.extends === undefined ? own : overlaid(base.rules, own, settings.without),
    fallback: fallbackOf(settings, base),
    invariants: settings.invariants ?? (settings.extends === undefined || base.invariants),
    groups: settings.groups ?? (settings.extends === undefined || base.groups),
    parties: settings.parties ?? (settings.extends === undefined || base.parties),
    ...(contention === undefined ? {} : { contention }),
    nonProduction: settings.non_production ?? base.nonProduction,
    holdHours: settings.hold_hours ?? base.holdHours,
    graceHours: settings.grace_hours ?? base.graceHours,
    delegationDays: settings.delegation_days ?? base.delegationDays,
    ...(maxDeferDays === undefined ? {} : { maxDeferDays }),
  };
}

/** A change that no rule covers is a question, unless the file says otherwise. */
function fallbackOf({ fallback, extends: from }: PolicyFile, base: Policy): RuleMatch {
  if (fallback === undefined && from !== undefined) return base.fallback;
  return {
    rule: 'no-rule',
    tier: fallback?.tier ?? 'rest',
    priority: 50,
    specificity: 0,
    outcome: fallback?.verdict ?? 'escalate',
    because: fallback?.because ?? 'No rule covers what {actor} ({class}) did: it {change}.',
    obligations: obligationsOf(fallback ?? {}),
    seen: [],
  };
}

function compileRule(places: Places, index: number, rule: PolicyRule): Result<GuardedRule> {
  const { id, description, tier, priority, when, verdict, because } = rule;
  const guard = when === undefined ? ok(undefined) : compileGuard(when);
  if (!guard.ok) {
    const { message, offset } = guard.error;
    return fail(problem(places, ['rules', index, 'when'], `Rule ${id}: ${message}`, offset));
  }
  const { file, line = 1 } = places(['rules', index, 'id']);
  return ok({
    id,
    description,
    tier,
    priority,
    guard: guard.value,
    outcome: verdict,
    because: because ?? '{actor} {change}.',
    obligations: obligationsOf(rule),
    place: `${file}:${line}`,
  });
}

type Consequence = Pick<PolicyRule, 'expires' | 'bounded' | 'requires'>;

function obligationsOf({ expires, bounded, requires }: Partial<Consequence>): Obligations {
  return {
    ...(expires === undefined ? {} : { expires }),
    ...(bounded === undefined ? {} : { bounded }),
    ...(requires === undefined ? {} : { requires }),
  };
}

/**
 * Finds references that do not resolve: unknown tiers, duplicate rule ids, and unknown rules to
 * leave out.
 */
function firstProblem(
  places: Places,
  settings: PolicyFile,
  tiers: readonly string[],
  base: Policy,
): Problem | undefined {
  const seen = new Set<string>();
  const choices = `The tiers are ${tiers.join(', ')}`;
  for (const [index, { id, tier }] of settings.rules.entries()) {
    if (seen.has(id)) {
      return problem(places, ['rules', index, 'id'], `There are two rules called ${id}`);
    }
    seen.add(id);
    if (tiers.includes(tier)) continue;
    return problem(places, ['rules', index, 'tier'], `There is no tier ${tier}. ${choices}`);
  }
  const { tier: codeTier } = settings.code ?? base.code;
  if (!tiers.includes(codeTier)) {
    return problem(
      places,
      ['code', 'tier'],
      `The code needs a tier: ${codeTier} is not one. ${choices}`,
    );
  }
  const known = new Set(base.rules.rules.map(({ id }) => id));
  const stray = settings.without.find((id) => !known.has(id));
  if (stray === undefined) return undefined;
  const path = ['without', settings.without.indexOf(stray)];
  return problem(places, path, `There is no rule ${stray} to leave out`);
}

function problem(
  places: Places,
  path: readonly (string | number)[],
  message: string,
  offset = 0,
): Problem {
  return {
    code: 'invalid-policy',
    message: `${message}.`,
    place: places(path, offset),
    hint: policyHint,
  };
}
