import type { Contest, Grounds, MatchedRule, Party } from '../../../model/decision.ts';
import type { Intent } from '../../../model/intent.ts';
import { displayText } from '../../../model/text.ts';
import type { Case } from '../case/case.ts';
import type { VerdictDraft } from '../case/draft.ts';
import { firstDifference } from '../order/rank.ts';
import { partyLines } from './parties.ts';
import { participles } from './text.ts';

/** How many of the rules that could not be tested are named. */
const maxUntested = 2;
const longestValue = 80;

/**
 * One line each: what matched, what lost to it, which parties gave way, what is missing, and what
 * would change the verdict.
 */
export function explanationLines(
  draft: VerdictDraft,
  grounds: Grounds,
  parties: readonly Party[] = [],
): readonly string[] {
  const { case: own, selection, overruled } = draft;
  const matched = grounds.rules.map((rule) => matchLine(rule));
  return [
    matched[0] ?? `No rule matched, so ${selection.top.rule.rule} decides.`,
    ...runnerUp(draft, grounds),
    ...lapsedLines(draft),
    ...(overruled === undefined ? [] : [`Overruled by ${overruled.rule}: ${overruled.because}`]),
    ...(draft.notApplied === undefined ? [] : [draft.notApplied]),
    ...grounds.concessions,
    ...partyLines(parties),
    ...grounds.contests.flatMap((contest) => contestLine(own.intent, contest, parties)),
    ...grounds.untested
      .slice(0, maxUntested)
      .map(({ rule, why }) => `Rule ${rule} could not be tested: ${displayText(why, 160)}.`),
    ...historyLines(own, parties),
    ...grounds.counterfactuals.map(
      ({ condition, outcome, rule }) =>
        `It would be ${participles[outcome]} ${condition} (rule ${rule}).`,
    ),
  ];
}

function matchLine(matched: MatchedRule): string {
  const { rule, weight, seen } = matched;
  const values = seen.map(({ name, value }) => {
    const shown = value === null ? 'unknown' : `= ${displayText(String(value), longestValue)}`;
    return `${name} ${shown}`;
  });
  const because = values.length === 0 ? 'always' : values.join(', ');
  return `Rule ${rule} (${weight.tier}, ${weight.priority})${at(matched)} matched: ${because}.`;
}

function runnerUp(
  { selection: { top, others } }: VerdictDraft,
  { rules }: Grounds,
): readonly string[] {
  const [winner, loser] = rules;
  const [next] = others;
  if (winner === undefined || loser === undefined || next === undefined) return [];
  const component = firstDifference(top.rank, next.rank) ?? 'id';
  const [won, lost] = [winner.weight[component], loser.weight[component]];
  return [
    `Rule ${loser.rule} (${loser.outcome})${at(loser)} also matched, but lost on ${component}: ${won} ranks above ${lost}.`,
  ];
}

function lapsedLines({ selection: { lapsed } }: VerdictDraft): readonly string[] {
  return lapsed.map(
    ({ rule: { rule, outcome }, ended }) =>
      `Rule ${rule} (${outcome}) also matched, but had expired at ${ended}.`,
  );
}

function at({ place }: MatchedRule): string {
  return place === undefined ? '' : ` at ${displayText(place, 120)}`;
}

function contestLine(
  { id }: Intent,
  { loser, blame, decidedBy }: Contest,
  parties: readonly Party[],
): readonly string[] {
  const known = (party: string): string => {
    const found = parties.find(({ intent, declared }) => intent === party && !declared);
    return found === undefined ? party : `${found.name} (${party})`;
  };
  const name = (party: string): string => (party === id ? 'the change' : known(party));
  const who = loser === 'code' ? 'The code' : loser === id ? 'The change' : known(loser);
  if (blame.length === 0) return [`What ${name(loser)} wants is impossible.`];
  const winners = blame.map(({ party }) => name(party));
  const verb = winners.length === 1 ? 'ranks' : 'rank';
  return [
    `${who} gives way to ${winners.join(' and ')}, which ${verb} higher on ${decidedBy ?? 'nothing'}.`,
  ];
}

function historyLines(
  { intent, drift, calendar }: Case,
  parties: readonly Party[],
): readonly string[] {
  const named = new Set(parties.map((party) => party.name));
  const earlier = (intent.supersedes ?? []).filter(
    (one) => one.drift === drift.id && !named.has(displayText(one.actor.name, 80)),
  );
  const lines = earlier.map(
    ({ actor, events }) =>
      `It overwrites what ${displayText(actor.name, 80)} set before (${events.length} events).`,
  );
  if (intent.ticket === undefined) return lines;
  const known = calendar.incidentId === intent.ticket;
  const claim = `${displayText(intent.ticket, 40)} is claimed by the caller, which proves nothing`;
  return [...lines, known ? `${claim}; the incident itself is on record.` : `${claim}.`];
}
