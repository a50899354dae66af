import { html, raw } from 'hono/html';
import { day } from '../../../model/instant.ts';
import { displayText } from '../../../model/text.ts';
import { minuteText, spanText } from '../../../model/time-text.ts';
import type { ShownCell, ShownWindow } from '../../../ports/store/shown.ts';
import type { PageHtml } from '../look/layout.ts';
import { intentPath } from '../look/paths.ts';
import { outcomeLooks } from '../look/verdict.ts';
import { stretchPath, type TimelineQuery, type TimeRange } from './query.ts';

const width = 1180;
const left = 96;
const right = 12;
const top = 22;
const laneHeight = 46;
/** Intents that are closer together than this become one dot with a number. */
const cellWidth = 24;

/** Number of slices of the displayed time. */
export const timelineSlices = Math.floor((width - left - right) / cellWidth);

export interface TimelineChart {
  readonly cells: readonly ShownCell[];
  readonly windows: readonly ShownWindow[];
  readonly range: TimeRange;
  /** The link of a dot. */
  readonly linkOf: (cell: ShownCell) => string;
}

/** A single intent links to its page, several to the time range that contains them. */
export function timelineLink(query: TimelineQuery): TimelineChart['linkOf'] {
  return ({ count, from, to, worst }) => {
    if (count === 1) return intentPath(worst.stack, worst.intent);
    const [first, last] = [Date.parse(from), Date.parse(to)];
    const margin = Math.max((last - first) / 4, 60_000);
    return stretchPath(query, { start: first - margin, end: last + margin });
  };
}

/** Lanes for the classes of actors, in front of bands for special times. */
export function timelineChart({ cells, windows, range, linkOf }: TimelineChart): PageHtml {
  const lanes = [...new Set(cells.map(({ worst }) => worst.class))].sort();
  const height = top + Math.max(lanes.length, 1) * laneHeight + 26;
  const { start, end } = range;
  const x = (time: number): number =>
    round(left + ((time - start) / (end - start)) * (width - left - right));
  return html`<div class="wide latest" tabindex="0" role="region" aria-label="Timeline, also as a table below">
${raw(`<svg class="chart long" viewBox="0 0 ${width} ${height}" role="group" aria-label="Intents by who acted" data-brush="${start} ${end} ${left} ${width - right} ${width}">`)}
${bands(windows, { range, x, height })}
${ticks(range).map((time) => html`<line class="grid" x1="${x(time)}" x2="${x(time)}" y1="${top}" y2="${height - 24}"></line><text class="small" x="${x(time) + 3}" y="${height - 8}">${tickText(time, range)}</text>`)}
${lanes.map((name, lane) => html`<line class="lane" x1="${left}" x2="${width - right}" y1="${laneY(lane)}" y2="${laneY(lane)}"></line><text x="0" y="${laneY(lane) + 4}">${name}</text><text class="small atend" x="${width - right}" y="${laneY(lane) - 15}" text-anchor="end" aria-hidden="true">${name}</text>`)}
${lanes.map((name, lane) => cells.filter(({ worst }) => worst.class === name).map((own) => dot(own, laneY(lane), x, linkOf)))}
${raw('</svg>')}</div>`;
}

function laneY(lane: number): number {
  return top + lane * laneHeight + laneHeight / 2;
}

interface Place {
  readonly range: TimeRange;
  readonly x: (time: number) => number;
  readonly height: number;
}

/** Approximate pixels for one character of a label. */
const labelCharacter = 6;
/** Pixels, so that a moment stays visible. */
const narrowest = 3;

/**
 * Draws the longest bands first, so that none is hidden. Labels appear where they fit. Deployments
 * have none, since there are many and the table below lists them.
 */
