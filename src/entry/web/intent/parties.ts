import { html } from 'hono/html';
import type { Contest, Decision, Party, WeightComponent } from '../../../model/decision.ts';
import type { Drift } from '../../../model/drift.ts';
import { shortPath } from '../../../model/short-path.ts';
import { displayText } from '../../../model/text.ts';
import { minuteText } from '../../../model/time-text.ts';
import { sideText } from '../../../present/terminal/change-text.ts';
import type { PageHtml } from '../look/layout.ts';
import { verdictBadge } from '../look/verdict.ts';

/** Fields on a page. The same parties usually meet in all of them. */
const maxFieldsShown = 4;

const keyWords: Readonly<Record<WeightComponent, string>> = {
  tier: 'the tier of the rule',
  priority: 'the priority of the rule',
  authority: 'authority',
  specificity: 'how exactly the rule names it',
  confidence: 'how sure the reading is',
  time: 'who was last',
  id: 'the order of names',
};

/** Who wants which value of each field, side by side, and the key by which one of them won. */
export function partiesPart(
  actor: string,
  decisions: readonly Decision[],
  drifts: readonly Drift[],
): PageHtml {
  const known = new Map(drifts.map((drift) => [drift.id, drift]));
  const several = decisions.filter(({ parties = [] }) => parties.length > 1);
  const shown = (several.length > 0 ? several : decisions).slice(0, maxFieldsShown);
  return html`<section class="panel" aria-labelledby="parties"><h2 id="parties">Who wants what</h2>
${shown.map((decision) => fieldParties(actor, decision, known.get(decision.drift)))}</section>`;
}

function fieldParties(actor: string, decision: Decision, drift: Drift | undefined): PageHtml {
  const { address, path, parties = [], grounds, code, verdict, intent } = decision;
  const isKept = verdict.outcome === 'reject' || verdict.outcome === 'expired';
  return html`<p class="faint"><code>${displayText(address, 200)} ${shortPath(path)}</code></p>
<ul class="parties">
<li class="party${isKept ? ' wins' : ''}"><strong>The code</strong>${isKept ? html` ${wins}` : ''}
<p class="value">${drift === undefined ? '' : sideText(drift.declared, path)}</p>
<p class="faint">${code === undefined ? 'declares it' : `${displayText(code.author, 80)}, ${minuteText(code.time)}, ${code.commit.slice(0, 8)}`}</p></li>
${
  parties.length > 0
    ? parties.map((party) => partyCard(party, path, isKept))
    : html`<li class="party${isKept ? '' : ' wins'}"><strong>${displayText(actor, 100)}</strong>${isKept ? '' : html` ${wins}`}
<p class="value">${drift === undefined ? '' : sideText(drift.live, path)}</p><p>${verdictBadge(verdict.outcome)} <span class="tag">live</span></p></li>`
}</ul>
${(grounds?.contests ?? []).slice(0, maxFieldsShown).map((contest) => contestLine(contest, parties, { [intent]: actor, code: 'the code' }))}
${(grounds?.concessions ?? []).slice(0, maxFieldsShown).map((line) => html`<p class="faint">${displayText(line, 400)}</p>`)}`;
}

const wins = html`<span class="verdict good">✓ decides</span>`;

function partyCard(party: Party, path: Decision['path'], isKept: boolean): PageHtml {
  const { name, class: kind, value, declared, live, decides, outcome, rule } = party;
  return html`<li class="party${decides && !isKept ? ' wins' : ''}"><strong>${displayText(name, 100)}</strong> <span class="faint">${kind}</span>${decides ? html` ${wins}` : ''}
<p class="value">${sideText(value, path)}</p>
<p>${verdictBadge(outcome)} ${live ? html`<span class="tag">live</span>` : ''} ${declared ? html`<span class="tag">declared</span>` : ''}</p>
<p class="faint">rule <code>${displayText(rule, 100)}</code></p></li>`;
}

/** Who lost to whom, and by which key: the first component in which their weights differ. */
function contestLine(
  { loser, blame, decidedBy, weight }: Contest,
  parties: readonly Party[],
  names: Readonly<Record<string, string>>,
): PageHtml {
  const nameOf = (id: string): string =>
    parties.find(({ intent }) => intent === id)?.name ?? names[id] ?? id;
  const [winner] = blame;
  if (winner === undefined)
    return html`<p>${displayText(nameOf(loser), 100)} asks for something impossible.</p>`;
  return html`<p><strong>${displayText(nameOf(winner.party), 100)}</strong> outranks ${displayText(nameOf(loser), 100)}${
    decidedBy === undefined
      ? ''
      : html` on <strong>${keyWords[decidedBy]}</strong>: <code>${displayText(String(winner.weight[decidedBy]), 60)}</code> against <code>${displayText(String(weight[decidedBy]), 60)}</code>`
  }.</p>`;
}
