import type { Intent } from '../../../../model/intent.ts';
import type { Report } from '../../../../model/report.ts';
import type { ReviewAction } from '../../../../model/review.ts';
import { type ActionTarget, offerDigest } from '../action-value.ts';
import { actionId } from '../actions.ts';
import { type Markup, markup, mention, slackProse, slackTime } from '../markup.ts';
import {
  actorText,
  boundsMarkup,
  type FactLimits,
  factBlocks,
  intentDecisions,
  messageProposal,
  outcomesText,
  type ShownFacts,
} from './facts.ts';
import {
  type Button,
  blockLimits,
  linkButton,
  message,
  type SlackBlock,
  type SlackMessage,
  section,
  slackPlainText,
} from './kit.ts';

/** What is needed to make the buttons of a message. */
export interface Offer extends ShownFacts {
  /** The buttons to show, in this order. */
  readonly actions: readonly ReviewAction[];
  /** See `sealAction`. */
  readonly seal: (target: ActionTarget) => string;
  /** An answer after which the other actions stay open: a hold. */
  readonly review?: ReviewBlocks;
}

/** What somebody did about an intent. */
export interface ReviewBlocks {
  readonly action: Exclude<ReviewAction, 'why'> | 'wrong';
  /** Id of the user in Slack, or the name of somebody who answered elsewhere. */
  readonly user: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** End of a hold, ISO 8601 UTC. */
  readonly until?: string;
  /** Bounds of a delegation. */
  readonly bounds?: FactLimits;
  /** The result, in a sentence. */
  readonly note?: string;
}

/** One intent, with a button for each possible action. */
export function intentMessage(report: Report, intent: Intent, offer: Offer): SlackMessage {
  return message(fallbackOf(report, intent, offer), [
    ...factBlocks(report, intent, offer),
    ...(offer.review === undefined ? [] : reviewBlocks(offer.review)),
    ...buttons(report, intent, offer),
  ]);
}

/**
 * The same message after somebody decided: instead of the buttons it shows who decided and when.
 */
export function reviewedMessage(
  report: Report,
  intent: Intent,
  shown: ShownFacts,
  review: ReviewBlocks,
): SlackMessage {
  return message(markup`${reviewLine(review)} ${fallbackOf(report, intent, shown)}`, [
    ...factBlocks(report, intent, shown),
    ...reviewBlocks(review),
  ]);
}

/** The message of an intent that is closed: there is nothing left to decide. */
export function settledMessage(
  report: Report,
  intent: Intent,
  shown: ShownFacts,
  line: Markup,
): SlackMessage {
  return message(markup`${line} ${fallbackOf(report, intent, shown)}`, [
    ...factBlocks(report, intent, shown),
    ...section([line]),
  ]);
}

/** `*Accepted* by @somebody at 2026-03-14 03:00:00 UTC.` */
export function reviewLine({ action, user, at, until, bounds = {} }: ReviewBlocks): Markup {
  const end = until === undefined ? markup`` : markup` until ${slackTime(until)}`;
  return markup`*${done[action]}*${boundsMarkup(bounds)}${end} by ${mention(user)} at ${slackTime(at)}.`;
}

/** The line about an answer, and its result. */
function reviewBlocks(review: ReviewBlocks): readonly SlackBlock[] {
  const note = review.note === undefined ? [] : [slackProse(review.note, 600)];
  return section([reviewLine(review), ...note]);
}

const done: Readonly<Record<ReviewBlocks['action'], Markup>> = {
  accept: markup`Accepted`,
  revert: markup`To be reverted`,
  delegate: markup`Delegated`,
  hold: markup`On hold`,
  wrong: markup`Marked as wrong`,
  dismiss: markup`Dismissed`,
};

function fallbackOf(report: Report, intent: Intent, { stack }: ShownFacts): Markup {
  const verdict = outcomesText(intentDecisions(report, intent));
  return markup`${slackProse(stack, 40)}: ${slackProse(intent.summary, 100)}, by ${actorText(intent)} (${verdict})`;
}

function buttons(report: Report, intent: Intent, offer: Offer): readonly SlackBlock[] {
  const { stack, actions, seal } = offer;
  const digest = offerDigest(intentDecisions(report, intent));
  const offered = actions.map((action): Button => {
    const value = seal({ action, stack, intent: intent.id, digest });
    return { ...looks[action], type: 'button', action_id: actionId(action), value };
  });
  const proposal = messageProposal(report, intent, offer);
  const elements = [
    ...offered,
    ...(proposal === undefined ? [] : linkButton('Open proposal', proposal.location)),
  ];
  if (elements.length === 0) return [];
  return [{ type: 'actions', block_id: `parley.${intent.id}`, elements }];
}

const looks: Readonly<Record<ReviewAction, Pick<Button, 'text' | 'style' | 'confirm'>>> = {
  accept: { text: slackPlainText('Accept', blockLimits.button), style: 'primary' },
  revert: {
    text: slackPlainText('Revert', blockLimits.button),
    style: 'danger',
    confirm: {
      title: slackPlainText('Revert this change?', blockLimits.confirmTitle),
      text: slackPlainText(
        'The code stays, and a request to restore the cloud is proposed for review. Nothing runs now.',
        blockLimits.confirmText,
      ),
      confirm: slackPlainText('Revert', blockLimits.confirmButton),
      deny: slackPlainText('Cancel', blockLimits.confirmButton),
    },
  },
  delegate: { text: slackPlainText('Delegate', blockLimits.button) },
  hold: { text: slackPlainText('Hold', blockLimits.button) },
  dismiss: { text: slackPlainText('Dismiss', blockLimits.button) },
  why: { text: slackPlainText('Why?', blockLimits.button) },
};
