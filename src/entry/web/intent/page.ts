import { html } from 'hono/html';
import { groupBy } from '../../../model/group.ts';
import type { Problem } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import { minuteText } from '../../../model/time-text.ts';
import { type AnswerAction, answerActions } from '../../../ports/store/answer.ts';
import type { KnownProposal } from '../../../ports/store/service-store.ts';
import type { ShownIntent } from '../../../ports/store/shown.ts';
import type { PageHtml } from '../look/layout.ts';
import { intentPath } from '../look/paths.ts';
import { ageText, verdictBadge } from '../look/verdict.ts';
import { answerEffects, problemText } from './actions.ts';
import { type DiffForm, diffView } from './diff.ts';
import { evidencePart } from './evidence.ts';
import { partiesPart } from './parties.ts';
import { pathPart } from './path.ts';
import { placesPart, triedPlaces } from './places.ts';
import { proofPart } from './proof.ts';
import { proposalPart, type Talk, talkPart } from './talk.ts';
import { changesPart, verdictsPart } from './verdicts.ts';

/** Everything that is known about an intent. */
export interface IntentPageView extends Talk {
  readonly shown: ShownIntent;
  readonly proposals: readonly KnownProposal[];
  readonly receipts: readonly NamedReceipt[];
  /** Whether the latest run planned something for it. */
  readonly planned: boolean;
  /** Whether the visitor may answer; else why not, and who could. */
  readonly mayAnswer: boolean;
  readonly mayNot: string;
  /** The answers that the visitor may not give, each with its reason. */
  readonly refused: ReadonlyMap<AnswerAction, Problem>;
  readonly proof: string;
  readonly form: DiffForm;
  /** ISO 8601 UTC. */
  readonly now: string;
  /** The result of something that was just requested. */
  readonly notice?: string;
}

export function intentPage(view: IntentPageView): PageHtml {
  const { shown, notice, mayAnswer, now } = view;
  const { detail, stack } = shown;
  const { intent, decisions, drifts, patch, unresolved, evidence } = detail;
  const path = intentPath(stack, intent.id);
  const traces = patch?.traces ?? unresolved.flatMap((one) => one.traces ?? []);
  return html`${notice === undefined ? '' : html`<p class="note" role="status">${notice}</p>`}
${shown.open ? '' : html`<p class="note">It is over: the latest scan no longer has it. This is what was last known.</p>`}
<div data-part="head" data-answers="${shown.open && mayAnswer ? `${path}/answer` : ''}">
<h1>${displayText(shown.summary, 600)}</h1>
<p class="lead"><strong>${displayText(intent.actor.name, 200)}</strong> (${intent.actor.class}), ${ageText(intent.window.to, now)}, ${displayText(stack, 200)} ${shown.outcomes.map(verdictBadge)}</p>
${shown.open ? answerLinks(view, path) : ''}</div>
<div class="columns"><div data-part="what" data-ask>
${changesPart(stack, drifts, decisions)}
${partiesPart(intent.actor.name, decisions, drifts)}
${verdictsPart(decisions, drifts)}
${detail.diff.length === 0 ? '' : diffPart(view, path)}
${pathPart(traces, patch)}
${placesPart(triedPlaces(detail), path, mayAnswer && shown.open)}
</div><div data-part="beside">
${proposalPart({ ...view, path })}
${proofPart(patch, unresolved)}
${aboutPart(shown)}
${talkPart(view)}
${evidencePart(evidence, path)}
${receiptsPart(view.receipts)}
</div></div>`;
}

function answerLinks(
  { mayAnswer, mayNot, answers, refused }: IntentPageView,
  path: string,
): PageHtml {
  if (!mayAnswer) return html`<p class="faint">${mayNot}</p>`;
  // `reopen` is offered only where there is an answer to withdraw.
  const offered = answerActions.filter((one) => one !== 'reopen' || answers.length > 0);
  const open = offered.filter((one) => !refused.has(one));
  const reasons = groupBy(refused, ([, { code }]) => code);
  return html`<nav class="actions panel" aria-label="Answers">${open.map(
    (action) =>
      html`<a class="button${action === 'accept' ? ' primary' : ''}" title="${answerEffects[action].effect}" href="${path}/answer?action=${action}">${answerEffects[action].name}</a>`,
  )}${[...reasons.values()].map(refusedLine)}</nav>`;
}

/** Shows in advance which answers the visitor may not give, and who may. */
function refusedLine(refused: readonly (readonly [AnswerAction, Problem])[]): PageHtml {
  const names = refused.map(([action]) => answerEffects[action].name);
  const [, why] = refused[0] ?? [];
  return html`<p class="refused"><strong>Not yours: ${names.join(', ')}.</strong> ${why === undefined ? '' : problemText(why)}</p>`;
}

function diffPart({ shown: { detail }, form }: IntentPageView, path: string): PageHtml {
  const [other, name] =
    form === 'split' ? ['unified', 'one below the other'] : ['split', 'side by side'];
  return html`<section class="panel" aria-labelledby="patch"><h2 id="patch">Patch</h2>
<p class="faint">${detail.patch?.site
    .split('\n')
    .filter(Boolean)
    .map(
      (one) => html`<code>${displayText(one, 300)}</code> `,
    )} <a href="${path}?diff=${other}#patch">Show ${name}</a></p>
${diffView(detail.diff, form)}</section>`;
}

function aboutPart({ detail: { intent, contentions }, run, firstSeen }: ShownIntent): PageHtml {
  const { window, purpose, confidence, ticket } = intent;
  return html`<section class="panel" aria-labelledby="about"><h2 id="about">Details</h2><dl>
<dt>What for</dt><dd>${purpose}, ${Math.round(confidence * 100)} % sure</dd>
<dt>From</dt><dd>${minuteText(window.from)}</dd>
${window.to === window.from ? '' : html`<dt>To</dt><dd>${minuteText(window.to)}</dd>`}
<dt>First seen</dt><dd>${minuteText(firstSeen)}</dd>
${ticket === undefined ? '' : html`<dt>Ticket</dt><dd>${displayText(ticket, 100)} <span class="faint">as the actor says</span></dd>`}
<dt>Acted as</dt><dd><code>${displayText(intent.actor.principal, 300)}</code></dd>
<dt>Intent</dt><dd><code>${intent.id}</code></dd><dt>Run</dt><dd><code>${run}</code></dd></dl>
${contentions.map(({ parties: [one, other], alternations }) => html`<p class="note">${displayText(one.name, 80)} and ${displayText(other.name, 80)} undo each other: it changed hands ${alternations} times.</p>`)}</section>`;
}

interface NamedReceipt {
  readonly id: string;
  /** `decision` or `answer`. */
  readonly kind: string;
}

/** Signed records of what was decided and answered. */
function receiptsPart(receipts: readonly NamedReceipt[]): PageHtml {
  if (receipts.length === 0) return html``;
  return html`<section class="panel" aria-labelledby="receipts"><h2 id="receipts">Receipts</h2>
<ul class="plain">${receipts.map(
    ({ id, kind }) =>
      html`<li>${kind} <code>${id.slice(0, 16)}…</code> <a href="/ui/receipts/${id}/bundle">bundle</a></li>`,
  )}</ul><p class="faint">Check one with <code>parley receipt verify FILE</code>.</p></section>`;
}
