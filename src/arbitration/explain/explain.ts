import type { Intent } from '../../model/intent.ts';
import { displayText } from '../../model/text.ts';
import type { Case } from '../case.ts';
import type { Draft } from '../draft.ts';
import { firstDifference } from '../order/rank.ts';
import type { Match, Selection } from '../order/select.ts';
import { conditionText, holds } from '../order/select.ts';
import type { DecideInput, Rule } from '../types.ts';
import { counterfactuals } from './counterfactual.ts';

/** How many rules that almost matched are named. */
const mostMisses = 2;

/** Line by line: what matched, what lost to it, who gave way, what is missing, what would change it. */
export function explain({ policy }: DecideInput, draft: Draft): readonly string[] {
  const { case: own, selection, overruled } = draft;
  return [
    matchLine(own, selection.top, policy.fallback),
    ...runnerUp(selection),
    ...(overruled === undefined ? [] : [`Overruled by ${overruled.rule}: ${overruled.because}`]),
    ...blameLines(draft),
    ...missingLines(policy.rules, own),
    ...historyLines(own.intent, own),
    ...(overruled === undefined ? counterfactuals(policy, own, selection) : []),
  ];
}

function matchLine(own: Case, { rule }: Match, fallback: Rule): string {
  if (rule === fallback) return `No rule matched, so ${rule.id} decides.`;
  const seen = rule.when.map((condition) => conditionText(condition, own.facts)).join(', ');
  const because = seen === '' ? 'always' : seen;
  return `Rule ${rule.id} (${rule.tier}, ${rule.priority}) matched: ${because}.`;
}

function runnerUp({ top, others }: Selection): readonly string[] {
  const [next] = others;
  if (next === undefined) return [];
  const component = firstDifference(top.rank, next.rank) ?? 'id';
  const [won, lost] =
    component === 'tier'
      ? [top.rule.tier, next.rule.tier]
      : [String(top.rank[component]), String(next.rank[component])];
  const outcome = next.rule.then.outcome;
  return [
    `Rule ${next.rule.id} (${outcome}) matched, too, and lost on ${component}: ${won} before ${lost}.`,
  ];
}

function blameLines({ settlement, case: own }: Draft): readonly string[] {
  return settlement.defeated
    .filter(({ claim }) => claim.id === 'code' || claim.id === own.intent.id)
    .map(({ claim, blame }) => {
      const who = claim.id === 'code' ? 'The code' : 'The change';
      const winners = blame.map(({ id }) => (id === own.intent.id ? 'the change' : id));
      const [winner] = blame;
      const component = winner === undefined ? undefined : firstDifference(winner.rank, claim.rank);
      return `${who} gives way to ${winners.join(' and ')}, which ranks higher on ${component ?? 'nothing'}.`;
    });
}

/** A rule that failed only for want of a fact: a person may be able to supply it. */
function missingLines(rules: readonly Rule[], { facts }: Case): readonly string[] {
  return rules
    .filter(({ when }) => {
      const failed = when.filter((condition) => !holds(condition, facts));
      return failed.length > 0 && failed.every(({ fact }) => facts[fact] === undefined);
    })
    .slice(0, mostMisses)
    .map(({ id, when }) => {
      const missing = when.filter(({ fact }) => facts[fact] === undefined).map(({ fact }) => fact);
      return `Rule ${id} could not be tested: ${missing.join(', ')} is unknown.`;
    });
}

function historyLines(intent: Intent, { drift, calendar }: Case): readonly string[] {
  const earlier = intent.supersedes?.filter((one) => one.drift === drift.id) ?? [];
  const lines = earlier.map(
    ({ actor, events }) =>
      `It overwrites what ${displayText(actor.name, 80)} set before (${events.length} events).`,
  );
  if (intent.ticket === undefined) return lines;
  const known = calendar.incidentId === intent.ticket;
  const claim = `${displayText(intent.ticket, 40)} was named by the caller, which proves nothing`;
  return [...lines, known ? `${claim}; the incident itself is on record.` : `${claim}.`];
}
