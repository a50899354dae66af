import { stringify } from 'yaml';
import type { Policy } from '../arbitration/types.ts';
import { ok, type Result } from '../model/result.ts';
import { readPolicyFile } from './file/read.ts';
import { guardedRules, overlaid } from './guarded-rules.ts';

/** A rule to be, in words of the facts. */
export interface RuleDraft {
  readonly id: string;
  readonly description: string;
  readonly class: string;
  readonly purpose: string;
  /** Empty for a place whose environment is unknown. */
  readonly environment?: string;
  readonly incident?: string;
  readonly verdict: 'accept' | 'reject';
}

/** Rules as they go under `rules:` of a policy file. */
export function rulesText(drafts: readonly RuleDraft[], policy: Policy): string {
  return stringify({ rules: drafts.map((draft) => ruleOf(draft, policy)) }, { lineWidth: 0 });
}

/** The policy as it would be with the rules, read the way a file is read. */
export function withRules(policy: Policy, drafts: readonly RuleDraft[]): Result<Policy> {
  const { tiers } = policy;
  const file = { apiVersion: 'parley/v1', name: policy.name, tiers: [...tiers], code: policy.code };
  const text = `${stringify(file)}${rulesText(drafts, policy)}`;
  const read = readPolicyFile(text, 'suggested rules');
  if (!read.ok) return read;
  return ok({ ...policy, rules: overlaid(policy.rules, guardedRules(read.value.rules), []) });
}

function ruleOf(draft: RuleDraft, { tiers, code }: Policy) {
  const { id, description, verdict } = draft;
  const above = tiers[tiers.indexOf(code.tier) - 1];
  const rank =
    above === undefined ? { tier: code.tier, priority: 100 } : { tier: above, priority: 60 };
  return { id, description, ...rank, when: conditionOf(draft), verdict };
}

/** Claimed identities are left out: nothing is approved for who somebody says to be. */
function conditionOf({ class: actor, purpose, environment, incident }: RuleDraft): string {
  const is = (fact: string, value: string) => `${fact} == ${JSON.stringify(value)}`;
  const place =
    environment === '' ? '!has(context.environment)' : is('context.environment', environment ?? '');
  return [
    is('actor.class', actor),
    'actor.trusted',
    is('intent.purpose', purpose),
    ...(environment === undefined ? [] : [place]),
    ...(incident === undefined ? [] : [is('context.incident', incident)]),
  ].join(' && ');
}
