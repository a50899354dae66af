import { stringify } from 'yaml';
import { ok, type Result } from '../../model/result.ts';
import type { Policy } from '../arbitration/types.ts';
import { readPolicyFile } from './file/read.ts';
import { guardedRules, overlaid } from './guarded-rules.ts';

/** A position in the order of rules. */
export interface LearnedRank {
  readonly tier: string;
  readonly priority: number;
}

/** A proposed rule, in terms of facts. */
export interface RuleDraft extends LearnedRank {
  readonly id: string;
  readonly description: string;
  readonly class: string;
  readonly purpose: string;
  /** Principal of the only actor to whom it applies. */
  readonly actor?: string;
  /** Terraform type, and one of its fields. */
  readonly type?: string;
  readonly field?: string;
  /** Empty if the environment is unknown. */
  readonly environment?: string;
  readonly incident?: string;
  readonly verdict: 'accept' | 'reject';
}

/** The rules as text for `rules:` of a policy file. */
export function rulesText(drafts: readonly RuleDraft[]): string {
  return stringify({ rules: drafts.map(ruleOf) }, { lineWidth: 0 });
}

/** The policy with the rules added, parsed in the same way as a policy file. */
export function withRules(policy: Policy, drafts: readonly RuleDraft[]): Result<Policy> {
  const { tiers } = policy;
  const file = { apiVersion: 'parley/v1', name: policy.name, tiers: [...tiers], code: policy.code };
  const text = `${stringify(file)}${rulesText(drafts)}`;
  const read = readPolicyFile(text, 'suggested rules');
  if (!read.ok) return read;
  return ok({ ...policy, rules: overlaid(policy.rules, guardedRules(read.value.rules), []) });
}

function ruleOf(draft: RuleDraft) {
  const { id, description, tier, priority, verdict } = draft;
  return { id, description, tier, priority, when: conditionOf(draft), verdict };
}

const grants: ReadonlySet<string> = new Set(['accept', 'delegate', 'compromise']);

/**
 * The positions that a learned rule may have, weakest first: in tiers that grant something, above
 * their strongest granting rule. Habit does not override a tier that only refuses or asks, such as
 * security.
 */
export function learnedRanks({ tiers, code, rules }: Policy): readonly LearnedRank[] {
  const ranks: LearnedRank[] = [];
  for (const tier of tiers.slice(0, Math.max(0, tiers.indexOf(code.tier))).toReversed()) {
    const own = rules.rules.filter((rule) => rule.tier === tier);
    const granting = own.filter(({ outcome }) => grants.has(outcome));
    if (own.length > 0 && granting.length === 0) break;
    const strongest = Math.max(0, ...granting.map(({ priority }) => priority));
    if (granting.length > 0) ranks.push({ tier, priority: Math.min(100, strongest + 1) });
  }
  return ranks;
}

/** Requires a trusted actor, since nothing is approved on the strength of a claimed identity. */
function conditionOf(draft: RuleDraft): string {
  const { actor, purpose, type, field, environment, incident, verdict } = draft;
  const is = (fact: string, value: string) => `${fact} == ${JSON.stringify(value)}`;
  const place =
    environment === '' ? '!has(context.environment)' : is('context.environment', environment ?? '');
  return [
    is('actor.class', draft.class),
    ...(actor === undefined ? [] : [is('actor.principal', actor)]),
    'actor.trusted',
    is('intent.purpose', purpose),
    ...(type === undefined ? [] : [is('change.type', type)]),
    ...(field === undefined ? [] : [is('change.field', field)]),
    ...(environment === undefined ? [] : [place]),
    ...(incident === undefined ? [] : [is('context.incident', incident)]),
    // Habit never accepts severe harm, whether certain or possible.
    ...(verdict === 'accept' ? ['harm.severity < 3', 'harm.possible < 3'] : []),
  ].join(' && ');
}
