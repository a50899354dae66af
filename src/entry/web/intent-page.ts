import { html } from 'hono/html';
import type { Decision } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import { groupBy } from '../../model/group.ts';
import type { Patch, Trace } from '../../model/patch.ts';
import { formatPath } from '../../model/path.ts';
import type { Report } from '../../model/report.ts';
import { displayText } from '../../model/text.ts';
import { type Answer, answerActions } from '../../ports/store/answer.ts';
import type { KnownProposal } from '../../ports/store/service-store.ts';
import { sideText } from '../../present/terminal/change-text.ts';
import { shortPath } from '../../present/terminal/path.ts';
import { summaryOf } from '../../stages/intent/summary.ts';
import { answerEffects } from './actions.ts';
import { intentPath } from './inbox.ts';
import type { PageHtml } from './layout.ts';
import type { ListedItem } from './read.ts';
import { minuteText, outcomeLooks } from './verdict.ts';

/** All that is known of an intent. */
export interface ShownIntent {
  readonly item: ListedItem;
  readonly report: Report;
  readonly answers: readonly Answer[];
  readonly proposals: readonly KnownProposal[];
  /** Whether the visitor may answer. */
  readonly mayAnswer: boolean;
  /** What became of an answer that was just given. */
  readonly said?: string;
}

export function intentPage(view: ShownIntent): PageHtml {
  const { item, report, said } = view;
  const { intent, stack, drifts, decisions, harms } = item;
  const { actor, window } = intent;
  const patch = report.patches.find((one) => one.intent === intent.id);
  const when =
    window.from === window.to
      ? minuteText(window.from)
      : `${minuteText(window.from)} to ${minuteText(window.to)}`;
  return html`${said === undefined ? '' : html`<p class="note" role="status">${said}</p>`}
<h1>${displayText(
    summaryOf(
      intent,
      drifts.map(({ id }) => id),
    ),
    600,
  )}</h1>
<dl>
<dt>Who</dt><dd>${displayText(actor.name, 200)} (${actor.class})</dd>
<dt>When</dt><dd>${when}</dd>
<dt>What for</dt><dd>${intent.purpose}, ${Math.round(intent.confidence * 100)} % sure</dd>
<dt>Stack</dt><dd>${displayText(stack, 200)}</dd>
<dt>Id</dt><dd><code>${intent.id}</code></dd>
</dl>
${actionLinks(view)}
<h2>What changed</h2>${changes(drifts)}
<h2>Verdict</h2>${verdicts(decisions)}
${harms.length === 0 ? '' : html`<h2>Harm</h2><ul>${harms.map((harm) => html`<li>${displayText(harm.because, 300)} <span class="faint">${harm.dimension}, ${harm.severity} of 5${harm.doubt === undefined ? '' : ', perhaps'}</span></li>`)}</ul>`}
${parties(decisions)}
${patch === undefined ? '' : patchPart(patch)}
${conversation(view)}`;
}

function actionLinks({ item: { stack, intent }, mayAnswer, answers }: ShownIntent): PageHtml {
  if (!mayAnswer) return html`<p class="faint">Your token may read, and not answer.</p>`;
  // Only what was answered can be taken back.
  const offered = answerActions.filter((one) => one !== 'reopen' || answers.length > 0);
  return html`<nav class="actions" aria-label="Answers">${offered.map(
    (action) =>
      html`<a href="${intentPath(stack, intent.id)}/answer?action=${action}">${answerEffects[action].name}</a>`,
  )}</nav>`;
}

function changes(drifts: readonly Drift[]): PageHtml {
  return html`<div class="wide" tabindex="0" role="region" aria-label="What changed"><table>
<thead><tr><th scope="col">Resource</th><th scope="col">Field</th><th scope="col">Code says</th><th scope="col">Live is</th></tr></thead>
<tbody>${drifts.map(
    ({ address, path, declared, live }) => html`<tr>
<td><code>${displayText(address, 300)}</code></td>
<td><code>${path.length === 0 ? 'the resource' : shortPath(path)}</code></td>
<td>${sideText(declared, path)}</td><td>${sideText(live, path)}</td></tr>`,
  )}</tbody></table></div>`;
}

