import { html } from 'hono/html';
import { callPrice } from '../../../adapters/llm/budget.ts';
import type { QueueStats } from '../../../adapters/queue/types.ts';
import type { Problem } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import { formatCount } from '../../../model/words.ts';
import type { QueueName } from '../../../ports/jobs.ts';
import type { ReadStream } from '../../../ports/store/shown.ts';
import type { SpentTokens, Unknown } from '../../../ports/store/state/schemas.ts';
import { type PageHtml, proofField } from '../look/layout.ts';
import { callsPath } from '../look/paths.ts';
import { type DataTable, dataTable, type TableCell } from '../look/table.ts';
import { ageText } from '../look/verdict.ts';

export interface StackHealth {
  readonly stack: string;
  /** Undefined before the first scan. */
  readonly open: number | undefined;
  /** ISO 8601 UTC. */
  readonly scanned: string | undefined;
  /** When everything that is open was last read back, ISO 8601 UTC. */
  readonly confirmed: string | undefined;
  readonly failure: Pick<Problem, 'code' | 'message'> | undefined;
  readonly unknown: Unknown | undefined;
  readonly model: SpentTokens['days'];
}

export interface SourceHealth {
  readonly source: string;
  readonly kind: string;
  /** When it was last read to its end, ISO 8601 UTC. */
  readonly read: string | undefined;
  readonly streams: readonly ReadStream[];
}

/** A dead job, with what is needed to retry it. */
export interface ShownDeadJob {
  readonly queue: QueueName;
  readonly id: string;
  /** What the job was for. */
  readonly about: string;
  readonly attempts: number;
  readonly problem: Problem;
  /** ISO 8601 UTC. */
  readonly time: string;
}

export interface HealthPageView {
  readonly stacks: readonly StackHealth[];
  readonly sources: readonly SourceHealth[];
  /** The newest head of the receipt log; undefined where there is none. */
  readonly head:
    | { readonly origin: string; readonly size: string; readonly root: string }
    | undefined;
  /** Price of a million tokens. */
  readonly price: Parameters<typeof callPrice>[1] | undefined;
  /** Only for admins. */
  readonly queues?: readonly (readonly [name: QueueName, stats: QueueStats])[];
  readonly dead: readonly ShownDeadJob[];
  readonly proof: string;
  readonly notice?: string;
  /** ISO 8601 UTC. */
  readonly now: string;
}

/** The state of a tenant's stacks, what was last read, and which jobs failed permanently. */
export function healthPage(view: HealthPageView): PageHtml {
  const { stacks, sources, queues, notice, now } = view;
  return html`<h1>Stacks and health</h1>
<p class="lead">What was scanned last, how far logs were read, and what went wrong.</p>
${notice === undefined ? '' : html`<p class="note" role="status">${notice}</p>`}
${tableOf(
  'Stacks',
  ['Stack', 'Open drifts', 'Last scan', 'Last confirmed', 'Calls not understood', 'Problem'],
  stacks.map((one) => stackRow(one, now)),
  'No stack is set up yet.',
)}
${tableOf(
  'Sources',
  ['Source', 'Kind', 'Read up to', 'Streams'],
  sources.map((one) => sourceRow(one, now, queues !== undefined)),
  'No source is set up yet.',
)}
${modelPart(view)}
${receiptsPart(view)}
${queues === undefined ? '' : queuesPart(view, queues)}`;
}

function stackRow(
  { stack, open, scanned, confirmed, failure, unknown }: StackHealth,
  now: string,
): readonly TableCell[] {
  return [
    {
      body: html`<a href="/ui?stack=${encodeURIComponent(stack)}">${displayText(stack, 200)}</a>`,
    },
    { body: open ?? 'never looked' },
    { body: scanned === undefined ? 'never' : ageText(scanned, now), class: 'time' },
    {
      body:
        confirmed === undefined
          ? html`<span class="faint">not yet</span>`
          : ageText(confirmed, now),
      class: 'time',
    },
    {
      body:
        unknown === undefined
          ? html`<span class="faint">not counted yet</span>`
          : unknownText(stack, unknown),
    },
    {
      body:
        failure === undefined
          ? 'none'
          : html`<span class="verdict bad">✗ ${displayText(failure.code, 80)}</span> ${displayText(failure.message, 300)}`,
    },
  ];
}

function unknownText(stack: string, { calls, operations }: Unknown): PageHtml | string {
  if (calls === 0) return 'none';
  return html`<a href="${callsPath(stack)}">${calls} of ${formatCount(operations, 'operation')}</a>`;
}

/** Streams in a row: there is one for each account and region. */
const maxStreams = 12;

function sourceRow(
  { source, kind, read, streams }: SourceHealth,
  now: string,
  isAdmin: boolean,
): readonly TableCell[] {
  const when =
    kind === 'push' ? 'as records arrive' : read === undefined ? 'never' : ageText(read, now);
  return [
    { body: displayText(source, 200) },
    { body: kind },
    { body: when, class: 'time' },
    { body: kind === 'push' && streams.length === 0 ? '' : streamsPart(streams, now, isAdmin) },
  ];
}

