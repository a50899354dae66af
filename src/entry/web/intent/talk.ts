import { html } from 'hono/html';
import { boundsText } from '../../../model/bounds.ts';
import { compareText, displayText } from '../../../model/text.ts';
import { minuteText } from '../../../model/time-text.ts';
import type { Answer } from '../../../ports/store/answer.ts';
import type { ForgeComment } from '../../../ports/store/forge-comment.ts';
import type { KnownProposal } from '../../../ports/store/service-store.ts';
import { type PageHtml, proofField } from '../look/layout.ts';
import { isWebLink } from '../look/paths.ts';
import { answerEffects } from './actions.ts';

export interface Talk {
  readonly answers: readonly Answer[];
  readonly comments: readonly ForgeComment[];
}

/** What people said here, in Slack, over the API and on the forge, oldest first. */
export function talkPart({ answers, comments }: Talk): PageHtml {
  const entries = [
    ...answers.map((answer) => ({ at: answer.at, view: answerLine(answer) })),
    ...comments.map((one) => ({ at: one.at, view: commentLine(one) })),
  ].sort((a, b) => compareText(a.at, b.at));
  return html`<section class="panel" aria-labelledby="talk"><h2 id="talk">Conversation</h2>
${entries.length === 0 ? html`<p class="faint">Nobody has said anything yet.</p>` : html`<ol class="talk">${entries.map(({ view }) => view)}</ol>`}</section>`;
}

function answerLine({ action, by, at, until, bounds, note, place }: Answer): PageHtml {
  const more = [
    ...(until === undefined ? [] : [`until ${minuteText(until)}`]),
    ...(bounds === undefined ? [] : [boundsText(bounds)]),
    ...(place === undefined ? [] : [`at ${displayText(place.file, 200)}:${place.line}`]),
  ];
  return html`<li><strong>${answerEffects[action].name}</strong> by ${displayText(by, 200)}${more.length === 0 ? '' : `, ${more.join(', ')}`} <span class="faint">${minuteText(at)}</span>
${note === undefined ? '' : html`<br>${displayText(note, 500)}`}</li>`;
}

function commentLine({ at, by, number, text }: ForgeComment): PageHtml {
  return html`<li><strong>${displayText(by, 100)}</strong> on #${number} <span class="faint">${minuteText(at)}</span><br>${displayText(text, 1000)}</li>`;
}

export interface ProposalPanel {
  readonly proposals: readonly KnownProposal[];
  /** Whether something is planned that can be proposed. */
  readonly planned: boolean;
  readonly mayAnswer: boolean;
  readonly proof: string;
  /** Path of the intent. */
  readonly path: string;
}

/** Where the intent is proposed, and a button to open or update the proposal. */
export function proposalPart({
  proposals,
  planned,
  mayAnswer,
  proof,
  path,
}: ProposalPanel): PageHtml {
  const isOpen = proposals.some(({ state }) => state === 'open');
  return html`<section class="panel" aria-labelledby="proposal"><h2 id="proposal">Pull request</h2>
${proposals.length === 0 ? html`<p class="faint">${planned ? 'None is open yet.' : 'The decision needs no proposal.'}</p>` : html`<ul class="plain">${proposals.map(proposalLine)}</ul>`}
${
  planned && mayAnswer
    ? html`<form method="post" action="${path}/proposal">${proofField(proof)}<p class="faint">${isOpen ? 'It is written again from what the latest scan planned.' : 'A branch is pushed and a pull request opened; nothing is merged.'} <em>Hold</em> or <em>Dismiss</em> closes it again.</p><button>${isOpen ? 'Refresh' : 'Open'} the pull request</button></form>`
    : ''
}</section>`;
}

function proposalLine({ number, title, state, location, updatedAt }: KnownProposal): PageHtml {
  const name = html`${displayText(title, 200)} #${number}`;
  return html`<li>${isWebLink(location) ? html`<a href="${location}" rel="noreferrer">${name}</a>` : html`${name} <code>${displayText(location, 300)}</code>`}
<br><span class="tag">${state}</span> <span class="faint">${minuteText(updatedAt)}</span></li>`;
}
