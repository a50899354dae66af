import { html } from 'hono/html';
import { boundsText } from '../../../model/bounds.ts';
import { endText } from '../../../model/end-text.ts';
import { groupBy } from '../../../model/group.ts';
import { pathKey } from '../../../model/path.ts';
import { shortPath } from '../../../model/short-path.ts';
import { compareText, displayText } from '../../../model/text.ts';
import { minuteText, spanText } from '../../../model/time-text.ts';
import type { ShownIntent } from '../../../ports/store/shown.ts';
import { managerText } from '../../../present/terminal/blame.ts';
import { sideText } from '../../../present/terminal/change-text.ts';
import type { BlamedOwner, FieldBlame, ResourceBlame } from '../../../stages/ledger/blame.ts';
import type { ClaimChange, HistoryLine } from '../../../stages/ledger/types.ts';
import { pathPart } from '../intent/path.ts';
import type { PageHtml } from '../look/layout.ts';
import { intentPath } from '../look/paths.ts';
import { dataTable, type TableCell } from '../look/table.ts';
import { verdictBadge } from '../look/verdict.ts';
import { fieldChart, isHeld } from './chart.ts';

export interface ResourceView {
  readonly stack: string;
  readonly address: string;
  /** The resource in the ledger; undefined where the ledger has nothing about it. */
  readonly blame: ResourceBlame | undefined;
  /** Open intents that concern the resource. */
  readonly intents: readonly ShownIntent[];
  /** ISO 8601 UTC. */
  readonly now: string;
}

/** Fields on a page. Those that anybody other than the code owns come first. */
const maxFieldsShown = 60;

export function resourcePage({ stack, address, blame, intents, now }: ResourceView): PageHtml {
  const traces = intents
    .flatMap(
      ({ detail }) => detail.patch?.traces ?? detail.unresolved.flatMap((one) => one.traces ?? []),
    )
    .filter((trace) => trace.address === address);
  // Each party of a contention has it, so repeats are removed.
  const contentions = withoutRepeats(
    intents.flatMap(({ detail }) => detail.contentions).filter((one) => one.address === address),
  );
  return html`<h1><code>${displayText(address, 300)}</code></h1>
<p class="lead">${displayText(stack, 200)}${blame === undefined ? '' : html`, ${blame.type}`}</p>
<div data-part="contentions">${contentions.map(({ parties: [one, other], alternations, window }) => html`<p class="note"><strong>${displayText(one.name, 100)}</strong> and <strong>${displayText(other.name, 100)}</strong> undo each other: it changed hands ${alternations} times from ${spanText(window, 'minute')}.</p>`)}</div>
<div class="columns"><div data-part="fields" data-ask>
${blame === undefined ? html`<p class="panel">The ledger has nothing on it yet: it has not been touched since Parley began to watch.</p>` : fieldsPart(blame, now)}
</div><div data-part="beside">
<section class="panel" aria-labelledby="open"><h2 id="open">Open intents</h2>${intents.length === 0 ? html`<p class="faint">None: code and cloud agree.</p>` : html`<ul class="plain">${intents.map(intentLine)}</ul>`}</section>
${pathPart(traces, undefined)}
${codePart(intents, address)}
</div></div>`;
}

function intentLine({ stack, intent, summary, outcomes }: ShownIntent): PageHtml {
  return html`<li><a href="${intentPath(stack, intent)}">${displayText(summary, 200)}</a> ${outcomes.map(verdictBadge)}</li>`;
}

/** The commits that set the declared values of fields. */
function codePart(intents: readonly ShownIntent[], address: string): PageHtml {
  const commits = withoutRepeats(
    intents
      .flatMap(({ detail }) => detail.decisions)
      .flatMap((one) =>
        one.address === address && one.code !== undefined ? [{ ...one.code, path: one.path }] : [],
      ),
  );
  if (commits.length === 0) return html``;
  return html`<section class="panel" aria-labelledby="commits"><h2 id="commits">Who wrote the code</h2><ul class="plain">${commits.map(
    ({ path, author, time, commit }) =>
      html`<li><code>${shortPath(path)}</code> ${displayText(author, 100)} <span class="faint">${minuteText(time)}, ${commit.slice(0, 8)}</span></li>`,
  )}</ul></section>`;
}

function withoutRepeats<T>(items: readonly T[]): readonly T[] {
  return [...groupBy(items, (item) => JSON.stringify(item)).values()].flatMap(([first]) =>
    first === undefined ? [] : [first],
  );
}

function fieldsPart({ fields, history }: ResourceBlame, now: string): PageHtml {
  const of = new Map<string, HistoryLine[]>();
  for (const line of history) {
    const key = pathKey(line.path);
    of.set(key, [...(of.get(key) ?? []), line]);
  }
  const weight = (field: FieldBlame): number =>
    field.contests.length * 4 +
    field.breaches.length * 4 +
    (of.get(pathKey(field.path))?.length ?? 0);
  const sorted = fields.toSorted((a, b) => weight(b) - weight(a) || compareText(a.field, b.field));
  const shown = sorted.filter((field) => !isQuiet(field, of.get(pathKey(field.path)) ?? []));
  const quiet = sorted.filter((field) => !shown.includes(field));
  const rest = shown.length - maxFieldsShown;
  return html`${shown.slice(0, maxFieldsShown).map((field) => fieldPart(field, of.get(pathKey(field.path)) ?? [], now))}
${rest > 0 ? html`<p class="faint">and ${rest} more fields</p>` : ''}
${quiet.length === 0 ? '' : quietPart(quiet)}`;
}

