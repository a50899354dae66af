import { html } from 'hono/html';
import type { Candidate } from '../../../model/patch.ts';
import { displayText } from '../../../model/text.ts';
import type { ShownDetail } from '../../../ports/store/shown.ts';
import { shortPath } from '../../../present/terminal/path.ts';
import type { PageHtml } from '../look/layout.ts';

/** The places that were tried, of a patch or of one that could not be made; their numbers count from 1. */
export function triedPlaces({
  patch,
  unresolved,
}: Pick<ShownDetail, 'patch' | 'unresolved'>): readonly Candidate[] {
  return patch?.candidates ?? unresolved.flatMap(({ candidates = [] }) => candidates);
}

/** Where it could be written, why each place won or lost, and a choice of another one. */
export function placesPart(
  places: readonly Candidate[],
  path: string,
  mayAnswer: boolean,
): PageHtml {
  if (places.length === 0) return html``;
  return html`<section class="panel" aria-labelledby="places"><h2 id="places">Places that were tried</h2>
<div class="wide" tabindex="0" role="region" aria-label="Places that were tried"><table>
<thead><tr><th scope="col" class="number">#</th><th scope="col">Place</th><th scope="col">Would change</th><th scope="col">Why</th></tr></thead>
<tbody>${places.map(
    (place, at) => html`<tr><td class="number">${at + 1}</td>
<td><code>${displayText(place.file, 200)}:${place.line}</code><br><span class="faint">${displayText(place.kind, 60)}: ${displayText(place.description, 160)}${place.path === undefined ? '' : html`, for <code>${shortPath(place.path)}</code>`}</span></td>
<td>${place.changes ?? place.blastRadius.length}</td>
<td>${displayText(place.because, 300)}<br>${place.chosen ? html`<span class="verdict good">✓ chosen</span>` : mayAnswer ? html`<a href="${path}/answer?action=accept&amp;place=${at + 1}">Edit here instead</a>` : ''}</td></tr>`,
  )}</tbody></table></div></section>`;
}
