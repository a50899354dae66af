import { html } from 'hono/html';
import type { Outcome } from '../../../model/decision.ts';
import { displayText } from '../../../model/text.ts';
import { formatCount } from '../../../model/words.ts';
import type { RuleUse } from '../../../ports/store/shown.ts';
import { conditionClauses } from '../../../stages/policy/explain/condition.ts';
import type { GuardedRule } from '../../../stages/policy/guarded-rules.ts';
import { answerEffects } from '../intent/actions.ts';
import type { PageHtml } from '../look/layout.ts';
import { verdictBadge } from '../look/verdict.ts';
import type { StackPolicy } from './rules.ts';

export interface PolicyView {
  readonly stacks: readonly string[];
  readonly stack: string;
  /** Undefined where no scan reported a policy; a message where it cannot be read. */
  readonly found: StackPolicy | string | undefined;
  readonly uses: readonly RuleUse[];
  /** Number of days that are counted. */
  readonly days: number;
  readonly mayPropose: boolean;
}

/** The rules in order, how often each decided, and how people answered afterwards. */
export function policyPage(view: PolicyView): PageHtml {
  const { stacks, stack, found } = view;
  if (stacks.length === 0) return html`<h1>Policy</h1><p class="panel">No stack is set up yet.</p>`;
  return html`<h1>Policy of ${displayText(stack, 100)}</h1>
<form class="filters" method="get" action="/ui/policy"><label class="inline">Stack <select name="stack">${stacks.map((name) => html`<option value="${name}"${name === stack ? html` selected` : ''}>${name}</option>`)}</select></label><button>Show</button></form>
<div data-part="rules">${found === undefined ? html`<p class="panel">No scan has reported its policy yet. The next one will.</p>` : typeof found === 'string' ? html`<p class="note" role="alert">${found}</p>` : rulesPart(view, found)}</div>`;
}

function rulesPart({ stack, uses, days, mayPropose }: PolicyView, found: StackPolicy): PageHtml {
  const { policy, rules, file } = found;
  const known = new Set(rules.map(({ id }) => id));
  const others = uses.filter(({ rule }) => !known.has(rule));
  return html`<p class="lead">${displayText(policy.name, 80)}, ${file === undefined ? 'built into Parley' : html`<code>${displayText(file, 200)}</code>`}. ${displayText(policy.description, 300)} Of the rules that match, the first in the list decides. The counts are of intents of the last ${days} days.</p>
<p class="actions"><a class="button primary" href="/ui/policy/copy?stack=${encodeURIComponent(stack)}">${mayPropose ? 'Change a copy' : 'Try a copy'}</a></p>
${policy.tiers.map((tier, at) =>
  tierPart(
    tier,
    at,
    rules.filter((rule) => rule.tier === tier),
    uses,
  ),
)}
<section class="panel"><h2>Otherwise</h2><p>${verdictBadge(policy.fallback.outcome)} What no rule of the list is about.</p>
${others.length === 0 ? '' : html`<ul class="plain">${others.map((use) => html`<li><code>${displayText(use.rule, 100)}</code> ${verdictBadge(use.outcome)} ${useText([use])}</li>`)}</ul>`}</section>`;
}

function tierPart(
  tier: string,
  at: number,
  rules: readonly GuardedRule[],
  uses: readonly RuleUse[],
): PageHtml {
  if (rules.length === 0) return html``;
  return html`<section class="panel"><h2>${at + 1}. Tier ${displayText(tier, 60)}</h2><ol class="rules">${rules.map(
    (rule) =>
      ruleLine(
        rule,
        uses.filter((use) => use.rule === rule.id),
      ),
  )}</ol></section>`;
}

function ruleLine(
  { id, description, guard, outcome, place }: GuardedRule,
  uses: readonly RuleUse[],
): PageHtml {
  return html`<li><div><strong><code>${displayText(id, 100)}</code></strong> ${verdictBadge(outcome)}${place === undefined ? '' : html` <span class="faint">${displayText(place, 120)}</span>`}
${description === '' ? '' : html`<br>${displayText(description, 400)}`}
<br><span class="faint">${whenText(guard?.text)}</span></div><div class="ends">${useText(uses, outcome)}</div></li>`;
}

function whenText(guard: string | undefined): PageHtml {
  if (guard === undefined) return html`always`;
  const clauses = conditionClauses(guard);
  return clauses === undefined
    ? html`when <code>${displayText(guard.replaceAll(/\s+/g, ' '), 600)}</code>`
    : html`when ${displayText(clauses.join(', and '), 600)}`;
}

/** `12 times; answered: 3 accept, 1 wrong`. */
function useText(uses: readonly RuleUse[], outcome?: Outcome): PageHtml {
  const times = uses.reduce((sum, { intents }) => sum + intents, 0);
  if (times === 0) return html`<span class="faint">never</span>`;
  const answers = new Map<string, number>();
  for (const use of uses) {
    for (const [action, count] of use.answers) {
      const { name } = answerEffects[action];
      answers.set(name, (answers.get(name) ?? 0) + count);
    }
  }
  const other = uses.filter((use) => outcome !== undefined && use.outcome !== outcome);
  const answered = [...answers].sort().map(([name, count]) => `${count} ${name.toLowerCase()}`);
  return html`<strong>${formatCount(times, 'time')}</strong>${other.map((use) => html`<br><span class="faint">${use.intents} as ${use.outcome}</span>`)}<br><span class="faint">${answered.length === 0 ? 'nobody answered' : `answered: ${answered.join(', ')}`}</span>`;
}
