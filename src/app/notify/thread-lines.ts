import { proposalText } from '../../adapters/notify/slack/blocks/facts.ts';
import { reviewLine } from '../../adapters/notify/slack/blocks/intent.ts';
import {
  blockLimits,
  fitLines,
  message,
  type SlackMessage,
  section,
} from '../../adapters/notify/slack/blocks/kit.ts';
import { type Markup, markup, slackProse } from '../../adapters/notify/slack/markup.ts';
import type { KnownProposal } from '../../ports/store/service-store.ts';
import type { GivenAnswer } from '../../stages/arbitration/answer/types.ts';
import { type Facets, goneLine, reviewBlocks, shownProposal } from './notification.ts';

/** What has changed about an intent since its last message; undefined where nothing has. */
export function threadMessage(
  before: Facets,
  now: Facets,
  proposal: KnownProposal | undefined,
  answer: GivenAnswer | undefined,
): SlackMessage | undefined {
  const lines = [
    ...answerLines(before, now, answer),
    ...outcomeLines(before, now),
    ...proposalLines(before, now, proposal),
    ...phaseLines(before, now, proposal),
  ];
  if (lines.length === 0) return undefined;
  return message(fitLines(lines, blockLimits.fallback), section(lines));
}

function answerLines(
  before: Facets,
  now: Facets,
  answer: GivenAnswer | undefined,
): readonly Markup[] {
  if (before.answer === now.answer || now.phase === 'gone') return [];
  if (answer !== undefined) return [reviewLine(reviewBlocks(answer))];
  return [markup`The answer no longer applies: the drift has changed, or the answer has expired.`];
}

function outcomeLines(before: Facets, now: Facets): readonly Markup[] {
  if (before.outcomes === now.outcomes || now.phase === 'gone') return [];
  return [
    markup`Decided again: *${slackProse(now.outcomes || 'nothing', 200)}* (before: ${slackProse(before.outcomes || 'nothing', 200)}).`,
  ];
}

function proposalLines(
  before: Facets,
  now: Facets,
  known: KnownProposal | undefined,
): readonly Markup[] {
  const { proposal } = shownProposal(known);
  if (before.proposal === now.proposal || proposal === undefined) return [];
  const change = proposal.state === 'open' ? 'opened' : proposal.state;
  return [markup`Proposal ${proposalText(proposal)} ${slackProse(change, 20)}.`];
}

function phaseLines(
  before: Facets,
  now: Facets,
  proposal: KnownProposal | undefined,
): readonly Markup[] {
  if (before.phase === now.phase) return [];
  if (now.phase === 'gone') return [goneLine(proposal)];
  return before.phase === 'gone' ? [markup`It is back.`] : [];
}
