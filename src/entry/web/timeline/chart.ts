import { html, raw } from 'hono/html';
import { displayText } from '../../../model/text.ts';
import type { InboxItem, ShownWindow } from '../../../ports/store/shown.ts';
import type { PageHtml } from '../look/layout.ts';
import { intentPath } from '../look/paths.ts';
import { minuteText, outcomeLooks } from '../look/verdict.ts';
import { stretchPath, type TimelineQuery, type TimeRange } from './query.ts';

const width = 1180;
const left = 96;
const right = 12;
const top = 22;
const laneHeight = 46;
/** Dots that are nearer than this are one with a number. */
const cell = 24;

export interface TimelineChart {
  readonly items: readonly InboxItem[];
  readonly windows: readonly ShownWindow[];
  readonly range: TimeRange;
  readonly query: TimelineQuery;
}

/** Lanes by who acted, in front of the times in which something special held. */
export function timelineChart({ items, windows, range, query }: TimelineChart): PageHtml {
  const lanes = [...new Set(items.map((item) => item.class))].sort();
  const height = top + Math.max(lanes.length, 1) * laneHeight + 26;
  const { start, end } = range;
  const x = (time: number): number =>
    round(left + ((time - start) / (end - start)) * (width - left - right));
  return html`<div class="wide" tabindex="0" role="region" aria-label="Timeline, also as a table below">
${raw(`<svg class="chart long" viewBox="0 0 ${width} ${height}" role="group" aria-label="Intents by who acted" data-brush="${start} ${end} ${left} ${width - right} ${width}">`)}
${windows.map((window) => band(window, range, x, height))}
${ticks(range).map((time) => html`<line class="grid" x1="${x(time)}" x2="${x(time)}" y1="${top}" y2="${height - 24}"></line><text class="small" x="${x(time) + 3}" y="${height - 8}">${tickText(time, range)}</text>`)}
${lanes.map((name, lane) => html`<line class="lane" x1="${left}" x2="${width - right}" y1="${laneY(lane)}" y2="${laneY(lane)}"></line><text x="0" y="${laneY(lane) + 4}">${name}</text>`)}
${lanes.map((name, lane) =>
  cellsOf(
    items.filter((one) => one.class === name),
    x,
  ).map((own) => dot(own, laneY(lane), x, query)),
)}
${raw('</svg>')}</div>`;
}

function laneY(lane: number): number {
  return top + lane * laneHeight + laneHeight / 2;
}

function band(
  { kind, name, from, to }: ShownWindow,
  { start, end }: TimeRange,
  x: (time: number) => number,
  height: number,
): PageHtml {
  const [begin, close] = [
    Math.max(Date.parse(from), start),
    Math.min(to === undefined ? end : Date.parse(to), end),
  ];
  if (!(begin < close)) return html``;
  const label = displayText(`${kind} ${name}`, 60);
  const at = x(begin);
  return html`<rect class="${kind}" x="${at}" y="${top - 18}" width="${Math.max(x(close) - at, 2)}" height="${height - top - 6}"><title>${label}, ${minuteText(from)}${to === undefined ? '' : ` to ${minuteText(to)}`}</title></rect><text class="small" x="${at + 3}" y="${top - 7}">${label}</text>`;
}

/** Items of a lane that would lie on each other, together. */
function cellsOf(
  items: readonly InboxItem[],
  x: (time: number) => number,
): readonly (readonly InboxItem[])[] {
  const cells = new Map<number, InboxItem[]>();
  for (const item of items) {
    const at = Math.floor(x(Date.parse(item.to)) / cell);
    const own = cells.get(at);
    if (own === undefined) cells.set(at, [item]);
    else own.push(item);
  }
  return [...cells.values()];
}

/** What weakens something is square, and a mark says the verdict: neither is told by color alone. */
function dot(
  own: readonly InboxItem[],
  y: number,
  x: (time: number) => number,
  query: TimelineQuery,
): PageHtml {
  const [worst] = own.toSorted((a, b) => (b.harm?.severity ?? 0) - (a.harm?.severity ?? 0));
  if (worst === undefined) return html``;
  const times = own.map(({ to }) => Date.parse(to));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const center = x((first + last) / 2);
  const [outcome = 'noop'] = worst.outcomes;
  const { look, mark } = outcomeLooks[outcome];
  const label =
    own.length === 1
      ? `${worst.summary}, ${outcome}, ${minuteText(worst.to)}`
      : `${own.length} intents up to ${minuteText(new Date(last).toISOString())}, the worst: ${worst.summary}`;
  const margin = Math.max((last - first) / 4, 60_000);
  const href =
    own.length === 1
      ? intentPath(worst.stack, worst.intent)
      : stretchPath(query, { start: first - margin, end: last + margin });
  const size = own.length === 1 ? 9 : 12;
  const isSevere = (worst.harm?.severity ?? 0) > 2;
  const shape = isSevere
    ? html`<rect class="dot ${look}" x="${center - size}" y="${y - size}" width="${2 * size}" height="${2 * size}" rx="2"></rect>`
    : html`<circle class="dot ${look}" cx="${center}" cy="${y}" r="${size}"></circle>`;
  return html`<a href="${href}" aria-label="${displayText(label, 300)}"><title>${displayText(label, 300)}</title>${shape}<text class="count" x="${center}" y="${y + 4}" text-anchor="middle" aria-hidden="true">${own.length === 1 ? mark : own.length}</text></a>`;
}

const steps = [5, 15, 60, 180, 360, 720, 1440, 2 * 1440, 4 * 1440, 7 * 1440, 14 * 1440, 28 * 1440];

function ticks({ start, end }: TimeRange): readonly number[] {
  const minutes = (end - start) / 60_000;
  const step = (steps.find((one) => minutes / one <= 9) ?? 56 * 1440) * 60_000;
  const first = Math.ceil(start / step) * step;
  const count = Math.max(Math.floor((end - first) / step) + 1, 0);
  return Array.from({ length: count }, (_, at) => first + at * step).filter((time) => time < end);
}

function tickText(time: number, { start, end }: TimeRange): string {
  const iso = new Date(time).toISOString();
  return end - start > 2 * 86_400_000
    ? iso.slice(5, 10)
    : `${iso.slice(5, 10)} ${iso.slice(11, 16)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const square = html`<svg width="14" height="14" aria-hidden="true"><rect class="dot plain" x="1" y="1" width="12" height="12" rx="2"></rect></svg>`;

function swatch(kind: string): PageHtml {
  return html`<svg width="14" height="14" aria-hidden="true"><rect class="${kind}" x="0" y="0" width="14" height="14"></rect></svg>`;
}

/** What marks and shades mean; only those windows that there are. */
export function timelineLegend(windows: readonly ShownWindow[]): PageHtml {
  const kinds = [...new Set(windows.map(({ kind }) => kind))].sort();
  return html`<ul class="legend"><li>✓ accepted, → delegated, ✗ put back, ? asks a person</li><li>${square}weakens something (3 of 5 and more)</li>${kinds.map((kind) => html`<li>${swatch(kind)}${kind}</li>`)}</ul>`;
}
