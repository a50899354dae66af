import type { Decision } from '../../../model/decision.ts';
import type { Intent } from '../../../model/intent.ts';
import { formatPath } from '../../../model/path.ts';
import type { Report } from '../../../model/report.ts';
import { code, type Markup, markup, prose } from '../markup.ts';
import { decisionsOf, verdictLine } from './facts.ts';
import { type Review, reviewBlocks, reviewLine } from './intent.ts';
import { type Block, context, firstOf, type Message, message, section } from './kit.ts';

const mostDecisions = 12;
const mostReasons = 8;
const mostElse = 3;

/** The reasons of a decision, as an answer in the thread of its message. */
export function whyReply(report: Report, intent: Intent): Message {
  const decisions = decisionsOf(report, intent);
  const left = decisions.length - mostDecisions;
  return message(markup`Why: ${prose(intent.summary, 150)}`, [
    ...section([
      markup`*Why* ${prose(intent.purpose, 30)}, ${Math.round(intent.confidence * 100)} % sure (rule ${code(intent.rule, 80)})`,
    ]),
    ...decisions.slice(0, mostDecisions).flatMap(reasonBlocks),
    ...(left > 0 ? [context(markup`and ${left} more; \`parley explain\` has them all`)] : []),
  ]);
}

/** What somebody decided, as an answer in the thread. */
export function reviewReply(review: Review): Message {
  return message(reviewLine(review), reviewBlocks(review));
}

/** A sentence to one person: why something is not done. */
export function noticeMessage(sentence: string): Message {
  const line = prose(sentence, 600);
  return message(line === '' ? markup`Nothing to tell.` : line, section([line]));
}

function reasonBlocks(decision: Decision): readonly Block[] {
  const { address, path, explanation, grounds } = decision;
  const place = code(`${address} ${formatPath(path)}`.trim(), 300);
  const reasons = explanation.map((line) => markup`• ${prose(line, 250)}`);
  return section([
    place,
    verdictLine(decision, 0),
    ...firstOf(reasons, mostReasons),
    ...elseLines(grounds?.counterfactuals ?? []),
  ]);
}

function elseLines(
  counterfactuals: NonNullable<Decision['grounds']>['counterfactuals'],
): readonly Markup[] {
  return counterfactuals
    .slice(0, mostElse)
    .map(
      ({ outcome, condition, rule }) =>
        markup`• else ${prose(outcome, 20)} ${prose(condition, 200)} (rule ${code(rule, 80)})`,
    );
}
