import { html } from 'hono/html';
import { groupBy } from '../../../model/group.ts';
import type { Problem } from '../../../model/result.ts';
import { shortPath } from '../../../model/short-path.ts';
import { displayText } from '../../../model/text.ts';
import { formatCount } from '../../../model/words.ts';
import type { ChangedVerdict, Simulation } from '../../../reconcile/decide/simulate.ts';
import type { LintFinding } from '../../../stages/policy/lint/lint.ts';
import { type PageHtml, proofField } from '../look/layout.ts';
import { intentPath } from '../look/paths.ts';
import { dataTable, type TableCell } from '../look/table.ts';
import { verdictBadge } from '../look/verdict.ts';
import { type PolicyWord, policyWords } from './words.ts';

/** The result of trying a copy. */
export interface TriedPolicy {
  /** Why the copy cannot be read, with the place. */
  readonly problem?: Problem;
  readonly findings: readonly (LintFinding & { readonly line?: number })[];
  readonly simulation?: Simulation;
  /** Branch of the pull request that was requested. */
  readonly branch?: string;
}

export interface CopyView {
  readonly stack: string;
  readonly text: string;
  /** Tiers of the policy that is changed, strongest first. */
  readonly tiers: readonly string[];
  readonly proof: string;
  readonly mayPropose: boolean;
  readonly tried?: TriedPolicy;
}

export function copyPage({ stack, text, tiers, proof, mayPropose, tried }: CopyView): PageHtml {
  return html`<h1>A copy of the policy of ${displayText(stack, 100)}</h1>
<p class="lead">It decides nothing: it is read, checked, and tried on what scans recorded.</p>
${tried?.branch === undefined ? '' : html`<p class="note" role="status">It is being proposed on the branch <code>${tried.branch}</code>. Close the pull request to withdraw it.</p>`}
<form method="post" action="/ui/policy/copy?stack=${encodeURIComponent(stack)}">${proofField(proof)}
<section class="panel editor"><label for="text">Policy</label><textarea class="code" id="text" name="text" spellcheck="false" autocapitalize="off" autocomplete="off" data-complete aria-autocomplete="list" aria-controls="complete" aria-describedby="complete-keys">${text}</textarea>
<ul id="complete" role="listbox" aria-label="Words" hidden></ul><p class="hidden" id="complete-status" aria-live="polite"></p>
<p class="faint" id="complete-keys" hidden>Words are offered while you write, and with <kbd>Ctrl</kbd> <kbd>Space</kbd>; arrows choose, <kbd>Tab</kbd> takes one.</p>
<p class="actions"><button class="primary" name="do" value="try">Check and simulate</button>${mayPropose ? html`<button name="do" value="propose">Propose as a pull request</button>` : ''} <a href="/ui/policy?stack=${encodeURIComponent(stack)}">Back to the rules</a></p></section></form>
${tried === undefined ? '' : triedPart(stack, text, tried)}
${wordsPart(tiers)}`;
}

function triedPart(
  stack: string,
  text: string,
  { problem, findings, simulation }: TriedPolicy,
): PageHtml {
  const lines = text.split('\n');
  return html`<section class="panel" aria-labelledby="lint"><h2 id="lint">${problem === undefined ? (findings.length === 0 ? 'Nothing to complain about' : 'What to look at') : 'It cannot be read'}</h2>
${problem === undefined ? '' : lintLine(lines, problem.place?.line, 'error', `${problem.message} ${problem.hint ?? ''}`)}
${findings.map(({ level, message, line }) => lintLine(lines, line, level, message))}</section>
${simulation === undefined ? '' : simulationPart(stack, simulation)}`;
}

function lintLine(
  lines: readonly string[],
  line: number | undefined,
  level: LintFinding['level'],
  message: string,
): PageHtml {
  const at = line === undefined ? undefined : lines[line - 1];
  return html`<p><span class="verdict ${level === 'error' ? 'bad' : 'ask'}">${level === 'error' ? '✗ error' : '? warning'}</span> ${line === undefined ? '' : html`line ${line}: `}${displayText(message, 600)}</p>${at === undefined ? '' : html`<pre tabindex="0">${line} | ${displayText(at, 400)}</pre>`}`;
}

const maxRowsShown = 100;

function simulationPart(
  stack: string,
  { decisions, runs, changed, skipped }: Simulation,
): PageHtml {
  const left = skipped.unrecorded + skipped.external;
  const rest = changed.length - maxRowsShown;
  return html`<section class="panel" aria-labelledby="changed"><h2 id="changed">${changed.length} of ${decisions} recorded verdicts would change</h2>
<p class="faint">Tried on ${formatCount(runs, 'scan')}${left === 0 ? '' : `; ${left} cannot be decided again`}.</p>
${
  changed.length === 0
    ? ''
    : dataTable({
        label: 'Verdicts that would change',
        heads: ['Intent', 'Field', 'Was', 'Would be'],
        rows: changed.slice(0, maxRowsShown).map((one) => changedRow(stack, one)),
      })
}
${rest > 0 ? html`<p class="faint">and ${rest} more</p>` : ''}</section>`;
}

function changedRow(
  stack: string,
  { intent, summary, actor, address, path, before, after }: ChangedVerdict,
): readonly TableCell[] {
  return [
    {
      body: html`<a href="${intentPath(stack, intent)}">${displayText(summary, 200)}</a><br><span class="faint">${displayText(actor.name, 80)} (${displayText(actor.class, 40)})</span>`,
    },
    { body: html`<code>${displayText(address, 200)}<br>${shortPath(path)}</code>` },
    { body: verdictPart(before) },
    { body: verdictPart(after) },
  ];
}

function verdictPart({ outcome, rule, because }: ChangedVerdict['before']): PageHtml {
  return html`${verdictBadge(outcome)}<br><code>${displayText(rule, 80)}</code><br><span class="faint">${displayText(because, 200)}</span>`;
}

const headings = {
  file: 'Keys of the file',
  rule: 'Keys of a rule',
  value: 'What follows them',
  condition: 'What a condition may ask for',
} as const;

/** The words of a policy, to look up while writing. A script offers the same at the cursor. */
function wordsPart(tiers: readonly string[]): PageHtml {
  const places = groupBy(policyWords(tiers), ({ place }) => place);
  return html`<details class="panel words"><summary>Words of a policy</summary>${[...places].map(
    ([place, words]) => html`<h3>${headings[place]}</h3><ul>${words.map(wordLine)}</ul>`,
  )}</details>`;
}

function wordLine({ word, place, is, with: others }: PolicyWord): PageHtml {
  const more = others.length === 0 ? '' : `: ${others.join(', ')}`;
  return html`<li data-word="${word}" data-place="${place}" data-is="${is}" data-with="${others.join(' ')}"><code>${displayText(word, 80)}</code> <span class="faint">${is}${more}</span></li>`;
}
