import type { Decision } from '../../../../model/decision.ts';
import { groupBy } from '../../../../model/group.ts';
import type { Intent } from '../../../../model/intent.ts';
import type { Report } from '../../../../model/report.ts';
import { shortPath } from '../../../../model/short-path.ts';
import { participles } from '../../../../stages/arbitration/explain/text.ts';
import {
  joinedMarkup,
  type Markup,
  markup,
  slackCode,
  slackProse,
  slackSentence,
} from '../markup.ts';
import { urgentFirst } from './digest.ts';
import { actorText, intentDecisions, verdictLine, verdictLines } from './facts.ts';
import {
  context,
  limitItems,
  message,
  type SlackBlock,
  type SlackMessage,
  section,
} from './kit.ts';

const maxGroups = 12;
const maxPlaces = 6;
const maxIntents = 10;
const maxReasons = 8;
const maxElse = 3;

/** The reasons of a decision, as a reply in the thread of its message. */
export function whyReply(report: Report, intent: Intent): SlackMessage {
  const groups = alike(intentDecisions(report, intent));
  const left = groups.slice(maxGroups).flat().length;
  return message(markup`Why: ${slackProse(intent.summary, 150)}`, [
    ...section([
      markup`*Why* ${slackProse(intent.summary, 300)}`,
      markup`*Purpose* ${slackProse(intent.purpose, 30)}, ${Math.round(intent.confidence * 100)} % sure (by rule ${slackCode(intent.rule, 80)})`,
    ]),
    ...groups.slice(0, maxGroups).flatMap(reasonBlocks),
    ...(left > 0 ? [context(markup`and ${left} more; \`parley explain\` shows all`)] : []),
  ]);
}

/**
 * What was decided about all intents of a stack, and how to ask about one; those that most need a
 * person first.
 */
export function whyStackReply(report: Report, stack: string, command: string): SlackMessage {
  const items = urgentFirst(report).map((intent) => {
    const verdicts = verdictLines(intentDecisions(report, intent));
    const lines = verdicts.length === 0 ? [markup`not decided`] : verdicts;
    const head = markup`• ${slackCode(intent.id, 40)} ${slackProse(intent.summary, 120)}, ${actorText(intent)}`;
    return joinedMarkup([head, ...lines], '\n');
  });
  const title = markup`What was decided in ${slackProse(stack, 100)}`;
  if (items.length === 0)
    return message(title, section([markup`No drift in ${slackCode(stack, 110)}.`]));
  return message(title, [
    ...section([title]),
    ...section(limitItems(items, maxIntents)),
    context(markup`Details of one: ${slackCode(`${command} explain ${stack} INTENT`, 160)}`),
  ]);
}

/** A sentence to one person that says why something is not done. */
export function noticeMessage(text: string): SlackMessage {
  const line = slackSentence(text, 600);
  return message(line === '' ? markup`Nothing to report.` : line, section([line]));
}

/** Groups decisions that have the same verdict and explanation. */
function alike(decisions: readonly Decision[]): readonly (readonly Decision[])[] {
  const verdictKey = ({
    verdict: { outcome, rule, bounds, expires },
    explanation,
  }: Decision): string => JSON.stringify([outcome, rule, bounds, expires, explanation]);
  return [...groupBy(decisions, verdictKey).values()];
}

function reasonBlocks(group: readonly Decision[]): readonly SlackBlock[] {
  const [first] = group;
  if (first === undefined) return [];
  const { explanation, grounds } = first;
  const places = group.map(({ address, path }) =>
    slackCode(`${address} ${shortPath(path)}`.trim(), 300),
  );
  const others = grounds?.counterfactuals ?? [];
  const reasons = explanation
    .filter((line) => others.length === 0 || !line.startsWith('It would be '))
    .map((line) => markup`• ${slackProse(line, 250)}`);
  return section([
    ...limitItems(places, maxPlaces),
    verdictLine({ decision: first, alike: group.length - 1 }),
    ...limitItems(reasons, maxReasons),
    ...elseLines(others),
  ]);
}

function elseLines(
  counterfactuals: NonNullable<Decision['grounds']>['counterfactuals'],
): readonly Markup[] {
  return counterfactuals
    .slice(0, maxElse)
    .map(
      ({ outcome, condition, rule }) =>
        markup`• It would be *${slackProse(participles[outcome], 40)}* ${slackProse(condition, 200)} (rule ${slackCode(rule, 80)}).`,
    );
}
