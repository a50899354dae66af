import { html } from 'hono/html';
import type { Candidate } from '../../../model/patch.ts';
import { shortPath } from '../../../model/short-path.ts';
import { displayText } from '../../../model/text.ts';
import type { ShownDetail } from '../../../ports/store/shown.ts';
import type { PageHtml } from '../look/layout.ts';
import { dataTable } from '../look/table.ts';

/**
 * The places that were tried for a patch, or for one that could not be made. Their numbers start at
 * 1.
 */
export function triedPlaces({
  patch,
  unresolved,
}: Pick<ShownDetail, 'patch' | 'unresolved'>): readonly Candidate[] {
  return patch?.candidates ?? unresolved.flatMap(({ candidates = [] }) => candidates);
}

/**
 * The places where the change could be written, why each won or lost, and a way to choose another
 * one.
 */
export function placesPart(
  places: readonly Candidate[],
  path: string,
  mayAnswer: boolean,
): PageHtml {
  if (places.length === 0) return html``;
  return html`<section class="panel" aria-labelledby="places"><h2 id="places">Places that were tried</h2>
${dataTable({
  label: 'Places that were tried',
  heads: ['#', 'Place', 'Would change', 'Why'],
  rows: places.map((place, at) => [
    { body: at + 1, class: 'number' },
    { body: candidatePlace(place) },
    {
      body: `${place.changes ?? place.blastRadius.length}${place.andMore ? ' or more' : ''}`,
    },
    {
      body: html`${displayText(place.because, 300)}<br>${place.chosen ? html`<span class="verdict good">✓ chosen</span>` : mayAnswer ? html`<a href="${path}/answer?action=accept&amp;place=${at + 1}">Edit here instead</a>` : ''}`,
    },
  ]),
})}</section>`;
}

function candidatePlace({ file, line, kind, description, path }: Candidate): PageHtml {
  return html`<code>${displayText(file, 200)}:${line}</code><br><span class="faint">${displayText(kind, 60)}: ${displayText(description, 160)}${path === undefined ? '' : html`, for <code>${shortPath(path)}</code>`}</span>`;
}
