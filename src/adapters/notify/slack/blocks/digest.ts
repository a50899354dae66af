import { groupBy } from '../../../../model/group.ts';
import { compareInstants } from '../../../../model/instant.ts';
import type { Intent } from '../../../../model/intent.ts';
import { countOpen, openCountText } from '../../../../model/open-count.ts';
import {
  changersText,
  compareReverted,
  endingText,
  isWeakening,
  lengthText,
} from '../../../../model/passed.ts';
import type { Beside, Report } from '../../../../model/report.ts';
import type { Reverted } from '../../../../model/reverted.ts';
import { compareText } from '../../../../model/text.ts';
import {
  joinedMarkup,
  link,
  type Markup,
  markup,
  slackCode,
  slackProse,
  slackTime,
} from '../markup.ts';
import {
  actorText,
  counted,
  intentDecisions,
  intentOutcomes,
  intentUrgency,
  outcomeCounts,
  outcomesText,
} from './facts.ts';
import { context, header, limitItems, message, type SlackMessage, section } from './kit.ts';

const maxItems = 10;
const maxWeakenings = 5;
const maxBeside = 5;

/** The stack that a digest covers. */
export interface DigestOptions {
  readonly stack: string;
  /** Address of the full report. */
  readonly link?: string;
}

/** What a scan found: the counts, and the intents that most need a person. */
export function digestMessage(
  report: Report,
  { stack, link: address }: DigestOptions,
): SlackMessage {
  const counts = joinedMarkup(countParts(report), ', ');
  const top = urgentFirst(report);
  const whole = address === undefined ? undefined : link(address, 'Full report');
  return message(markup`Scan of ${slackProse(stack, 100)} (${counts})`, [
    header(`Scan of ${stack}`),
    ...section([counts, ...openLine(report), ...outcomeLine(report)]),
    ...section(limitItems(weakenings(report).map(weakenedLine), maxWeakenings)),
    ...section(
      limitItems(
        top.map((intent) => itemLine(report, intent)),
        maxItems,
      ),
    ),
    ...section(limitItems((report.beside ?? []).map(besideLine), maxBeside)),
    ...section(leftLines(report)),
    ...(whole === undefined ? [] : section([whole])),
    context(markup`${slackTime(report.startedAt)}, policy ${slackCode(report.policy)}`),
  ]);
}

/** The open drifts and questions, whether or not the log of this run contained them. */
function openLine(report: Report): readonly Markup[] {
  if (report.openDrifts === undefined) return [];
  const open = countOpen(report);
  const isNothing = open.open === 0 && open.closed === 0 && open.questions === undefined;
  return isNothing ? [] : [slackProse(openCountText(open), 100)];
}

function countParts(report: Report): readonly Markup[] {
  const { drifts, intents, proposals, openDrifts = [], openQuestions = [] } = report;
  if (drifts.length === 0) {
    const isNothing = openDrifts.length === 0 && openQuestions.length === 0;
    return [isNothing ? markup`no drift` : markup`nothing new`];
  }
  return [
    markup`${counted(drifts.length, markup`drift`)} in ${counted(intents.length, markup`intent`)}`,
    ...(proposals.length === 0 ? [] : [counted(proposals.length, markup`proposal`)]),
  ];
}

function outcomeLine({ decisions }: Report): readonly Markup[] {
  const groups = groupBy(decisions, ({ verdict }) => verdict.outcome);
  return outcomeCounts(new Map([...groups].map(([outcome, own]) => [outcome, own.length])));
}

function itemLine(report: Report, intent: Intent): Markup {
  const verdict = outcomesText(intentDecisions(report, intent));
  return markup`• *${verdict}* ${slackProse(intent.summary, 120)}, ${actorText(intent)} ${slackCode(intent.id, 40)}`;
}

/**
 * Changes that left the estate less protected for a while, once for all fields that one call
 * changed.
 */
function weakenings({ reverted }: Report): readonly Reverted[] {
  const weak = [...reverted].filter(isWeakening).sort(compareReverted);
  const once = groupBy(weak, ({ address, sentence, window }) =>
    JSON.stringify([address, sentence, window]),
  );
  return [...once.values()].flatMap(([first]) => first ?? []);
}

function weakenedLine(reverted: Reverted): Markup {
  const length = lengthText(reverted);
  const head =
    length === undefined ? markup`*Weakened*` : markup`*Weakened for ${slackProse(length)}*`;
  const { summary = '', window } = reverted;
  const what = markup`${slackProse(summary, 160)}; ${slackProse(endingText(reverted), 120)}`;
  return markup`• ${head}: ${what}. By ${slackProse(changersText(reverted), 120)} at ${slackTime(window.from)}, ${slackCode(reverted.address, 120)}`;
}

/** Who changed an unmanaged resource, and the managed resource that it belongs to. */
function besideLine({ name, on, what, by, window }: Beside): Markup {
  const who = slackProse(by.join(', '), 120);
  return markup`• *Unmanaged change on* ${slackCode(on, 120)}: ${who} ${slackProse(what)} ${slackProse(name, 120)} at ${slackTime(window.to)}`;
}

function leftLines(report: Report): readonly Markup[] {
  const { unresolved, reverted, pending = [], contentions = [], unknownOperations = [] } = report;
  const lines: readonly (readonly [number, Markup])[] = [
    [unresolved.length, markup`Needs a person`],
    [contentions.length, markup`Contentions between automations`],
    [pending.length, markup`Not explained by any event yet`],
    [unknownOperations.length, markup`Unknown operations`],
    [reverted.length, markup`Did not last`],
  ];
  return lines.flatMap(([n, what]) => (n === 0 ? [] : [markup`${what}: ${n}`]));
}

/** The intents that most need a person first, then the newest. */
export function urgentFirst(report: Report): readonly Intent[] {
  return [...report.intents].sort((a, b) => compareIntents(report, a, b));
}

function compareIntents(report: Report, a: Intent, b: Intent): number {
  const [left, right] = [a, b].map((each) =>
    intentUrgency(intentOutcomes(intentDecisions(report, each))[0]),
  );
  const byVerdict = (left ?? 0) - (right ?? 0);
  if (byVerdict !== 0) return byVerdict;
  return compareInstants(b.window.to, a.window.to) || compareText(a.id, b.id);
}