function verdicts(decisions: readonly Decision[]): PageHtml {
  const groups = [...groupBy(decisions, ({ verdict }) => `${verdict.outcome} ${verdict.rule}`)];
  return html`${groups.map(([, [first, ...others]]) => {
    if (first === undefined) return '';
    const { outcome, rule, because } = first.verdict;
    const else_ = first.grounds?.counterfactuals ?? [];
    return html`<div class="card ${outcomeLooks[outcome].look}">
<p><span class="verdict ${outcomeLooks[outcome].look}">${outcomeLooks[outcome].mark} ${outcome}</span> by rule <code>${rule}</code></p>
<p>${displayText(because, 600)}${others.length === 0 ? '' : ` And ${others.length} more like it.`}</p>
${else_.map((one) => html`<p class="faint">It would be ${one.outcome} ${displayText(one.condition, 300)} (rule ${one.rule}).</p>`)}
<details><summary>What each rule saw, and who lost on what</summary>
<ul>${first.explanation.map((line) => html`<li>${displayText(line, 600)}</li>`)}</ul></details>
</div>`;
  })}`;
}

function parties(decisions: readonly Decision[]): PageHtml {
  const contested = decisions.filter(({ parties: own = [] }) => own.length > 1);
  if (contested.length === 0) return html``;
  return html`<h2>Who wants what</h2>${contested.slice(0, 5).map(
    ({
      address,
      path,
      parties: own = [],
    }) => html`<div class="wide" tabindex="0" role="region" aria-label="Who wants what of ${displayText(address, 100)}"><table>
<caption class="faint"><code>${displayText(address, 200)} ${shortPath(path)}</code></caption>
<thead><tr><th scope="col">Who</th><th scope="col">Wants</th><th scope="col">Verdict</th><th scope="col">Rule</th></tr></thead>
<tbody>${own.map(
      (
        one,
      ) => html`<tr><td>${displayText(one.name, 100)} (${one.class})${one.declared ? ', declared' : ''}</td>
<td>${sideText(one.value, path)}${one.live ? ' (live)' : ''}</td>
<td><span class="verdict ${outcomeLooks[one.outcome].look}">${outcomeLooks[one.outcome].mark} ${one.outcome}</span>${one.decides ? ', decides' : ''}</td>
<td><code>${one.rule}</code></td></tr>`,
    )}</tbody></table></div>`,
  )}`;
}

function patchPart({ site, verification, traces = [], blastRadius }: Patch): PageHtml {
  const { level, passed, notes } = verification;
  return html`<h2>Patch</h2>
<p>${passed ? html`<span class="verdict good">✓ proved</span> up to <code>${level}</code>` : html`<span class="verdict bad">✗ failed</span> at <code>${level}</code>`}</p>
${site
  .split('\n')
  .filter(Boolean)
  .map((one) => html`<p>Edits <code>${displayText(one, 300)}</code></p>`)}
${notes.map((note) => html`<p class="faint">${displayText(note, 500)}</p>`)}
${blastRadius.length === 0 ? '' : html`<p>Changes besides: ${blastRadius.slice(0, 10).map(({ address, path }) => html`<code>${displayText(address, 200)} ${shortPath(path)}</code> `)}</p>`}
${traces.slice(0, 5).map(tracePart)}`;
}

function tracePart({ address, path, steps }: Trace): PageHtml {
  return html`<h3>Where <code>${displayText(address, 200)} ${displayText(formatPath(path), 120)}</code> comes from</h3>
<ol class="trace">${steps.map(
    ({ text, file, line }) =>
      html`<li><code>${displayText(text, 200)}</code><br><span class="faint">${displayText(file, 200)}:${line}</span></li>`,
  )}</ol>`;
}

function conversation({ answers, proposals }: ShownIntent): PageHtml {
  const asked = proposals.map(
    ({ number, title, state, location, updatedAt }) =>
      html`<li>${
        isLink(location)
          ? html`<a href="${location}" rel="noreferrer">${displayText(title, 200)}</a>`
          : html`${displayText(title, 200)} <code>${displayText(location, 300)}</code>`
      } #${number}, ${state} <span class="faint">${minuteText(updatedAt)}</span></li>`,
  );
  const said = answers.map(
    ({ action, by, at, note }) =>
      html`<li>${answerEffects[action].name} by ${displayText(by, 200)} <span class="faint">${minuteText(at)}</span>${note === undefined ? '' : html`<br>${displayText(note, 500)}`}</li>`,
  );
  return html`${asked.length === 0 ? '' : html`<h2>Proposals</h2><ul>${asked}</ul>`}
${said.length === 0 ? '' : html`<h2>Answers</h2><ul>${said}</ul>`}`;
}

/** A forge says where its pull requests are; nothing else is a link. */
function isLink(location: string): boolean {
  return URL.canParse(location) && /^https?:$/.test(new URL(location).protocol);
}
