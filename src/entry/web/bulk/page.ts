import { html } from 'hono/html';
import { displayText } from '../../../model/text.ts';
import { formatCount } from '../../../model/words.ts';
import type { InboxItem } from '../../../ports/store/shown.ts';
import { answerEffects } from '../intent/actions.ts';
import { type PageHtml, proofField } from '../look/layout.ts';
import { intentPath } from '../look/paths.ts';
import { changeText, fieldName } from '../look/values.ts';
import { verdictBadge } from '../look/verdict.ts';
import type { BulkAction } from './actions.ts';

/** One of several intents, in its current state and as it was selected. */
export interface MarkedIntent {
  readonly shown: InboxItem;
  /** Digest of the drifts that the visitor saw. */
  readonly digest: string;
}

/** Shows what an answer would do to each of the selected intents. */
export function bulkPage(
  marked: readonly MarkedIntent[],
  action: BulkAction,
  { proof, missing }: { readonly proof: string; readonly missing: number },
): PageHtml {
  const { name, effect } = answerEffects[action];
  const count = marked.length;
  return html`<h1>${name} ${formatCount(count, 'intent')}</h1>
<p class="lead">${effect}</p>
${missing === 0 ? '' : html`<p class="note" role="alert">${missing} of those that were marked are no longer open, and are left out.</p>`}
${
  count === 0
    ? html`<p class="panel">Nothing is marked. <a href="/ui">Back to the inbox</a></p>`
    : html`<form method="post" action="/ui/answers">${proofField(proof)}<input type="hidden" name="action" value="${action}">
<section class="panel"><div class="wide" tabindex="0" role="region" aria-label="Effect on each"><table class="folds" role="table">
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Intent</th><th scope="col" role="columnheader">Changed</th><th scope="col" role="columnheader">Now</th><th scope="col" role="columnheader">Then</th></tr></thead>
<tbody role="rowgroup">${marked.map((one, at) => bulkRow(one, at, action))}</tbody></table></div></section>
<section class="panel stack">${action === 'hold' ? html`<label>Days, up to 30 <input name="days" type="number" min="1" max="30" value="3" required></label>` : ''}
<label>Why${action === 'dismiss' ? '' : ' (may be left out)'} <textarea name="note" rows="2" maxlength="500"${action === 'dismiss' ? html` required` : ''}></textarea></label>
<p class="actions"><button class="primary">${name} ${count === 1 ? 'it' : `all ${count}`}</button> <a href="/ui">Back, and do nothing</a></p></section></form>`
}`;
}

function bulkRow({ shown, digest }: MarkedIntent, at: number, action: BulkAction): PageHtml {
  const { stack, intent, summary, changes, outcomes, proposed } = shown;
  const [change] = changes;
  const isStale = digest !== shown.digest;
  return html`<tr role="row"><td role="cell"><input type="hidden" name="i${at}" value="${stack} ${intent} ${shown.digest}"><a href="${intentPath(stack, intent)}">${displayText(summary, 200)}</a><br><span class="faint">${displayText(shown.actor, 80)}, ${displayText(stack, 80)}</span>${isStale ? html`<br><span class="verdict ask">? changed since you marked it</span>` : ''}</td>
<td role="cell" class="mono">${change === undefined ? '' : html`${fieldName(change)}<br>${changeText(change)}`}${shown.fields > 1 ? html`<br><span class="faint">and ${shown.fields - 1} more</span>` : ''}</td>
<td role="cell">${outcomes.map(verdictBadge)}${proposed ? html` <span class="tag">proposed</span>` : ''}</td><td role="cell" class="then">${thenText(shown, action)}</td></tr>`;
}

/** What the next scan will do with one intent. */
function thenText({ outcomes, proposed, changes }: InboxItem, action: BulkAction): PageHtml {
  const [change] = changes;
  const isWritten = outcomes.every((one) => one === 'accept');
  switch (action) {
    case 'accept':
      return isWritten
        ? html`${verdictBadge('accept')} as it is already`
        : html`${verdictBadge('accept')} the code gets the live value${change === undefined ? '' : html`, and it is proposed`}`;
    case 'revert':
      return html`${verdictBadge('reject')} ${proposed ? 'the proposal is replaced by a request to put it back' : 'a request to put it back is made'}`;
    case 'hold':
      return html`${verdictBadge('defer')} ${proposed ? 'the proposal is closed until then' : 'nothing until then'}`;
    case 'wrong':
      return html`${verdictBadge('escalate')} ${proposed ? 'the proposal is closed' : 'left open'}, and rules learn from it`;
    case 'dismiss':
      return html`${verdictBadge('noop')} ${proposed ? 'closed, with its proposal' : 'closed'}`;
    case 'reopen':
      return html`the policy decides again`;
  }
}

export interface BulkResult {
  readonly shown: Pick<InboxItem, 'stack' | 'intent' | 'summary'>;
  /** Why the answer was not accepted; undefined where it was. */
  readonly problem?: string;
}

export function bulkDonePage(results: readonly BulkResult[], action: BulkAction): PageHtml {
  const taken = results.filter(({ problem }) => problem === undefined).length;
  return html`<h1>${answerEffects[action].name}: ${taken} of ${results.length} taken</h1>
<p class="lead" role="status">Noted. The stacks are scanned again now; each answer can be withdrawn on the page of its intent.</p>
<section class="panel"><ul class="plain">${results.map(
    ({ shown: { stack, intent, summary }, problem }) =>
      html`<li>${problem === undefined ? html`<span class="verdict good">✓ taken</span>` : html`<span class="verdict bad">✗ refused</span>`} <a href="${intentPath(stack, intent)}">${displayText(summary, 200)}</a>${problem === undefined ? '' : html`<br><span class="faint">${displayText(problem, 300)}</span>`}</li>`,
  )}</ul></section><p><a class="button" href="/ui">To the inbox</a></p>`;
}
