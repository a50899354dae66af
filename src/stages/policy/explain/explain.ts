import type { Outcome } from '../../../model/decision.ts';
import { ok, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { Obligations } from '../../arbitration/rules/types.ts';
import type { Policy } from '../../arbitration/types.ts';
import { builtInFile } from '../built-in/files.ts';
import type { ReadPolicy } from '../file/parse.ts';
import { readPolicyFile } from '../file/read.ts';
import type { GuardedRule } from '../guarded-rules.ts';
import { conditionClauses } from './condition.ts';
import { outcomeClauses } from './words.ts';

/** A policy as prose, including the rules that it inherits from the policy it extends. */
export function explainPolicy(read: ReadPolicy): Result<string> {
  const inherited = inheritedRules(read);
  if (!inherited.ok) return inherited;
  return ok(policyProse(read.policy, [...inherited.value, ...read.rules]));
}

function inheritedRules({ settings, rules }: ReadPolicy): Result<readonly GuardedRule[]> {
  const text = settings.extends === undefined ? undefined : builtInFile(settings.extends);
  if (text === undefined) return ok([]);
  const base = readPolicyFile(text, settings.extends ?? '');
  if (!base.ok) return base;
  const gone = new Set([...settings.without, ...rules.map(({ id }) => id)]);
  return ok(base.value.rules.filter(({ id }) => !gone.has(id)));
}

/**
 * The content of a policy tier by tier, strongest first, as Markdown that is also readable as plain
 * text.
 */
function policyProse(policy: Policy, rules: readonly GuardedRule[]): string {
  const { name, description, tiers, fallback } = policy;
  const parts = tiers.flatMap((tier, index) => {
    const own = rules.filter((rule) => rule.tier === tier);
    const entries = [...own]
      .sort((a, b) => b.priority - a.priority)
      .map((rule) => ruleText(policy, rule));
    const code = tier === policy.code.tier ? [codeText(policy)] : [];
    const rest =
      tier === fallback.tier
        ? [`- otherwise: ${happens(policy, fallback.outcome, fallback.obligations)}.`]
        : [];
    const all = [...entries, ...code, ...rest];
    return all.length === 0 ? [] : [`${index + 1}. tier ${tier}`, '', ...all, ''];
  });
  return [
    `${displayText(name, 80)}: ${displayText(description, 300)}`,
    '',
    'Of the rules that match, the first in this list decides; of those of the same priority, the actor with more authority.',
    '',
    ...parts,
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

function ruleText(policy: Policy, rule: GuardedRule): string {
  const { id, description, guard, outcome, obligations, priority } = rule;
  const why = description === '' ? '' : ` ${displayText(description, 300)}`;
  const ranked = priority === 50 ? '' : ` (priority ${priority})`;
  return [
    `- ${id}${ranked}:${why}`,
    `  ${whenText(guard?.text)}: ${happens(policy, outcome, obligations)}.`,
  ].join('\n');
}

/** The condition in words, or as written if there are no words for part of it. */
function whenText(guard: string | undefined): string {
  if (guard === undefined) return 'Always';
  const clauses = conditionClauses(guard);
  if (clauses === undefined) return `When \`${displayText(guard.replaceAll(/\s+/g, ' '), 2000)}\``;
  const last = clauses.at(-1) ?? '';
  const first = clauses.slice(0, -1);
  return `When ${first.length === 0 ? last : `${first.join(', ')}, and ${last}`}`;
}

function codeText({ code }: Policy): string {
  return `- the code itself (priority ${code.priority}): what it says outranks everything weaker.`;
}

function happens(policy: Policy, outcome: Outcome, obligations: Obligations): string {
  const { expires, bounded, requires = [] } = obligations;
  const within = bounded === true && outcome === 'delegate' ? ' within the declared bounds' : '';
  const needs = requires.length === 0 ? '' : `, with a ${requires.join(' and a ')}`;
  return `${outcomeClauses[outcome]}${within}${untilText(policy, expires)}${needs}`;
}

function untilText({ delegationDays }: Policy, expires: Obligations['expires']): string {
  switch (expires) {
    case undefined:
      return '';
    case 'term':
      return ` for ${delegationDays} days`;
    case 'hold':
      return ' until the hold of the incident ends';
    case 'freeze':
      return ' until the freeze ends';
    default:
      return 'hours' in expires ? ` for ${expires.hours} hours` : ` until ${expires.at}`;
  }
}
