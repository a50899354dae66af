import type { Actor } from '../../../../model/actor.ts';
import { boundsText } from '../../../../model/bounds.ts';
import type { Decision, Outcome, Verdict } from '../../../../model/decision.ts';
import { endText } from '../../../../model/end-text.ts';
import type { Intent } from '../../../../model/intent.ts';
import type { Report } from '../../../../model/report.ts';
import {
  type IntentAccount,
  intentAccount,
  reasonText,
  type SharedReason,
  sharedReasons,
} from '../../../../stages/arbitration/explain/account.ts';
import {
  joinedMarkup,
  link,
  type Markup,
  markup,
  slackCode,
  slackProse,
  slackSpan,
  slackTime,
} from '../markup.ts';
import { context, header, limitItems, type SlackBlock, section } from './kit.ts';

const maxPlaces = 10;
const maxPaths = 5;
const maxVerdicts = 6;
const maxSites = 3;

export type FactLimits = NonNullable<Verdict['bounds']>;

/** The stack of an intent, and the proposal that was made for it. */
export interface ShownFacts {
  readonly stack: string;
  /** Its current state on the forge; defaults to that of the report. */
  readonly proposal?: ShownProposal;
}

export interface ShownProposal {
  /** `#7`, or the name of a branch. */
  readonly label: string;
  readonly location: string;
  readonly state: string;
}

/**
 * What is known about one intent: who, what, when, where, what was decided and how it was proved.
 */
export function factBlocks(
  report: Report,
  intent: Intent,
  shown: ShownFacts,
): readonly SlackBlock[] {
  const decisions = intentDecisions(report, intent);
  const account = intentAccount(intent, decisions);
  return [
    header(intent.summary),
    ...section([...whoLines(account), ...placeLines(account)]),
    ...section(verdictLines(decisions)),
    ...section([...proofLines(report, intent), ...proposalLines(report, intent, shown)]),
    context(
      markup`stack ${slackCode(shown.stack)}, intent ${slackCode(intent.id)}, policy ${slackCode(report.policy)}`,
    ),
  ];
}

export function intentDecisions(report: Report, { id }: Intent): readonly Decision[] {
  return report.decisions.filter(({ intent }) => intent === id);
}

/** The outcomes of decisions, the most urgent first: `escalate, accept`. */
export function intentOutcomes(decisions: readonly Decision[]): readonly Outcome[] {
  const found = new Set(decisions.map(({ verdict }) => verdict.outcome));
  return byUrgency.filter((outcome) => found.has(outcome));
}

/** The outcomes of decisions in words: `escalate, accept`. */
export function outcomesText(decisions: readonly Decision[]): Markup {
  const outcomes = intentOutcomes(decisions).map((outcome) => slackProse(outcome, 20));
  return outcomes.length === 0 ? markup`not decided` : joinedMarkup(outcomes, ', ');
}

/** One line with the numbers that are not 0: `*escalate* 2, *accept* 1`. */
export function outcomeCounts(counts: ReadonlyMap<Outcome, number>): readonly Markup[] {
  const parts = byUrgency.flatMap((outcome) => {
    const n = counts.get(outcome) ?? 0;
    return n === 0 ? [] : [markup`*${slackProse(outcome, 20)}* ${n}`];
  });
  return parts.length === 0 ? [] : [joinedMarkup(parts, ', ')];
}

/** `1 drift`, `2 drifts`. */
export function counted(n: number, noun: Markup): Markup {
  return n === 1 ? markup`${n} ${noun}` : markup`${n} ${noun}s`;
}

/** Outcomes that wait for a person come first. */
const byUrgency: readonly Outcome[] = [
  'escalate',
  'reject',
  'expired',
  'compromise',
  'delegate',
  'accept',
  'defer',
  'noop',
];

export function actorText({ actor }: { readonly actor: Pick<Actor, 'name' | 'class'> }): Markup {
  return markup`${slackProse(actor.name, 100)} (${slackProse(actor.class, 20)})`;
}

