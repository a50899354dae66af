import { html } from 'hono/html';
import { actorClasses } from '../../../model/actor.ts';
import { outcomes } from '../../../model/decision.ts';
import { harmDimensions } from '../../../model/harm.ts';
import { displayText } from '../../../model/text.ts';
import { formatCount } from '../../../model/words.ts';
import type { Page } from '../../../ports/store/service-store.ts';
import type { InboxItem, ShownStack } from '../../../ports/store/shown.ts';
import { bulkActions } from '../bulk/actions.ts';
import { answerEffects } from '../intent/actions.ts';
import type { PageHtml } from '../look/layout.ts';
import { intentPath } from '../look/paths.ts';
import { changeText, fieldName } from '../look/values.ts';
import { ageText, harmMeter, outcomeLooks, verdictBadge } from '../look/verdict.ts';
import { ages, type InboxQuery, type InboxTimes, nextPath } from './query.ts';
import { sparkline, trendText } from './spark.ts';

export interface InboxView {
  readonly page: Page<InboxItem>;
  readonly stacks: readonly ShownStack[];
  readonly query: InboxQuery;
  readonly times: InboxTimes;
  readonly mayAnswer: boolean;
}

export function inboxPage(view: InboxView): PageHtml {
  const { page, stacks, query, times, mayAnswer } = view;
  const sum = (of: (stack: ShownStack) => number): number =>
    stacks.reduce((all, one) => all + of(one), 0);
  const waiting = sum((one) => one.waiting);
  const all = sum((one) => one.intents);
  const { items, next } = page;
  const list = html`<ul class="cards" data-list>${grouped(items, (item) => cardView(item, times, mayAnswer))}</ul>`;
  return html`<div data-part="head"><h1>${waiting === 0 ? 'Nothing waits for a person' : `${waiting} ${waiting === 1 ? 'intent waits' : 'intents wait'} for a person`}</h1>
<p class="lead">${all} open ${all === 1 ? 'intent' : 'intents'} in ${formatCount(stacks.length, 'stack')}, as of the latest scans${times.before === undefined ? '' : html`; <a href="/ui?age=new">new since your last visit</a>`}.</p></div>
<div class="columns"><div>
${filters(
  stacks.map(({ stack }) => stack),
  query,
)}
${items.length === 0 ? emptyList(stacks, all) : mayAnswer ? html`<form method="get" action="/ui/answers">${list}${bulkBar}</form>` : list}
${next === undefined ? '' : html`<p><a class="button" rel="next" href="${nextPath(query, next)}">Next</a></p>`}
</div><div>${stackPanel(stacks)}</div></div>`;
}

/** Tells an empty result from a service that has not scanned anything yet. */
function emptyList(stacks: readonly ShownStack[], all: number): PageHtml {
  if (all > 0) return html`<p class="panel">Nothing matches the filters.</p>`;
  if (stacks.length === 0) {
    return html`<div class="panel"><h2>No stack is set up yet</h2><p>A stack is a Terraform project and where its state and its audit log are. Add one to <code>stacks</code> in <code>parley.yaml</code> of the service; <code>parley config check</code> says what would be watched.</p></div>`;
  }
  if (stacks.every(({ days }) => days.length === 0)) {
    return html`<div class="panel"><h2>No scan has ended yet</h2><p>This page fills in when the first one does. <a href="/ui/stacks">Stacks</a> says when each was looked at, and what is in the way.</p></div>`;
  }
  return html`<p class="panel">Code and cloud agree, as far as the latest scans show.</p>`;
}

/** Adds headings between intents that wait for a person and the rest, where a page has both. */
function grouped(
  items: readonly InboxItem[],
  view: (item: InboxItem) => PageHtml,
): readonly PageHtml[] {
  return items.map((item, at) => {
    const isFirst = item.waits !== items[at - 1]?.waits;
    const head = html`<li class="group">${item.waits ? 'Waits for a person' : 'Decided by the policy'}</li>`;
    return html`${isFirst ? head : ''}${view(item)}`;
  });
}

const bulkBar = html`<div class="bulk"><label>With the selected intents: <select name="action">${bulkActions.map((action) => html`<option value="${action}">${answerEffects[action].name}</option>`)}</select></label><button>Show what it would do</button></div>`;

