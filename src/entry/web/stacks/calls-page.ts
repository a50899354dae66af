import { html } from 'hono/html';
import type { UnknownOperation } from '../../../model/report.ts';
import { displayText } from '../../../model/text.ts';
import type { PageHtml } from '../look/layout.ts';
import { dataTable } from '../look/table.ts';

const maxCallsShown = 200;

/** Calls in the log of the latest scan that the catalog does not know, the most frequent first. */
export function callsPage(stack: string, unknown: readonly UnknownOperation[]): PageHtml {
  const rest = unknown.length - maxCallsShown;
  return html`<h1>Unknown calls</h1>
<p class="lead">${displayText(stack, 200)}, as of the latest scan</p>
<section class="panel">${
    unknown.length === 0
      ? html`<p class="faint">None: the catalog knows every call that changes something.</p>`
      : html`<p>The log does not show what they changed. Where one concerns something that is managed, it is an open question of its stack; <code>operations</code> in <code>parley.yaml</code> says what a call does.</p>
${dataTable({
  label: 'Unknown calls',
  heads: ['Cloud', 'Service', 'Operation', 'Calls'],
  rows: unknown
    .slice(0, maxCallsShown)
    .map(({ cloud, service, operation, count }) => [
      { body: cloud },
      { body: html`<code>${displayText(service, 120)}</code>` },
      { body: html`<code>${displayText(operation, 120)}</code>` },
      { body: count, class: 'number' },
    ]),
})}${rest > 0 ? html`<p class="faint">and ${rest} more</p>` : ''}`
  }</section><p><a href="/ui/stacks">Back to the stacks</a></p>`;
}
