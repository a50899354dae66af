import type { Intent } from '../../../model/intent.ts';
import type { Report } from '../../../model/report.ts';
import { type ActionTarget, offerDigest } from '../action-value.ts';
import { actionId, type ReviewAction } from '../actions.ts';
import { joined, type Markup, markup, mention, prose } from '../markup.ts';
import { actorText, decisionsOf, factBlocks, outcomesOf } from './facts.ts';
import {
  type Block,
  type Button,
  limits,
  linkButton,
  type Message,
  message,
  plainText,
  section,
} from './kit.ts';

/** What the buttons of a message are made with. */
export interface Offer {
  readonly stack: string;
  /** The buttons that are shown, in this order. */
  readonly actions: readonly ReviewAction[];
  /** See `sealAction`. */
  readonly seal: (target: ActionTarget) => string;
}

/** What somebody did about an intent. */
export interface Review {
  readonly action: Exclude<ReviewAction, 'why'>;
  /** Id of the user in Slack. */
  readonly user: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** What came of it, in a sentence. */
  readonly note?: string;
}

/** One intent, with a button for each thing that may be done about it. */
export function intentMessage(report: Report, intent: Intent, offer: Offer): Message {
  return message(fallbackOf(report, intent), [
    ...factBlocks(report, intent, offer.stack),
    ...buttons(report, intent, offer),
  ]);
}

/** The same message after somebody decided: the buttons are gone, and who and when is there. */
export function reviewedMessage(
  report: Report,
  intent: Intent,
  stack: string,
  review: Review,
): Message {
  const line = reviewLine(review);
  return message(markup`${line} ${fallbackOf(report, intent)}`, [
    ...factBlocks(report, intent, stack),
    ...section([line, ...(review.note === undefined ? [] : [prose(review.note, 600)])]),
  ]);
}

/** `*Accepted* by @somebody at 2026-03-14T03:00:00Z.` */
export function reviewLine({ action, user, at }: Review): Markup {
  return markup`*${done[action]}* by ${mention(user)} at ${prose(at, 40)}.`;
}

const done: Readonly<Record<Review['action'], Markup>> = {
  accept: markup`Accepted`,
  revert: markup`To be reverted`,
  delegate: markup`Delegated`,
  hold: markup`On hold`,
};

function fallbackOf(report: Report, intent: Intent): Markup {
  const outcomes = outcomesOf(decisionsOf(report, intent)).map((outcome) => prose(outcome, 20));
  const verdict = outcomes.length === 0 ? markup`not decided` : joined(outcomes, ', ');
  return markup`${actorText(intent)}: ${prose(intent.summary, 150)} (${verdict})`;
}

function buttons(
  report: Report,
  intent: Intent,
  { stack, actions, seal }: Offer,
): readonly Block[] {
  const digest = offerDigest(decisionsOf(report, intent));
  const offered = actions.map((action): Button => {
    const value = seal({ action, stack, intent: intent.id, digest });
    return { ...looks[action], type: 'button', action_id: actionId(action), value };
  });
  const proposal = report.proposals.find((each) => each.intent === intent.id);
  const elements = [
    ...offered,
    ...(proposal === undefined ? [] : linkButton('Open proposal', proposal.location)),
  ];
  if (elements.length === 0) return [];
  return [{ type: 'actions', block_id: `parley.${intent.id}`, elements }];
}

const looks: Readonly<Record<ReviewAction, Pick<Button, 'text' | 'style' | 'confirm'>>> = {
  accept: { text: plainText('Accept', limits.button), style: 'primary' },
  revert: {
    text: plainText('Revert', limits.button),
    style: 'danger',
    confirm: {
      title: plainText('Revert this change?', limits.confirmTitle),
      text: plainText('The cloud is to be set back to what the code says.', limits.confirmText),
      confirm: plainText('Revert', limits.confirmButton),
      deny: plainText('Leave it', limits.confirmButton),
    },
  },
  delegate: { text: plainText('Delegate', limits.button) },
  hold: { text: plainText('Hold', limits.button) },
  why: { text: plainText('Why?', limits.button) },
};
