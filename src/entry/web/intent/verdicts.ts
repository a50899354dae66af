import { html } from 'hono/html';
import type { Decision } from '../../../model/decision.ts';
import type { Drift } from '../../../model/drift.ts';
import type { Harm } from '../../../model/harm.ts';
import { displayText } from '../../../model/text.ts';
import {
  alikeText,
  type SharedReason,
  sharedReasons,
} from '../../../stages/arbitration/explain/account.ts';
import type { PageHtml } from '../look/layout.ts';
import { resourcePath } from '../look/paths.ts';
import { changeText, fieldName, withReplaced } from '../look/values.ts';
import { harmMeter, verdictBadge } from '../look/verdict.ts';

const maxFields = 100;

/** Each field with both values, and a link to its previous owners. */
export function changesPart(
  stack: string,
  drifts: readonly Drift[],
  decisions: readonly Decision[],
): PageHtml {
  const rest = drifts.length - maxFields;
  return html`<section class="panel" aria-labelledby="changes"><h2 id="changes">What changed</h2>
${drifts.slice(0, maxFields).map(
  (
    drift,
  ) => html`<div class="field"><div><a href="${resourcePath(stack, drift.address)}"><code>${displayText(drift.address, 300)}</code></a><br><code>${fieldName(drift)}</code></div>
<div class="mono">${changeText(withReplaced(drift, decisions))}${drift.basis === 'confirmed' ? '' : html`<br><span class="faint">as the log says; not checked with the provider</span>`}</div></div>`,
)}
${rest > 0 ? html`<p class="faint">and ${rest} more fields</p>` : ''}</section>`;
}

/** Rule and reason of each verdict, what would change it, and the harm. */
export function verdictsPart(decisions: readonly Decision[], drifts: readonly Drift[]): PageHtml {
  return html`<section class="panel" aria-labelledby="why"><h2 id="why">Why it was decided this way</h2>
${sharedReasons(decisions).map(verdictView)}
${harmList(drifts.flatMap(({ harm = [] }) => harm))}</section>`;
}

function verdictView({ decision, alike }: SharedReason): PageHtml {
  const { verdict, grounds, explanation } = decision;
  const { outcome, rule, because } = verdict;
  const otherwise = grounds?.counterfactuals ?? [];
  return html`<p>${verdictBadge(outcome)} by rule <code>${displayText(rule, 100)}</code>${alike === 0 ? '' : html` <span class="faint">${alikeText(alike)}</span>`}</p>
<p>${displayText(because, 600)}</p>
${otherwise.length === 0 ? '' : html`<p class="faint">What would change the verdict:</p><ul>${otherwise.map((one) => html`<li>${verdictBadge(one.outcome)} ${displayText(one.condition, 300)} <span class="faint">(rule ${displayText(one.rule, 80)})</span></li>`)}</ul>`}
<details><summary class="faint">What each rule saw, line by line</summary>
<ul>${explanation.map((line) => html`<li>${displayText(line, 600)}</li>`)}</ul></details>`;
}

function harmList(harms: readonly Harm[]): PageHtml {
  if (harms.length === 0) return html``;
  const worst = harms.toSorted((a, b) => b.severity - a.severity);
  return html`<h3>Harm</h3><ul class="plain">${worst
    .slice(0, 12)
    .map(
      (harm) =>
        html`<li><span class="harm">${harmMeter(harm)}</span> ${displayText(harm.because, 300)}${harm.direction === 'strengthens' ? html` <span class="tag">better</span>` : ''}${harm.doubt === undefined ? '' : html` <span class="tag">perhaps</span>`}</li>`,
    )}</ul>`;
}
