import { html } from 'hono/html';
import { z } from 'zod';
import { actorClasses } from '../../model/actor.ts';
import { outcomes } from '../../model/decision.ts';
import { harmDimensions } from '../../model/harm.ts';
import { displayText } from '../../model/text.ts';
import { summaryOf } from '../../stages/intent/summary.ts';
import type { PageHtml } from './layout.ts';
import { compareItems, type ListedItem } from './read.ts';
import { minuteText, outcomeLooks } from './verdict.ts';

/** What the URL of the inbox asks for; what it does not know is not looked at. */
export const InboxQuery = z.object({
  stack: z.string().max(200).catch(''),
  class: z.enum(actorClasses).or(z.literal('')).catch(''),
  verdict: z.enum(outcomes).or(z.literal('')).catch(''),
  harm: z.enum(harmDimensions).or(z.literal('')).catch(''),
  text: z.string().max(200).catch(''),
  from: z.coerce.number().int().min(0).max(1_000_000).catch(0),
});

export type InboxQuery = z.output<typeof InboxQuery>;

const pageSize = 50;

export function inboxPage(
  items: readonly ListedItem[],
  stacks: readonly string[],
  query: InboxQuery,
): PageHtml {
  const asked = items.filter((item) => isAsked(item, query)).sort(compareItems);
  const waiting = items.filter(({ waits }) => waits).length;
  const shown = asked.slice(query.from, query.from + pageSize);
  return html`<h1>${waiting === 0 ? 'Nothing waits for a person' : `${waiting} ${waiting === 1 ? 'intent waits' : 'intents wait'} for a person`}</h1>
${filters(stacks, query)}
<p class="faint">${asked.length} of ${items.length} open ${items.length === 1 ? 'intent' : 'intents'}, as of the latest scans.</p>
<ul class="cards">${shown.map(itemCard)}</ul>
${asked.length > query.from + pageSize ? html`<p><a href="${nextPage(query)}">Next ${pageSize}</a></p>` : ''}`;
}

function isAsked(item: ListedItem, query: InboxQuery): boolean {
  const { stack, intent, outcomes: own, harms, drifts } = item;
  const text = query.text.toLowerCase();
  const texts = [intent.summary, intent.actor.name, intent.id, ...drifts.map((one) => one.address)];
  return (
    (query.stack === '' || query.stack === stack) &&
    (query.class === '' || query.class === intent.actor.class) &&
    (query.verdict === '' || own.includes(query.verdict)) &&
    (query.harm === '' || harms.some(({ dimension }) => dimension === query.harm)) &&
    (text === '' || texts.some((one) => one.toLowerCase().includes(text)))
  );
}

function nextPage({ from, ...query }: InboxQuery): string {
  const params = new URLSearchParams({ ...query, from: String(from + pageSize) });
  return `/ui?${params.toString()}`;
}

function filters(stacks: readonly string[], query: InboxQuery): PageHtml {
  return html`<form class="filters" method="get" action="/ui" role="search">
${choice('stack', 'Stack', stacks, query.stack)}
${choice('class', 'Who', actorClasses, query.class)}
${choice('verdict', 'Verdict', outcomes, query.verdict)}
${choice('harm', 'Harm to', harmDimensions, query.harm)}
<label>Text <input name="text" value="${query.text}"></label>
<button>Show</button> <a href="/ui">All</a>
</form>`;
}

function choice(name: string, label: string, values: readonly string[], chosen: string): PageHtml {
  return html`<label>${label} <select name="${name}"><option value="">any</option>${values.map(
    (value) =>
      value === chosen ? html`<option selected>${value}</option>` : html`<option>${value}</option>`,
  )}</select></label>`;
}

function itemCard(item: ListedItem): PageHtml {
  const { intent, stack, outcomes: own, drifts, harms, proposals } = item;
  const [first = 'noop'] = own;
  const [worst] = harms;
  const ids = drifts.map(({ id }) => id);
  return html`<li class="card ${outcomeLooks[first].look}">
<h3><a href="${intentPath(stack, intent.id)}">${displayText(summaryOf(intent, ids), 300)}</a></h3>
<p>${own.map((one) => html`<span class="verdict ${outcomeLooks[one].look}">${outcomeLooks[one].mark} ${one}</span> `)}
${displayText(intent.actor.name, 100)} (${intent.actor.class}), ${minuteText(intent.window.from)}</p>
${worst === undefined ? '' : html`<p>${displayText(worst.because, 200)} <span class="faint">${worst.dimension}, ${worst.severity} of 5</span></p>`}
<p class="faint">${displayText(stack, 100)} · ${drifts.length} ${drifts.length === 1 ? 'field' : 'fields'}${proposals.length === 0 ? '' : ' · proposed'}</p>
</li>`;
}

export function intentPath(stack: string, intent: string): string {
  return `/ui/stacks/${encodeURIComponent(stack)}/intents/${encodeURIComponent(intent)}`;
}