function streamsPart(streams: readonly ReadStream[], now: string, isAdmin: boolean): PageHtml {
  if (streams.length === 0) return html`<span class="faint">none read yet</span>`;
  const rest = streams.length - maxStreams;
  return html`<ul class="plain">${streams.slice(0, maxStreams).map((one) => html`<li><code>${displayText(one.stream, 120)}</code> ${ageText(one.at, now)}${isAdmin ? html` <span class="faint">at <code>${displayText(JSON.stringify(one.cursor), 100)}</code></span>` : ''}</li>`)}</ul>${rest > 0 ? html`<p class="faint">and ${rest} more</p>` : ''}`;
}

/** The use of language models, where one is set up. */
function modelPart({ stacks, price }: HealthPageView): PageHtml {
  const used = stacks.filter(({ model }) => model.length > 0);
  const rows = used.map(({ stack, model }) => {
    const sum = (part: 'prompt' | 'completion') => model.reduce((all, day) => all + day[part], 0);
    const tokens = { prompt: sum('prompt'), completion: sum('completion') };
    const money =
      price === undefined
        ? html`<span class="faint">no price is set</span>`
        : callPrice(tokens, price).toFixed(4);
    return [
      { body: displayText(stack, 200) },
      { body: tokens.prompt, class: 'number' },
      { body: tokens.completion, class: 'number' },
      { body: money, class: 'number' },
      { body: model.at(-1)?.day ?? '', class: 'time' },
    ] as const;
  });
  return tableOf(
    'Language model, 30 days',
    ['Stack', 'Tokens of prompts', 'Tokens of answers', 'Money, by model.price', 'Last used'],
    rows,
    'No model was asked: nothing was spent.',
  );
}

function receiptsPart({ head }: HealthPageView): PageHtml {
  return html`<section class="panel" data-part="receipts" aria-labelledby="receipts"><h2 id="receipts">Log of receipts</h2>${
    head === undefined
      ? html`<p class="faint">No receipt was made yet.</p>`
      : html`<dl><dt>Receipts</dt><dd>${displayText(head.size, 20)}</dd><dt>Head</dt><dd><code>${displayText(head.root, 60)}</code></dd><dt>Log</dt><dd><code>${displayText(head.origin, 200)}</code></dd></dl>
<p class="faint">With a copy of the head you can tell later whether anything before it was changed.</p>`
  }</section>`;
}

function queuesPart(
  { dead, proof, now }: HealthPageView,
  queues: NonNullable<HealthPageView['queues']>,
): PageHtml {
  const rows = queues.map(([queue, { waiting, running, delayed, dead: gone }]) =>
    [queue, waiting, running, delayed, gone].map((body) => ({ body })),
  );
  return html`${tableOf('Queues', ['Queue', 'Wait', 'Run', 'Later', 'Given up'], rows, '')}
<section class="panel" data-part="dead" aria-labelledby="dead"><h2 id="dead">Given up</h2>
${
  dead.length === 0
    ? html`<p class="faint">No job was given up.</p>`
    : html`<p class="faint">A job that has used up its attempts stays here until somebody decides. <em>Try again</em> puts it back into its queue, from the first attempt on; <em>Forget</em> drops it.</p>
<ul class="plain jobs">${dead.slice(0, maxDead).map((job) => deadLine(job, proof, now))}</ul>${dead.length > maxDead ? html`<p class="faint">and ${dead.length - maxDead} more</p>` : ''}`
}</section>`;
}

const maxDead = 50;

function deadLine(
  { queue, id, about, attempts, problem, time }: ShownDeadJob,
  proof: string,
  now: string,
): PageHtml {
  return html`<li><p><strong>${queue}</strong> ${displayText(about, 300)} <span class="faint">${formatCount(attempts, 'attempt')}, ${ageText(time, now)}</span><br><span class="verdict bad">✗ ${displayText(problem.code, 80)}</span> ${displayText(problem.message, 400)} <span class="faint">${displayText(problem.hint ?? '', 300)}</span></p>
<form method="post" action="/ui/jobs" class="actions">${proofField(proof)}<input type="hidden" name="queue" value="${queue}"><input type="hidden" name="id" value="${id}"><button name="do" value="retry">Try again</button><button name="do" value="forget">Forget</button></form></li>`;
}

function tableOf(
  title: string,
  heads: readonly string[],
  rows: DataTable['rows'],
  none: string,
): PageHtml {
  if (rows.length === 0) {
    return html`<section class="panel" data-part="${title}"><h2>${title}</h2><p class="faint">${none}</p></section>`;
  }
  return html`<section class="panel" data-part="${title}"><h2>${title}</h2>${dataTable({ label: title, heads, rows, named: true })}</section>`;
}
