import { html } from 'hono/html';
import type { Patch, VerificationLevel } from '../../../model/patch.ts';
import type { Unresolved } from '../../../model/report.ts';
import { displayText } from '../../../model/text.ts';
import type { PageHtml } from '../look/layout.ts';

const levels: readonly (readonly [VerificationLevel, string])[] = [
  ['parse', 'the patched files parse'],
  ['scope', 'only the named places are edited'],
  ['evaluate', 'the whole configuration was evaluated again'],
  ['validate', 'Terraform or OpenTofu accepts it'],
  ['plan', 'a plan shows no other change'],
];

/** How far the patch was proved, and what was not proved. */
export function proofPart(patch: Patch | undefined, unresolved: readonly Unresolved[]): PageHtml {
  return html`<section class="panel" aria-labelledby="proof"><h2 id="proof">Proof</h2>
${patch === undefined ? html`<p class="faint">There is no patch.</p>` : proofOf(patch)}
${unresolved.map((one) => html`<p><span class="verdict ask">? ${displayText(one.code, 80)}</span><br>${displayText(one.reason, 500)}${one.suggestion === undefined ? '' : html`<br><span class="faint">${displayText(one.suggestion, 400)}</span>`}</p>${one.write === undefined ? '' : html`<pre tabindex="0">${displayText(one.write, 2000)}</pre>`}`)}</section>`;
}

function proofOf({ verification: { level, passed, notes } }: Patch): PageHtml {
  const reached = levels.findIndex(([name]) => name === level);
  const left = levels.slice(reached + 1);
  return html`<ol class="steps">${levels.map(
    ([name], at) =>
      html`<li class="${at < reached || (at === reached && passed) ? 'done' : at === reached ? 'failed' : 'open'}">${at < reached || (at === reached && passed) ? '✓' : at === reached ? '✗' : '·'} ${name}</li>`,
  )}</ol>
<p>${passed ? 'Proved' : 'It failed'}: ${levels[reached]?.[1] ?? level}.</p>
${left.length === 0 ? '' : html`<p class="faint">Not checked: ${left.map(([, text]) => text).join('; ')}.</p>`}
${notes.map((note) => html`<p class="faint">${displayText(note, 500)}</p>`)}`;
}
