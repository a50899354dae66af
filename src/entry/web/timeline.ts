import { html, raw } from 'hono/html';
import { z } from 'zod';
import { displayText } from '../../model/text.ts';
import { summaryOf } from '../../stages/intent/summary.ts';
import { intentPath } from './inbox.ts';
import type { PageHtml } from './layout.ts';
import type { ListedItem } from './read.ts';
import { minuteText, outcomeLooks } from './verdict.ts';

const ranges = { day: 1, week: 7, month: 31 } as const;

export const TimelineQuery = z.object({
  range: z.enum(['day', 'week', 'month']).catch('week'),
  until: z.iso.date().or(z.literal('')).catch(''),
});

export type TimelineQuery = z.output<typeof TimelineQuery>;

const width = 1000;
const left = 130;
const laneHeight = 44;
const day = 86_400_000;

/** Intents in lanes by who acted, over a range that ends with a day; the same below as a table. */
export function timelinePage(
  items: readonly ListedItem[],
  query: TimelineQuery,
  now: string,
): PageHtml {
  const newest =
    items
      .map(({ intent }) => intent.window.to)
      .sort()
      .at(-1) ?? now;
  const last = query.until === '' ? newest.slice(0, 10) : query.until;
  const end = Date.parse(`${last}T00:00:00Z`) + day;
  const start = end - ranges[query.range] * day;
  const shown = items
    .filter(({ intent }) => within(Date.parse(intent.window.to), start, end))
    .sort((a, b) => (a.intent.window.to < b.intent.window.to ? -1 : 1));
  return html`<h1>${shown.length} ${shown.length === 1 ? 'intent' : 'intents'} in the ${query.range} up to ${last}</h1>
<form class="filters" method="get" action="/ui/timeline">
<label>Range <select name="range">${Object.keys(ranges).map((name) => (name === query.range ? html`<option selected>${name}</option>` : html`<option>${name}</option>`))}</select></label>
<label>Up to <input type="date" name="until" value="${last}"></label><button>Show</button>
</form>
${shown.length === 0 ? '' : chart(shown, start, end)}
${asTable(shown)}`;
}

function within(time: number, start: number, end: number): boolean {
  return time >= start && time < end;
}

function chart(items: readonly ListedItem[], start: number, end: number): PageHtml {
  const lanes = [...new Set(items.map(({ intent }) => intent.actor.class))].sort();
  const height = lanes.length * laneHeight + 34;
  const at = (time: string): number =>
    left + ((Date.parse(time) - start) / (end - start)) * (width - left - 20);
  const days = Array.from({ length: Math.round((end - start) / day) }, (_, n) => start + n * day);
  const step = Math.ceil(days.length / 8);
  return html`<div class="wide" tabindex="0" role="region" aria-label="Timeline, also as a table below">
${raw(`<svg viewBox="0 0 ${width} ${height}" width="${width}" role="group" aria-label="Intents by who acted">`)}
${lanes.map((name, lane) => {
  const y = lane * laneHeight + laneHeight / 2;
  return html`<line class="lane" x1="${left}" x2="${width}" y1="${y}" y2="${y}"></line><text x="0" y="${y + 4}">${name}</text>`;
})}
${days.filter((_, n) => n % step === 0).map((time) => html`<text x="${at(new Date(time).toISOString())}" y="${height - 8}">${new Date(time).toISOString().slice(5, 10)}</text>`)}
${items.map((item) => dot(item, at(item.intent.window.to), lanes.indexOf(item.intent.actor.class)))}
${raw('</svg>')}</div>`;
}

/** What weakens something is larger, and square: not told by color alone. */
function dot(item: ListedItem, x: number, lane: number): PageHtml {
  const { stack, intent, outcomes, harms, drifts } = item;
  const y = lane * laneHeight + laneHeight / 2;
  const [first = 'noop'] = outcomes;
  const { look } = outcomeLooks[first];
  const label = `${summaryOf(
    intent,
    drifts.map(({ id }) => id),
  )}, ${first}, ${minuteText(intent.window.to)}`;
  const isSevere = (harms[0]?.severity ?? 0) > 2;
  const shape = isSevere
    ? html`<rect class="dot ${look}" x="${x - 9}" y="${y - 9}" width="18" height="18"></rect>`
    : html`<circle class="dot ${look}" cx="${x}" cy="${y}" r="8"></circle>`;
  return html`<a href="${intentPath(stack, intent.id)}" aria-label="${displayText(label, 300)}"><title>${displayText(label, 300)}</title>${shape}</a>`;
}

function asTable(items: readonly ListedItem[]): PageHtml {
  return html`<h2>As a table</h2><div class="wide" tabindex="0" role="region" aria-label="Intents of the range"><table>
<thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">What</th><th scope="col">Verdict</th><th scope="col">Harm</th></tr></thead>
<tbody>${items.map(
    ({
      stack,
      intent,
      outcomes,
      harms,
      drifts,
    }) => html`<tr><td class="time">${minuteText(intent.window.to)}</td>
<td>${displayText(intent.actor.name, 80)} (${intent.actor.class})</td>
<td><a href="${intentPath(stack, intent.id)}">${displayText(
      summaryOf(
        intent,
        drifts.map(({ id }) => id),
      ),
      200,
    )}</a></td>
<td>${outcomes.map((one) => html`<span class="verdict ${outcomeLooks[one].look}">${outcomeLooks[one].mark} ${one}</span> `)}</td>
<td>${harms[0] === undefined ? '' : `${harms[0].dimension}, ${harms[0].severity} of 5`}</td></tr>`,
  )}</tbody></table></div>`;
}
