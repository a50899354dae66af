import { stringify } from 'yaml';
import { ok, type Result } from '../../model/result.ts';
import type { Policy } from '../arbitration/types.ts';
import { readPolicyFile } from './file/read.ts';
import { guardedRules, overlaid } from './guarded-rules.ts';

/** A place in the order of rules. */
export interface LearnedRank {
  readonly tier: string;
  readonly priority: number;
}

/** A rule to be, in words of the facts. */
export interface RuleDraft extends LearnedRank {
  readonly id: string;
  readonly description: string;
  readonly class: string;
  readonly purpose: string;
  /** Principal of the one actor that it is about. */
  readonly actor?: string;
  /** Terraform type, and a field of it. */
  readonly type?: string;
  readonly field?: string;
  /** Empty for a place whose environment is unknown. */
  readonly environment?: string;
  readonly incident?: string;
  readonly verdict: 'accept' | 'reject';
}

/** Rules as they go under `rules:` of a policy file. */
export function rulesText(drafts: readonly RuleDraft[]): string {
  return stringify({ rules: drafts.map(ruleOf) }, { lineWidth: 0 });
}

/** The policy as it would be with the rules, read the way a file is read. */
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
 * Where a learned rule may stand, weakest first: in tiers that grant something, above the strongest
 * rule that does. A tier that only refuses or asks, such as security, is not overruled by habit.
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

/** Claimed identities are left out: nothing is approved for who somebody says to be. */
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
    // Habit never lets severe harm in, nor what may be.
    ...(verdict === 'accept' ? ['harm.severity < 3', 'harm.possible < 3'] : []),
  ].join(' && ');
}