function bands(windows: readonly ShownWindow[], place: Place): PageHtml {
  const placed = windows
    .flatMap((window) => placeBand(window, place))
    .toSorted((a, b) => b.length - a.length || a.at - b.at);
  let free = 0;
  const labels = placed
    .filter(({ window: { kind } }) => kind !== 'deployment')
    .toSorted((a, b) => a.at - b.at)
    .filter(({ at, label }) => {
      if (at < free) return false;
      free = at + (label.length + 2) * labelCharacter;
      return true;
    });
  return html`${placed.map(
    ({ window, at, length, title }) =>
      html`<rect class="${window.kind}" x="${at}" y="${top - 18}" width="${length}" height="${place.height - top - 6}"><title>${title}</title></rect>`,
  )}${labels.map(labelText)}`;
}

/** Keeps the label within the chart, also where its band begins near the end. */
function labelText({ at, label }: { readonly at: number; readonly label: string }): PageHtml {
  return at + label.length * labelCharacter > width
    ? html`<text class="small" x="${width - 2}" y="${top - 7}" text-anchor="end">${label}</text>`
    : html`<text class="small" x="${at + 3}" y="${top - 7}">${label}</text>`;
}

function placeBand(window: ShownWindow, { range: { start, end }, x }: Place) {
  const { kind, name, from, to } = window;
  const begin = Math.max(Date.parse(from), start);
  const close = Math.min(to === undefined ? end : Date.parse(to), end);
  if (begin > close || begin >= end) return [];
  const at = x(begin);
  const label = displayText(`${kind} ${name}`, 60);
  const title = `${label}, ${windowTime(window)}`;
  const length = Math.max(round(x(close) - at), narrowest);
  return [{ window, at, length, label, title }];
}

/** `2026-03-14 02:00 to 05:10 UTC`, or a single moment where it has no length. */
export function windowTime({ from, to }: Pick<ShownWindow, 'from' | 'to'>): string {
  if (to === undefined) return `from ${minuteText(from)} on`;
  return spanText({ from, to }, 'minute');
}

/** Weakenings are square, and a mark shows the verdict, so that neither depends on color alone. */
function dot(
  cell: ShownCell,
  y: number,
  x: (time: number) => number,
  linkOf: TimelineChart['linkOf'],
): PageHtml {
  const { count, from, to, worst } = cell;
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const center = x((first + last) / 2);
  const [outcome = 'noop'] = worst.outcomes;
  const { look, mark } = outcomeLooks[outcome];
  const label =
    count === 1
      ? `${worst.summary}, ${outcome}, ${minuteText(worst.to)}`
      : `${count} intents up to ${minuteText(to)}, the worst: ${worst.summary}`;
  const size = count === 1 ? 9 : 12;
  const isSevere = (worst.harm?.severity ?? 0) > 2;
  const shape = isSevere
    ? html`<rect class="dot ${look}" x="${center - size}" y="${y - size}" width="${2 * size}" height="${2 * size}" rx="2"></rect>`
    : html`<circle class="dot ${look}" cx="${center}" cy="${y}" r="${size}"></circle>`;
  return html`<a href="${linkOf(cell)}" aria-label="${displayText(label, 300)}"><title>${displayText(label, 300)}</title>${shape}<text class="count" x="${center}" y="${y + 4}" text-anchor="middle" aria-hidden="true">${count === 1 ? mark : count}</text></a>`;
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
  return end - start > 2 * day ? iso.slice(5, 10) : `${iso.slice(5, 10)} ${iso.slice(11, 16)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const square = html`<svg width="14" height="14" aria-hidden="true"><rect class="dot plain" x="1" y="1" width="12" height="12" rx="2"></rect></svg>`;

function swatch(kind: string): PageHtml {
  return html`<svg width="14" height="14" aria-hidden="true"><rect class="${kind}" x="0" y="0" width="14" height="14"></rect></svg>`;
}

/** The meaning of marks and shades, limited to the kinds of windows that occur. */
export function timelineLegend(windows: readonly ShownWindow[]): PageHtml {
  const kinds = [...new Set(windows.map(({ kind }) => kind))].sort();
  return html`<ul class="legend"><li>✓ accepted, → delegated, ✗ put back, ? asks a person</li><li>${square}weakens something (3 of 5 and more)</li>${kinds.map((kind) => html`<li>${swatch(kind)}${kind}</li>`)}</ul>`;
}