function filters(stacks: readonly string[], query: InboxQuery): PageHtml {
  return html`<form class="filters" method="get" action="/ui" role="search">
<label class="grow">Text <input type="search" name="text" value="${query.text}" data-search></label>
${choice('stack', 'Stack', stacks, query.stack)}
${choice('class', 'Who', actorClasses, query.class)}
${choice('verdict', 'Verdict', outcomes, query.verdict)}
${choice('harm', 'Harm to', harmDimensions, query.harm)}
${choice('age', 'First seen', ages, query.age, ageWords)}
<button>Show</button> <a class="button" href="/ui">All</a>
</form>`;
}

const ageWords: Readonly<Record<string, string>> = {
  new: 'since my last visit',
  day: 'in the last day',
  week: 'in the last week',
  older: 'longer ago',
};

function choice(
  name: string,
  label: string,
  values: readonly string[],
  chosen: string,
  words: Readonly<Record<string, string>> = {},
): PageHtml {
  return html`<label>${label} <select name="${name}"><option value="">any</option>${values.map(
    (value) =>
      html`<option value="${value}"${value === chosen ? html` selected` : ''}>${words[value] ?? value}</option>`,
  )}</select></label>`;
}

/** Each stack with its open drifts and their trend. */
function stackPanel(stacks: readonly ShownStack[]): PageHtml {
  return html`<section class="panel" data-part="stacks" aria-labelledby="stacks"><h2 id="stacks">Open drifts by stack</h2>
${stacks.length === 0 ? html`<p class="faint">There is none.</p>` : ''}${stacks.map(
  ({ stack, days, waiting }) => {
    const drifts = days.at(-1)?.drifts;
    return html`<div class="stackline"><div><a href="/ui?stack=${encodeURIComponent(stack)}">${displayText(stack, 100)}</a><br><span class="faint">${waiting === 0 ? 'nothing waits' : `${waiting} ${waiting === 1 ? 'waits' : 'wait'}`}</span></div>
${sparkline(days)}<div class="count">${drifts ?? '–'}<span class="trend">${drifts === undefined ? 'never looked' : trendText(days)}</span></div></div>`;
  },
)}</section>`;
}

/** An intent in a list: its meaning, its actor, what changed, the harm, and the outcome. */
function cardView(item: InboxItem, { now, before }: InboxTimes, mayAnswer: boolean): PageHtml {
  const { intent, stack, summary, outcomes, harm, fields, changes, actor, proposed } = item;
  const [first = 'noop'] = outcomes;
  const path = intentPath(stack, intent);
  const name = displayText(summary, 300);
  const [change] = changes;
  const isNew = before !== undefined && item.firstSeen > before;
  return html`<li class="card ${outcomeLooks[first].look}" data-key="${stack} ${intent}"${mayAnswer ? html` data-answers="${path}/answer"` : ''}>
<div class="pick">${mayAnswer ? html`<input type="checkbox" name="i" value="${itemText(item)}" aria-label="Mark: ${displayText(summary, 120)}">` : ''}</div>
<div><h3><a href="${path}">${name}</a></h3>
<p class="meta">${displayText(actor, 100)} (${item.class}) · ${ageText(item.to, now)} · ${displayText(stack, 100)}</p>
${change === undefined ? '' : html`<p class="change">${fieldName(change)} ${changeText(change)}${fields > 1 ? html` <span class="faint">and ${fields - 1} more</span>` : ''}</p>`}
${harm === undefined ? '' : html`<p class="why"><span class="harm">${harmMeter(harm)}</span> ${displayText(harm.because, 200)}</p>`}</div>
<div class="ends">${outcomes.map(verdictBadge)}${isNew ? html`<span class="tag new">new</span>` : ''}${proposed ? html`<span class="tag">proposed</span>` : ''}</div></li>`;
}

/**
 * The value of a checkbox. Names of stacks and ids contain no spaces; the digest identifies what
 * the visitor saw.
 */
function itemText({ stack, intent, digest }: InboxItem): string {
  return `${stack} ${intent} ${digest}`;
}
