import { html, raw } from 'hono/html';
import { day } from '../../../model/instant.ts';
import { formatCount } from '../../../model/words.ts';
import type { ShownDay } from '../../../ports/store/shown.ts';
import type { PageHtml } from '../look/layout.ts';

const width = 90;
const height = 34;

/** The open drifts of recent days as a line. The numbers are next to it. */
export function sparkline(days: readonly ShownDay[]): PageHtml {
  if (days.length === 0) return html`<span></span>`;
  const highest = Math.max(...days.map(({ drifts }) => drifts), 1);
  const step = days.length === 1 ? 0 : (width - 8) / (days.length - 1);
  const points = days.map(({ drifts }, at) => {
    const x = days.length === 1 ? width - 4 : 4 + at * step;
    return [round(x), round(height - 5 - (drifts / highest) * (height - 10))] as const;
  });
  const line = points.map((point) => point.join(',')).join(' ');
  const [last = [0, 0]] = points.slice(-1);
  const [first = last] = points;
  return html`${raw(`<svg class="spark" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">`)}
<polygon points="${first[0]},${height} ${line} ${last[0]},${height}"></polygon><polyline points="${line}"></polyline>
<circle cx="${last[0]}" cy="${last[1]}" r="2.5"></circle>${raw('</svg>')}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** `+3 in 14 days`; empty where there is nothing to compare with. */
export function trendText(days: readonly ShownDay[]): string {
  const [first, ...others] = days;
  const last = others.at(-1);
  if (first === undefined || last === undefined) return '';
  const difference = last.drifts - first.drifts;
  const span = Math.round((Date.parse(last.day) - Date.parse(first.day)) / day);
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '±';
  return `${sign}${Math.abs(difference)} in ${formatCount(span, 'day')}`;
}
