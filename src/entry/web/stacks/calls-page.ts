import { html } from 'hono/html';
import type { UnknownOperation } from '../../../model/report.ts';
import { displayText } from '../../../model/text.ts';
import type { PageHtml } from '../look/layout.ts';

const most = 200;

/** Calls in the log of the latest scan that the catalog does not know, the most frequent first. */
export function callsPage(stack: string, unknown: readonly UnknownOperation[]): PageHtml {
  const rest = unknown.length - most;
  return html`<h1>Calls that are not understood</h1>
<p class="lead">${displayText(stack, 200)}, as of the latest scan</p>
<section class="panel">${
    unknown.length === 0
      ? html`<p class="faint">None: the catalog knows every call that changes something.</p>`
      : html`<p>What they changed nobody can tell from the log. Where one is about something that is managed, it is an open question of its stack; <code>operations</code> in <code>parley.yaml</code> says what a call does.</p>
<div class="wide" tabindex="0" role="region" aria-label="Calls that are not understood"><table>
<thead><tr><th scope="col">Cloud</th><th scope="col">Service</th><th scope="col">Operation</th><th scope="col" class="number">Calls</th></tr></thead>
<tbody>${unknown
          .slice(0, most)
          .map(
            ({ cloud, service, operation, count }) =>
              html`<tr><td>${cloud}</td><td><code>${displayText(service, 120)}</code></td><td><code>${displayText(operation, 120)}</code></td><td class="number">${count}</td></tr>`,
          )}</tbody></table></div>${rest > 0 ? html`<p class="faint">and ${rest} more</p>` : ''}`
  }</section><p><a href="/ui/stacks">Back to the stacks</a></p>`;
}