function whoLines({ who, isClaimed, when, ticket }: IntentAccount): readonly Markup[] {
  const claimed = markup`recognized by signature ${slackCode(who.signature, 80)}, which the caller could have chosen`;
  return [
    markup`*Who* ${actorText({ actor: who })}, ${slackCode(who.principal)}`,
    ...(isClaimed ? [claimed] : []),
    markup`*When* ${slackSpan(when)}`,
    ...(ticket === undefined ? [] : [markup`*Ticket* ${slackProse(ticket, 80)} (claimed)`]),
  ];
}

/** Lists each address once, with the paths that changed there. */
function placeLines({ places }: IntentAccount): readonly Markup[] {
  const lines = places.map(({ address, fields }) => {
    const named = fields.filter((field) => field !== '').map((field) => slackCode(field, 120));
    const shown = limitItems(named, maxPaths);
    return joinedMarkup(
      [slackCode(address), ...(shown.length === 0 ? [] : [joinedMarkup(shown, ', ')])],
      ' ',
    );
  });
  return lines.length === 0 ? [] : [markup`*Where*`, ...limitItems(lines, maxPlaces)];
}

/** One line for each outcome and rule: decisions that share them differ only in the place. */
export function verdictLines(decisions: readonly Decision[]): readonly Markup[] {
  const reasons = sharedReasons(decisions, ({ expires, bounds }) => [expires, bounds]);
  const inOrder = reasons.toSorted(
    ({ decision: a }, { decision: b }) =>
      intentUrgency(a.verdict.outcome) - intentUrgency(b.verdict.outcome),
  );
  return limitItems(inOrder.map(verdictLine), maxVerdicts);
}

export function intentUrgency(outcome: Outcome | undefined): number {
  return outcome === undefined ? byUrgency.length : byUrgency.indexOf(outcome);
}

/** `*Verdict: delegate* within 2 to 6 until the end of 2026-06-13 by rule x: because`. */
export function verdictLine(reason: SharedReason): Markup {
  const { verdict } = reason.decision;
  const { outcome, rule, expires } = verdict;
  const until = expires === undefined ? markup`` : markup` until ${endMarkup(expires)}`;
  const limits = verdict.bounds === undefined ? markup`` : boundsMarkup(verdict.bounds);
  return markup`*Verdict: ${slackProse(outcome, 20)}*${limits}${until} by rule ${slackCode(rule, 100)}: ${slackProse(reasonText(reason), 660)}`;
}

/** The last day, as the reason states it, or the moment. */
function endMarkup(expires: string): Markup {
  const end = endText(expires);
  return end === expires ? slackTime(expires) : slackProse(end, 60);
}

/** ` within 2 to 6`; empty without limits. */
export function boundsMarkup(bounds: FactLimits): Markup {
  const text = boundsText(bounds);
  return text === '' ? markup`` : markup` ${slackProse(text, 60)}`;
}

function proofLines(report: Report, { id }: Intent): readonly Markup[] {
  const patch = report.patches.find(({ intent }) => intent === id);
  const refused = report.unresolved.filter(({ intent }) => intent === id);
  if (patch === undefined) {
    const [first] = refused;
    return first === undefined ? [] : [markup`*No patch* ${slackProse(first.reason, 400)}`];
  }
  const { level, passed } = patch.verification;
  const state = passed
    ? markup`verified up to ${slackProse(level, 20)}`
    : markup`failed at ${slackProse(level, 20)}`;
  const sites = patch.site.split('\n').filter((site) => site !== '');
  return [
    markup`*Patch* ${state}`,
    ...limitItems(
      sites.map((site) => markup`edits ${slackCode(site, 300)}`),
      maxSites,
    ),
  ];
}

function proposalLines(report: Report, intent: Intent, shown: ShownFacts): readonly Markup[] {
  const proposal = messageProposal(report, intent, shown);
  if (proposal === undefined) return [];
  return [markup`*Proposal* ${proposalText(proposal)} (${slackProse(proposal.state, 20)})`];
}

export function messageProposal(
  report: Report,
  { id }: Intent,
  shown: ShownFacts,
): ShownProposal | undefined {
  if (shown.proposal !== undefined) return shown.proposal;
  const reported = report.proposals.find(({ intent }) => intent === id);
  return reported === undefined ? undefined : { ...reported, label: reported.branch };
}

/** A link if the location is a web page, else the label as code. */
export function proposalText({ label, location }: ShownProposal): Markup {
  return link(location, label) ?? slackCode(label, 150);
}