/** True where the code owns the field, and nobody else ever did. */
function isQuiet({ owners, contests, breaches }: FieldBlame, history: readonly HistoryLine[]) {
  const [owner] = owners;
  const isPlain =
    owners.length === 1 && owner?.manager.id === 'code' && owner.delegation === undefined;
  return isPlain && contests.length + breaches.length === 0 && history.length < 2;
}

function quietPart(fields: readonly FieldBlame[]): PageHtml {
  return html`<section class="panel" aria-labelledby="quiet"><h2 id="quiet">As the code says</h2>${dataTable(
    {
      label: 'Fields as the code says',
      heads: ['Field', 'Value', 'Since'],
      named: true,
      rows: fields.slice(0, maxQuiet).map(({ path, value, owners: [owner] }) => [
        { body: html`<code>${shortPath(path)}</code>` },
        { body: html`<code>${sideText(value, path)}</code>` },
        {
          body:
            owner === undefined ? '' : `${owner.before ? 'before ' : ''}${minuteText(owner.since)}`,
          class: 'time',
        },
      ]),
    },
  )}${fields.length > maxQuiet ? html`<p class="faint">and ${fields.length - maxQuiet} more</p>` : ''}</section>`;
}

const maxQuiet = 200;

function fieldPart(field: FieldBlame, history: readonly HistoryLine[], now: string): PageHtml {
  const { path, value, owners, contests, breaches } = field;
  const name = shortPath(path);
  const bounds = owners.find(({ delegation }) => delegation?.bounds !== undefined)?.delegation
    ?.bounds;
  const hands = countHandovers(history);
  return html`<section class="panel"><h2><code>${name}</code> = <code>${sideText(value, path)}</code>${contests.length > 0 ? html` <span class="verdict ask">? contested</span>` : ''}${hands > 2 ? html` <span class="tag">changed hands ${hands} times</span>` : ''}</h2>
<ul class="plain">${owners.map(ownerLine)}</ul>
${contests.map(({ manager, wanted, since }) => html`<p><strong>${managerText(manager)}</strong> says <code>${sideText(wanted, path)}</code>, found ${minuteText(since)}</p>`)}
${breaches.map(({ time, manager, kind, value: written }) => html`<p><span class="verdict bad">✗ breach</span> ${minuteText(time)} ${managerText(manager)} wrote <code>${sideText(written, path)}</code> (${breachWords[kind]})</p>`)}
${
  history.length < 2 && bounds === undefined
    ? ''
    : html`${fieldChart({ name, history, bounds, now })}
<details><summary class="faint">As a table</summary>${dataTable({ label: `History of ${name}`, heads: ['When', 'Who', 'What', 'Value', 'Why'], rows: history.map(historyRow) })}</details>`
}</section>`;
}

const breachWords = {
  'other-manager': 'it was delegated to somebody else',
  'out-of-bounds': 'out of bounds',
  expired: 'the delegation had expired',
} as const;

function countHandovers(history: readonly HistoryLine[]): number {
  const held = history.filter(({ change }) => isHeld(change));
  const managers = held.map(({ manager }) => manager.id);
  return managers.filter((id, at) => at > 0 && id !== managers[at - 1]).length;
}

function ownerLine({
  manager,
  since,
  before,
  reason,
  delegation,
  delegated,
}: BlamedOwner): PageHtml {
  return html`<li><strong>${managerText(manager)}</strong> since ${before ? 'before ' : ''}${minuteText(since)} <span class="faint">${displayText(reason, 200)}</span>
${delegation === undefined ? '' : html`<br><span class="verdict ${delegated === 'expired' ? 'bad' : 'good'}">${delegated === 'expired' ? '✗ was delegated' : '→ delegated'}</span> by ${managerText(delegation.from)}${delegation.bounds === undefined ? '' : ` ${boundsText(delegation.bounds)}`}${delegation.expires === undefined ? '' : ` until ${endText(delegation.expires, minuteText)}`}`}</li>`;
}

const changeWords: Readonly<Record<ClaimChange, string>> = {
  set: 'set it',
  joined: 'shares it',
  'took-over': 'took it over',
  lost: 'lost it',
  'gave-up': 'gave it up',
  removed: 'lost it with the field',
};

function historyRow({
  time,
  manager,
  change,
  value,
  path,
  reason,
  before,
  because,
}: HistoryLine): readonly TableCell[] {
  return [
    { body: `${before === true ? 'before ' : ''}${minuteText(time)}`, class: 'time' },
    { body: managerText(manager) },
    {
      body: `${changeWords[change]}${because === undefined ? '' : `, by ${managerText(because)}`}`,
    },
    { body: html`<code>${sideText(value, path)}</code>` },
    { body: displayText(reason, 160) },
  ];
}
