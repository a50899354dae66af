import type { Outcome, Party, Verdict } from '../../../model/decision.ts';
import { displayText } from '../../../model/text.ts';
import { notYetRule, type VerdictDraft } from '../case/draft.ts';
import { isActing, isOvertaken, rivalRank } from '../case/rivals.ts';
import type { Worded } from '../case/verdict.ts';
import { compareRanks } from '../order/rank.ts';
import { explainSide, participles } from './text.ts';

/** The verdict of one of the parties of a field. */
export interface SettledParty extends Worded {
  readonly draft: VerdictDraft;
}

/** How many of the other parties a sentence names. */
const maxNamed = 4;

/** Groups of outcomes by which the verdicts on a field are sorted: from granted to left alone. */
const weights: readonly (readonly Outcome[])[] = [
  ['accept', 'delegate', 'compromise'],
  ['escalate'],
  ['defer'],
  ['reject', 'expired'],
  ['noop'],
];

/**
 * All parties that want something of one field, the deciding one first; undefined if there is only
 * one.
 */
export function explainedParties(field: readonly SettledParty[]): readonly Party[] | undefined {
  const [first] = field;
  if (first === undefined || field.length < 2) return undefined;
  const sorted = [...field].sort(byWeight);
  return sorted.map(({ draft, verdict }, index) => {
    const { intent, want, wanted } = draft.case;
    return {
      intent: intent.id,
      name: displayText(intent.actor.name, 80),
      class: intent.actor.class,
      value: wanted.live,
      want,
      declared: !isActing(draft),
      live: isActing(draft) && !isOvertaken(draft),
      decides: index === 0,
      outcome: verdict.outcome,
      rule: verdict.rule,
    };
  });
}

function byWeight(a: SettledParty, b: SettledParty): number {
  return (
    Number(isLater(a)) - Number(isLater(b)) ||
    weightOf(a) - weightOf(b) ||
    Number(carries(b)) - Number(carries(a)) ||
    waiting(a) - waiting(b) ||
    compareRanks(rivalRank(a.draft), rivalRank(b.draft))
  );
}

function weightOf({ verdict }: SettledParty): number {
  return weights.findIndex((outcomes) => outcomes.includes(verdict.outcome));
}

/** An intent that is declared for later decides nothing yet. */
function isLater({ verdict }: SettledParty): boolean {
  return verdict.rule === notYetRule;
}

/** Of the parties that agree on a value, only one writes it. */
function carries({ draft, verdict }: SettledParty): boolean {
  return verdict.outcome !== 'compromise' || draft.value !== undefined;
}

/**
 * Sorts parties that ask or hold before those that wait for them, and live values before replaced
 * ones.
 */
function waiting({ draft, verdict }: SettledParty): number {
  if (waits(verdict.rule)) return 1;
  const isRefusal = verdict.outcome === 'reject' || verdict.outcome === 'expired';
  return isRefusal && (isOvertaken(draft) || !isActing(draft)) ? 1 : 0;
}

function waits(rule: string): boolean {
  return rule === 'open-question' || rule === 'held';
}

/** Adds to the verdict's reason that other parties acted on the field too. */
export function withRivals(
  verdict: Verdict,
  own: string,
  parties: readonly Party[],
  type: string,
): Verdict {
  const actors = parties.filter(({ declared }) => !declared);
  const [decider] = parties;
  const self = parties.find(({ intent }) => intent === own);
  if (actors.length < 2 || decider === undefined || self === undefined || self.declared) {
    return verdict;
  }
  const sentences =
    self === decider
      ? decidersText(verdict, decider, actors, applied(type))
      : losersText(self, decider);
  return { ...verdict, because: [verdict.because, ...sentences].join(' ') };
}

/** Only Kubernetes types contain a slash: the type of a cluster object includes its API group. */
function applied(type: string): string {
  return type.includes('/') ? 'an apply of the manifests' : '`terraform apply`';
}

function decidersText(
  { outcome }: Verdict,
  decider: Party,
  actors: readonly Party[],
  apply: string,
): readonly string[] {
  const others = actors.filter((one) => one.intent !== decider.intent);
  const live = others.find((one) => one.live);
  const rest = others.filter((one) => one !== live);
  return [
    ...(live === undefined ? [] : [liveText(outcome, decider, live, apply)]),
    ...(rest.length === 0 ? [] : [othersText(rest)]),
  ];
}

function liveText(outcome: Outcome, { name, value }: Party, live: Party, apply: string): string {
  const what = `The live value is ${explainSide(live.value)}, set by ${live.name} (${verdictText(live)})`;
  switch (outcome) {
    case 'accept':
      return `${what}: the code gets ${explainSide(value)}, and ${apply} sets it.`;
    case 'compromise':
      return `${what}: ${apply} sets what the code gets.`;
    case 'delegate':
      return `${what}: the code leaves the field to ${name}, and ${apply} does not touch it, so it stays until ${name} sets it again.`;
    default:
      return `${what}, and it stays until then.`;
  }
}

function othersText(others: readonly Party[]): string {
  const named = others
    .slice(0, maxNamed)
    .map((one) => `${explainSide(one.value)} by ${one.name} (${verdictText(one)})`);
  const more = others.length - named.length;
  return `Also set: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

function verdictText({ outcome, rule }: Party): string {
  return `${participles[outcome]}, ${rule}`;
}

function losersText(self: Party, decider: Party): readonly string[] {
  const { name, value } = decider;
  if (self.outcome === 'compromise' && decider.outcome === 'compromise') return [];
  if (decider.outcome === 'escalate' || decider.outcome === 'defer') {
    if (waits(self.rule)) return [];
    const what = self.live ? 'This is live, but the field' : 'The field';
    return [
      `${what} is still undecided: ${name} wants ${explainSide(value)} (${verdictText(decider)}).`,
    ];
  }
  const live = self.live ? 'This is live, but what counts' : 'What counts';
  return [`${live} is what ${name} wants: ${explainSide(value)} (${verdictText(decider)}).`];
}

/** One line for each party that acted, if there are several. */
export function partyLines(parties: readonly Party[]): readonly string[] {
  const actors = parties.filter(({ declared }) => !declared);
  if (actors.length < 2) return [];
  return actors.map((one) => {
    const live = one.live ? ', which is live' : '';
    const decides = one.decides ? ', which decides' : '';
    return `${one.name} (${one.class}) wants ${explainSide(one.value)}${live}: ${participles[one.outcome]} by rule ${one.rule}${decides}.`;
  });
}
