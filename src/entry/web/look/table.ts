import { html } from 'hono/html';
import type { PageHtml } from './layout.ts';

export interface TableCell {
  readonly body: PageHtml | string | number;
  readonly class?: 'number' | 'time';
}

/** Each row has as many cells as there are heads. With `named`, the first cell names the row. */
export interface DataTable {
  /** The label for screen readers. */
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly TableCell[])[];
  readonly named?: boolean;
}

/**
 * A table that scrolls where it is too wide. On a narrow screen each row becomes a block with the
 * heads before its values. Roles are explicit, because browsers drop them when the display mode
 * changes.
 */
export function dataTable({ label, heads, rows, named = false }: DataTable): PageHtml {
  return html`<div class="wide" tabindex="0" role="region" aria-label="${label}"><table class="folds" role="table">
<thead role="rowgroup"><tr role="row">${heads.map((head) => html`<th scope="col" role="columnheader">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map((cells) => html`<tr role="row">${cells.map((cell, at) => cellOf(cell, heads[at] ?? '', named && at === 0))}</tr>`)}</tbody></table></div>`;
}

function cellOf({ body, class: kind }: TableCell, head: string, isName: boolean): PageHtml {
  if (isName) return html`<th scope="row" role="rowheader">${body}</th>`;
  if (body === '') return html`<td role="cell"></td>`;
  return html`<td role="cell"${kind === undefined ? '' : html` class="${kind}"`} data-head="${head}">${body}</td>`;
}
