import type { ActionTarget } from '../../adapters/notify/slack/action-value.ts';
import { actionsFor } from '../../adapters/notify/slack/actions.ts';
import {
  intentDecisions,
  intentOutcomes,
  type ShownProposal,
} from '../../adapters/notify/slack/blocks/facts.ts';
import {
  intentMessage,
  type ReviewBlocks,
  reviewedMessage,
  settledMessage,
} from '../../adapters/notify/slack/blocks/intent.ts';
import type { SlackMessage } from '../../adapters/notify/slack/blocks/kit.ts';
import { type Markup, markup } from '../../adapters/notify/slack/markup.ts';
import { hexDigest } from '../../model/digest.ts';
import type { Intent } from '../../model/intent.ts';
import type { Report } from '../../model/report.ts';
import type { KnownProposal } from '../../ports/store/service-store.ts';
import type { GivenAnswer } from '../../stages/arbitration/answer/types.ts';
import type { StackSnapshot } from './stack-snapshot.ts';

/** The message about an intent, with those parts of it whose change is reported in the thread. */
export interface Notification {
  readonly message: SlackMessage;
  readonly facets: Facets;
}

export interface Facets {
  readonly phase: 'open' | 'held' | 'answered' | 'gone';
  /** `escalate, accept` */
  readonly outcomes: string;
  /** `#7 open`; empty where there is none. */
  readonly proposal: string;
  /** Who gave which answer and when; empty where there is no answer. */
  readonly answer: string;
}

export interface NotificationContext {
  readonly stack: string;
  readonly seal: (target: ActionTarget) => string;
}

/** The notification for an intent of the latest run. */
export function intentNotification(
  { report, answers, proposals }: StackSnapshot,
  intent: Intent,
  { stack, seal }: NotificationContext,
): Notification {
  const answer = answers.get(intent.id);
  const proposal = proposals.get(intent.id);
  const facets = facetsOf(report, intent, proposal, answer);
  const shown = { stack, ...shownProposal(proposal) };
  const review = answer === undefined ? undefined : reviewBlocks(answer);
  if (review === undefined || review.action === 'hold') {
    const actions = actionsFor(report, intent).filter(
      (action) => review === undefined || action !== 'hold',
    );
    const offer = { ...shown, actions, seal, ...(review === undefined ? {} : { review }) };
    return { message: intentMessage(report, intent, offer), facets };
  }
  return { message: reviewedMessage(report, intent, shown, review), facets };
}

/**
 * The notification for an intent that the latest run no longer has; `report` is the last one that
 * had it.
 */
export function goneNotification(
  report: Report,
  intent: Intent,
  proposal: KnownProposal | undefined,
  stack: string,
): Notification {
  const shown = { stack, ...shownProposal(proposal) };
  const before = facetsOf(report, intent, proposal, undefined);
  return {
    message: settledMessage(report, intent, shown, goneLine(proposal)),
    facets: { ...before, phase: 'gone' },
  };
}

export function goneLine(proposal: KnownProposal | undefined): Markup {
  return proposal?.state === 'merged'
    ? markup`*Settled*: the proposal was merged, and the drift is gone.`
    : markup`*Gone*: the change was reverted or overwritten.`;
}

/** Digest of a message, to detect that another one has the same content. */
export function notificationDigest(message: SlackMessage): string {
  return hexDigest(JSON.stringify(message)).slice(0, 32);
}

export function reviewBlocks({ action, by, at, until, bounds, note }: GivenAnswer): ReviewBlocks {
  return {
    action,
    user: /^slack:[^/]+\/(.+)$/.exec(by)?.[1] ?? by,
    at,
    ...(until === undefined ? {} : { until }),
    ...(bounds === undefined ? {} : { bounds }),
    ...(note === undefined ? {} : { note }),
  };
}

export function shownProposal(proposal: KnownProposal | undefined): {
  readonly proposal?: ShownProposal;
} {
  if (proposal === undefined) return {};
  const { number, location, state } = proposal;
  return { proposal: { label: `#${number}`, location, state } };
}

export function proposalFacet(proposal: KnownProposal | undefined): string {
  return proposal === undefined ? '' : `#${proposal.number} ${proposal.state}`;
}

function facetsOf(
  report: Report,
  intent: Intent,
  proposal: KnownProposal | undefined,
  answer: GivenAnswer | undefined,
): Facets {
  const held = answer?.action === 'hold' ? 'held' : 'answered';
  return {
    phase: answer === undefined ? 'open' : held,
    outcomes: intentOutcomes(intentDecisions(report, intent)).join(', '),
    proposal: proposalFacet(proposal),
    answer: answer === undefined ? '' : `${answer.action} ${answer.by} ${answer.at}`,
  };
}
