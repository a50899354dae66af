import { html } from 'hono/html';
import { displayText } from '../../../model/text.ts';
import { minuteText, spanText } from '../../../model/time-text.ts';
import { formatCount } from '../../../model/words.ts';
import type { InboxItem, ShownCell, ShownWindow } from '../../../ports/store/shown.ts';
import type { PageHtml } from '../look/layout.ts';
import { intentPath } from '../look/paths.ts';
import { harmMeter, verdictBadge } from '../look/verdict.ts';
import { timelineChart, timelineLegend, timelineLink, windowTime } from './chart.ts';
import {
  rangeNames,
  stretchesAround,
  stretchPath,
  type TimelineQuery,
  type TimeRange,
} from './query.ts';

export interface TimelineView {
  /** The newest first, as many as the table shows. */
  readonly items: readonly InboxItem[];
  readonly cells: readonly ShownCell[];
  readonly windows: readonly ShownWindow[];
  readonly stacks: readonly string[];
  readonly range: TimeRange;
  readonly query: TimelineQuery;
}

/**
 * What was done in a time range, in lanes by class of actor, and below that the same as a table.
 */
export function timelinePage(view: TimelineView): PageHtml {
  const { items, cells, windows, range } = view;
  const all = cells.reduce((sum, { count }) => sum + count, 0);
  const [from, to] = [new Date(range.start).toISOString(), new Date(range.end).toISOString()];
  return html`<div data-part="head"><h1>${formatCount(all, 'intent')}</h1>
<p class="lead">${spanText({ from, to }, 'minute')}</p></div>
${controls(view)}
<section class="panel" aria-labelledby="chart" data-part="chart"><h2 id="chart" class="hidden">Chart</h2>
${items.length === 0 && windows.length === 0 ? html`<p class="faint">Nothing was changed then, as far as scans know.</p>` : timelineChart({ ...view, linkOf: timelineLink(view.query) })}
${timelineLegend(windows)}</section>
<div data-part="tables">${items.length === 0 ? '' : asTable(items, all - items.length)}
${windows.length === 0 ? '' : windowTable(windows)}</div>`;
}

function controls({ stacks, range, query }: TimelineView): PageHtml {
  const { earlier, later, closer, wider } = stretchesAround(range);
  const last = new Date(range.end - 1).toISOString().slice(0, 10);
  return html`<form class="filters" method="get" action="/ui/timeline">
<label>Stack <select name="stack"><option value="">all</option>${stacks.map((name) => html`<option value="${name}"${name === query.stack ? html` selected` : ''}>${name}</option>`)}</select></label>
<label>Range <select name="range">${rangeNames.map((name) => html`<option${name === query.range ? html` selected` : ''}>${name}</option>`)}</select></label>
<label>Up to <input type="date" name="until" value="${last}"></label><button>Show</button>
<a class="button" href="${stretchPath(query, earlier)}">← Earlier</a><a class="button" href="${stretchPath(query, later)}">Later →</a>
<a class="button" href="${stretchPath(query, closer)}">Closer</a><a class="button" href="${stretchPath(query, wider)}">Wider</a></form>`;
}

function asTable(items: readonly InboxItem[], rest: number): PageHtml {
  return html`<section class="panel" aria-labelledby="table"><h2 id="table">As a table</h2><div class="wide" tabindex="0" role="region" aria-label="Intents of the range"><table class="folds" role="table">
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">When</th><th scope="col" role="columnheader">Who</th><th scope="col" role="columnheader">What</th><th scope="col" role="columnheader">Verdict</th><th scope="col" role="columnheader">Harm</th></tr></thead>
<tbody role="rowgroup">${items.map(
    (item) => html`<tr role="row"><td role="cell" class="time">${minuteText(item.to)}</td>
<td role="cell">${displayText(item.actor, 80)} <span class="faint">${item.class}</span></td>
<td role="cell" class="what"><a href="${intentPath(item.stack, item.intent)}">${displayText(item.summary, 200)}</a>${item.open ? '' : html` <span class="tag">over</span>`}</td>
<td role="cell">${item.outcomes.map(verdictBadge)}</td>
<td role="cell" class="whole">${item.harm === undefined ? '' : harmMeter(item.harm)}</td></tr>`,
  )}</tbody></table></div>${rest > 0 ? html`<p class="faint">and ${rest} more, which the chart has</p>` : ''}</section>`;
}

/** The meaning of the chart's shades, for people who cannot see them. */
function windowTable(windows: readonly ShownWindow[]): PageHtml {
  const newest = windows.toReversed();
  const rest = newest.length - maxWindows;
  return html`<section class="panel" aria-labelledby="windows"><h2 id="windows">At the same time</h2><div class="wide" tabindex="0" role="region" aria-label="Incidents, freezes, maintenance and deployments"><table class="folds" role="table">
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">When</th><th scope="col" role="columnheader">What</th><th scope="col" role="columnheader">Which</th></tr></thead>
<tbody role="rowgroup">${newest.slice(0, maxWindows).map((window) => html`<tr role="row"><td role="cell" class="time">${windowTime(window)}</td><td role="cell">${window.kind}</td><td role="cell">${displayText(window.name, 200)}</td></tr>`)}</tbody></table></div>${rest > 0 ? html`<p class="faint">and ${rest} more, which the chart has</p>` : ''}</section>`;
}

const maxWindows = 60;
