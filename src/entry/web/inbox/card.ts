import { html } from 'hono/html';
import { displayText } from '../../../model/text.ts';
import type { InboxItem } from '../../../ports/store/shown.ts';
import type { PageHtml } from '../look/layout.ts';
import { intentPath } from '../look/paths.ts';
import { changeText, fieldName } from '../look/values.ts';
import { ageText, harmMeter, outcomeLooks, verdictBadge } from '../look/verdict.ts';
import type { InboxTimes } from './query.ts';

/** An intent in a list: its meaning, its actor, what changed, the harm, and the outcome. */
export function cardView(
  item: InboxItem,
  { now, before }: InboxTimes,
  mayAnswer: boolean,
): PageHtml {
  const { intent, stack, summary, outcomes, harm, fields, changes, actor, proposed } = item;
  const [first = 'noop'] = outcomes;
  const path = intentPath(stack, intent);
  const name = displayText(summary, 300);
  const [change] = changes;
  const isNew = before !== undefined && item.firstSeen > before;
  return html`<li class="card ${outcomeLooks[first].look}" data-key="${stack} ${intent}"${mayAnswer ? html` data-answers="${path}/answer"` : ''}>
<div class="pick">${mayAnswer ? html`<input type="checkbox" name="i" value="${itemText(item)}" aria-label="Mark: ${displayText(summary, 120)}">` : ''}</div>
<div><h3><a href="${path}">${name}</a></h3>
<p class="meta">${displayText(actor, 100)} (${item.class}) · ${ageText(item.to, now)} · ${displayText(stack, 100)}</p>
${change === undefined ? '' : html`<p class="change">${fieldName(change)} ${changeText(change)}${fields > 1 ? html` <span class="faint">and ${fields - 1} more</span>` : ''}</p>`}
${harm === undefined ? '' : html`<p class="why"><span class="harm">${harmMeter(harm)}</span> ${displayText(harm.because, 200)}</p>`}</div>
<div class="ends">${outcomes.map(verdictBadge)}${isNew ? html`<span class="tag new">new</span>` : ''}${proposed ? html`<span class="tag">proposed</span>` : ''}</div></li>`;
}

/**
 * The value of a checkbox. Names of stacks and ids contain no spaces; the digest identifies what
 * the visitor saw.
 */
function itemText({ stack, intent, digest }: InboxItem): string {
  return `${stack} ${intent} ${digest}`;
}
