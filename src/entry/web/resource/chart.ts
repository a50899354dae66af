import { html, raw } from 'hono/html';
import type { Bounds } from '../../../model/bounds.ts';
import { displayText } from '../../../model/text.ts';
import { minuteText } from '../../../model/time-text.ts';
import { sideText } from '../../../present/terminal/change-text.ts';
import type { ClaimChange, HistoryLine } from '../../../stages/ledger/types.ts';
import type { PageHtml } from '../look/layout.ts';

const width = 640;
const height = 96;
const left = 46;
const right = 14;
const top = 12;
const bottom = 24;

export interface FieldChart {
  readonly name: string;
  /** History of the field, oldest first. */
  readonly history: readonly HistoryLine[];
  readonly bounds: Bounds | undefined;
  /** ISO 8601 UTC. */
  readonly now: string;
}

/**
 * A field over time: a number as steps within its bounds, any other value as marks of who set it.
 */
export function fieldChart({ name, history: all, bounds, now }: FieldChart): PageHtml {
  const history = all.filter(({ change }) => isHeld(change));
  const [first] = history;
  if (first === undefined) return html``;
  const start = Date.parse(first.time);
  const end = Math.max(Date.parse(now), start + 60_000);
  const x = (time: number): number =>
    round(left + ((Math.max(time, start) - start) / (end - start)) * (width - left - right));
  const points = history.flatMap((line) => {
    const number = numberOf(line);
    return number === undefined ? [] : [{ line, number }];
  });
  const isNumeric = points.length === history.length;
  const label = `${name} over time, also as a table below`;
  return html`<div class="wide latest" tabindex="0" role="region" aria-label="${displayText(label, 200)}">${raw(`<svg class="chart short" viewBox="0 0 ${width} ${height}" role="group">`)}
${isNumeric ? numberPlot(points, bounds, x, end) : markPlot(history, x, end)}
<text class="small" x="${left}" y="${height - 6}">${minuteText(first.time)}</text>
<text class="small" x="${width - right}" y="${height - 6}" text-anchor="end">now</text>${raw('</svg>')}</div>`;
}

/**
 * False for changes by which a manager loses the field, since that manager does not hold it
 * afterwards.
 */
export function isHeld(change: ClaimChange): boolean {
  return change === 'set' || change === 'joined' || change === 'took-over';
}

interface NumberPoint {
  readonly line: HistoryLine;
  readonly number: number;
}

function numberPlot(
  points: readonly NumberPoint[],
  bounds: Bounds | undefined,
  x: (time: number) => number,
  end: number,
): PageHtml {
  const values = [...points.map(({ number }) => number), ...limitsOf(bounds)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high === low ? 1 : high - low;
  const y = (value: number): number =>
    round(height - bottom - ((value - low) / span) * (height - top - bottom));
  const steps = points.map(({ line, number }, at) => {
    const next = points[at + 1];
    const until = next === undefined ? end : Date.parse(next.line.time);
    return `${x(Date.parse(line.time))},${y(number)} ${x(until)},${y(number)}`;
  });
  return html`${bounds === undefined ? '' : band(bounds, y, low, high)}
<text class="small" x="0" y="${y(high) + 4}">${high}</text>${high === low ? '' : html`<text class="small" x="0" y="${y(low) + 4}">${low}</text>`}
<polyline class="line" points="${steps.join(' ')}"></polyline>
${points.map(({ line, number }) => mark(line, x(Date.parse(line.time)), y(number)))}`;
}

function band(bounds: Bounds, y: (value: number) => number, low: number, high: number): PageHtml {
  const { min = low, max = high } = bounds;
  const [upper, lower] = [y(max), y(min)];
  return html`<rect class="bound" x="${left}" y="${upper}" width="${width - left - right}" height="${Math.max(lower - upper, 2)}"><title>within ${min} to ${max}</title></rect>
<line class="boundline" x1="${left}" x2="${width - right}" y1="${upper}" y2="${upper}"></line><line class="boundline" x1="${left}" x2="${width - right}" y1="${lower}" y2="${lower}"></line>`;
}

function markPlot(
  history: readonly HistoryLine[],
  x: (time: number) => number,
  end: number,
): PageHtml {
  const y = (height - bottom + top) / 2;
  return html`<line class="lane" x1="${left}" x2="${x(end)}" y1="${y}" y2="${y}"></line>
${history.map((line) => mark(line, x(Date.parse(line.time)), y))}`;
}

/** Squares stand for the code, so that it is not marked by color alone. */
function mark(line: HistoryLine, x: number, y: number): PageHtml {
  const title = `${minuteText(line.time)} ${line.manager.name}: ${sideText(line.value, line.path)}`;
  const shape =
    line.manager.id === 'code'
      ? html`<rect class="dot good" x="${x - 5}" y="${y - 5}" width="10" height="10">${titleOf(title)}</rect>`
      : html`<circle class="dot ask" cx="${x}" cy="${y}" r="5.5">${titleOf(title)}</circle>`;
  return shape;
}

function titleOf(text: string): PageHtml {
  return html`<title>${displayText(text, 200)}</title>`;
}

function numberOf({ value }: HistoryLine): number | undefined {
  return value.kind === 'value' && typeof value.value === 'number' ? value.value : undefined;
}

function limitsOf(bounds: Bounds | undefined): readonly number[] {
  return [bounds?.min, bounds?.max].filter((one) => one !== undefined);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
