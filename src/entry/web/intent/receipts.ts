import { html } from 'hono/html';
import type { PageHtml } from '../look/layout.ts';

export interface NamedReceipt {
  readonly id: string;
  /** `decision` or `answer`. */
  readonly kind: string;
}

/** Signed records of what was decided and answered. */
export function receiptsPart(receipts: readonly NamedReceipt[]): PageHtml {
  if (receipts.length === 0) return html``;
  return html`<section class="panel" aria-labelledby="receipts"><h2 id="receipts">Receipts</h2>
<ul class="plain">${receipts.map(
    ({ id, kind }) =>
      html`<li>${kind} <code>${id.slice(0, 16)}…</code> <a href="/ui/receipts/${id}/bundle">bundle</a></li>`,
  )}</ul><p class="faint">Check one with <code>parley receipt verify FILE</code>.</p></section>`;
}
