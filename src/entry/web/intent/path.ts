import { html } from 'hono/html';
import type { Impact, Patch, Trace } from '../../../model/patch.ts';
import { shortPath } from '../../../model/short-path.ts';
import { displayText } from '../../../model/text.ts';
import { formatCount } from '../../../model/words.ts';
import type { PageHtml } from '../look/layout.ts';

/** Traces and values on a page; nobody would read more. */
const maxTracesShown = 6;

/**
 * The path from each attribute through the files to the line that is edited, and the values that
 * the edit reaches.
 */
export function pathPart(traces: readonly Trace[], patch: Patch | undefined): PageHtml {
  const shown = traces.filter(({ steps }) => steps.length > 0);
  if (shown.length === 0 && patch === undefined) return html``;
  const rest = shown.length - maxTracesShown;
  return html`<section class="panel" aria-labelledby="path"><h2 id="path">From the attribute to the line</h2>
${shown.slice(0, maxTracesShown).map((trace) => traceHtml(trace, patch !== undefined))}
${rest > 0 ? html`<p class="faint">and ${rest} more</p>` : ''}
${patch === undefined ? '' : radius(patch.blastRadius)}</section>`;
}

function traceHtml({ address, path, steps }: Trace, isEdited: boolean): PageHtml {
  const last = steps.length - 1;
  return html`<ol class="path" aria-label="Where ${displayText(address, 100)} ${shortPath(path)} comes from">
<li><code><strong>${displayText(address, 200)}</strong> ${shortPath(path)}</code></li>
${steps.map(({ text, kind, file, line, shadows = [] }, at) => {
  const isEnd = at === last;
  return html`<li${isEnd && isEdited ? html` class="edited"` : ''}><code>${displayText(text, 200)}</code> <span class="file">${displayText(file, 200)}:${line}</span>
${isEnd ? html`<span class="tag">${displayText(kind, 60)}</span>${isEdited ? html` <span class="verdict good">edited here</span>` : ''}` : ''}
${
  shadows.length === 0
    ? ''
    : html`<br><span class="faint">overrides ${shadows
        .slice(0, maxTracesShown)
        .map((one) => displayText(one, 120))
        .join(', ')}</span>`
}</li>`;
})}</ol>`;
}

/** The set of values that the edit changes. */
function radius(impacts: readonly Impact[]): PageHtml {
  const count = impacts.length;
  return html`<div class="radius"><strong>Blast radius: ${formatCount(count, 'value')}</strong>
${count === 0 ? '' : html`<ul class="plain">${impacts.slice(0, 12).map(({ address, path }) => html`<li><code>${displayText(address, 200)} ${shortPath(path)}</code></li>`)}</ul>`}
${count > 12 ? html`<p class="faint">and ${count - 12} more</p>` : ''}
<span class="faint">Nothing else of the configuration changes: all of it was evaluated before and after.</span></div>`;
}
