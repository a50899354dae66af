import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { minute } from '../../../model/instant.ts';
import type { Report } from '../../../model/report.ts';
import { shortPath } from '../../../model/short-path.ts';
import { displayText } from '../../../model/text.ts';
import { minuteText, spanText } from '../../../model/time-text.ts';
import { formatCount } from '../../../model/words.ts';
import type { ShownCard, ShownCell, ShownRun } from '../../../ports/store/shown.ts';
import { renderFinding } from '../../../present/terminal/open.ts';
import { type ReportedIntent, reportedIntents } from '../../../reconcile/shown/intents.ts';
import { diffView } from '../intent/diff.ts';
import { partiesPart } from '../intent/parties.ts';
import { pathPart } from '../intent/path.ts';
import { proofPart } from '../intent/proof.ts';
import { verdictsPart } from '../intent/verdicts.ts';
import type { PageHtml } from '../look/layout.ts';
import { pageStyle } from '../look/style.ts';
import { changeText, fieldName, withReplaced } from '../look/values.ts';
import { verdictBadge } from '../look/verdict.ts';
import { timelineChart, timelineLegend, timelineSlices } from '../timeline/chart.ts';
import type { TimeRange } from '../timeline/query.ts';

/** A run as one self-contained page, for a ticket or for a review of an incident. */
export async function reportPage(report: Report, diffs: ShownRun['diffs'] = []): Promise<string> {
  const intents = reportedIntents('', report, diffs);
  const title = `${formatCount(intents.length, 'intent')}`;
  const style = `${pageStyle}\n${reportStyle}`;
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const parts = await Promise.all(intents.map(intentPart));
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}, ${minuteText(report.startedAt)} · Parley</title>
<style>${raw(style)}</style>
</head>
<body><main id="content">
<h1>${title}</h1>
<p class="lead">${displayText(renderFinding(report).replaceAll('\n', ' '), 600)} As of ${minuteText(report.startedAt)}, Parley ${displayText(report.tool.version, 40)}.</p>
${intents.length === 0 ? '' : overview(report, intents)}
${raw(parts.join('\n'))}
${passedPart(report)}${unresolvedPart(report)}
</main></body>
</html>`;
  return `${page}\n`;
}

function overview({ startedAt }: Report, intents: readonly ReportedIntent[]): PageHtml {
  const cards = intents.map(({ card }) => card);
  const range = reportRange(cards);
  const cells = reportCells(cards, range, startedAt);
  return html`<section class="panel"><h2>When</h2>
${timelineChart({ cells, windows: [], range, linkOf: ({ worst }) => `#${worst.intent}` })}
${timelineLegend([])}</section>
<section class="panel"><h2>What</h2><ul class="plain">${cards.map(
    ({ intent, summary, outcomes, actor, class: kind, to }) =>
      html`<li>${outcomes.map(verdictBadge)} <a href="#${intent}">${displayText(summary, 600)}</a> <span class="faint">${displayText(actor, 100)} (${kind}), ${minuteText(to)}</span></li>`,
  )}</ul></section>`;
}

async function intentPart({ card, detail }: ReportedIntent): Promise<string> {
  const { intent, actor, class: kind, from, to, outcomes, summary } = card;
  const { decisions, drifts, patch, diff, unresolved } = detail;
  const when = spanText({ from, to }, 'minute');
  const part =
    await html`<article id="${intent}" class="intent"><h2>${displayText(summary, 600)}</h2>
<p class="lead"><strong>${displayText(actor, 200)}</strong> (${kind}), ${when} ${outcomes.map(verdictBadge)} <code>${intent}</code></p>
<section class="panel"><h3>What changed</h3>${drifts.map(
      (drift) =>
        html`<div class="field"><div><code>${displayText(drift.address, 300)}</code><br><code>${fieldName(drift)}</code></div><div class="mono">${changeText(withReplaced(drift, decisions))}</div></div>`,
    )}</section>
${partiesPart(actor, decisions, drifts)}
${verdictsPart(decisions, drifts)}
${diff.length === 0 ? '' : html`<section class="panel"><h3>Patch</h3>${diffView(diff, 'unified')}</section>`}
${pathPart(patch?.traces ?? [], patch)}
${patch === undefined && unresolved.length === 0 ? '' : proofPart(patch, unresolved)}</article>`;
  // The parts use fixed ids for their headings, meant for a page about one intent, so the ids are
  // made unique.
  return part.replaceAll(/ (id|aria-labelledby)="([a-z]+)"/g, ` $1="$2-${intent}"`);
}

/** Changes that did not last are also shown. */
function passedPart({ reverted }: Report): PageHtml {
  if (reverted.length === 0) return html``;
  return html`<section class="panel"><h2>Changed and put back</h2><ul>${reverted.map(
    ({ address, path, sentence: because }) =>
      html`<li><code>${displayText(address, 200)} ${shortPath(path)}</code> <span class="faint">${displayText(because ?? '', 300)}</span></li>`,
  )}</ul></section>`;
}

function unresolvedPart({ unresolved }: Report): PageHtml {
  const apart = unresolved.filter(({ intent }) => intent === undefined);
  if (apart.length === 0) return html``;
  return html`<section class="panel"><h2>Left for a person</h2><ul>${apart.map(
    ({ address, reason, suggestion }) =>
      html`<li>${address === undefined ? '' : html`<code>${displayText(address, 200)}</code> `}${displayText(reason, 400)}${suggestion === undefined ? '' : html` <span class="faint">${displayText(suggestion, 300)}</span>`}</li>`,
  )}</ul></section>`;
}

const reportStyle = `
.intent { margin-top: 2.5rem; break-before: auto; }
.intent .panel { break-inside: avoid; }
`;

/** The time from shortly before the first intent to shortly after the last. */
function reportRange(cards: readonly ShownCard[]): TimeRange {
  const times = cards.flatMap(({ from, to }) => [Date.parse(from), Date.parse(to)]);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const margin = Math.max((last - first) / 20, minute);
  return { start: first - margin, end: last + margin };
}

/** Combines intents of the same class of actor in the same slice of the chart into one dot. */
function reportCells(
  cards: readonly ShownCard[],
  { start, end }: TimeRange,
  startedAt: string,
): readonly ShownCell[] {
  const cells = new Map<string, ShownCell>();
  const slice = (end - start) / timelineSlices;
  for (const card of cards) {
    const key = `${card.class} ${Math.floor((Date.parse(card.to) - start) / slice)}`;
    const own = { ...card, waits: false, proposed: false, open: true, firstSeen: startedAt };
    const known = cells.get(key);
    const isWorse = (card.harm?.severity ?? 0) > (known?.worst.harm?.severity ?? -1);
    cells.set(key, {
      count: (known?.count ?? 0) + 1,
      from: known === undefined || card.to < known.from ? card.to : known.from,
      to: known === undefined || card.to > known.to ? card.to : known.to,
      worst: known === undefined || isWorse ? own : known.worst,
    });
  }
  return [...cells.values()];
}
