import { html } from 'hono/html';
import { lastFailure } from '../../app/reconcile/failure.ts';
import { displayText } from '../../model/text.ts';
import { queueNames } from '../../ports/jobs.ts';
import { lastSeenKeys } from '../../ports/store/state/keys.ts';
import type { ApiDeps } from '../api/deps.ts';
import type { TokenCaller } from '../api/http/tokens.ts';
import { callerStacksOf } from '../api/stacks.ts';
import type { PageHtml } from './look/layout.ts';
import { minuteText } from './look/verdict.ts';

type Deps = Pick<ApiDeps, 'settings' | 'store' | 'queues'>;

/** How the stacks of a tenant stand and what was read last; queues are of all tenants, for admins. */
export async function stacksPage(
  deps: Deps,
  { tenant, scopes }: Pick<TokenCaller, 'tenant' | 'scopes'>,
): Promise<PageHtml> {
  const { settings, store } = deps;
  const stacks = callerStacksOf(settings, tenant);
  const rows = await Promise.all(
    stacks.map(async ({ name: stack }) => {
      const key = { tenant, stack };
      const head = await store.runs.latestHead(key);
      const standing = await store.drifts.standing(key);
      const failure = await lastFailure(store.lastSeen, key);
      return html`<tr><th scope="row"><a href="/ui?stack=${encodeURIComponent(stack)}">${displayText(stack, 200)}</a></th>
<td>${standing === undefined ? 'never looked' : standing.open}</td>
<td>${head === undefined ? '' : minuteText(head.startedAt)}</td>
<td>${failure === undefined ? 'none' : html`<span class="verdict bad">✗ ${displayText(failure.code, 80)}</span> ${displayText(failure.message, 300)}`}</td></tr>`;
    }),
  );
  const sources = settings.sources.filter((one) => one.tenant === tenant);
  const read = await Promise.all(
    sources.map(async ({ name, kind }) => {
      const seen = await store.lastSeen.get(tenant, lastSeenKeys.collected(name));
      return html`<tr><th scope="row">${displayText(name, 200)}</th><td>${kind}</td><td>${kind === 'push' ? 'as it comes' : seen === undefined ? 'never' : minuteText(seen.value.at)}</td></tr>`;
    }),
  );
  return html`<h1>Stacks and health</h1>
${tableOf('Stacks', ['Stack', 'Open drifts', 'Last scan', 'Trouble'], rows)}
${tableOf('Sources', ['Source', 'Kind', 'Read to its end'], read)}
${scopes.includes('admin') ? await queueTable(deps) : ''}`;
}

async function queueTable({ queues }: Deps): Promise<PageHtml> {
  const rows = await Promise.all(
    queueNames.map(async (queue) => {
      const { waiting, running, delayed, dead } = await queues.queue(queue).stats();
      return html`<tr><th scope="row">${queue}</th><td>${waiting}</td><td>${running}</td><td>${delayed}</td><td>${dead}</td></tr>`;
    }),
  );
  return tableOf('Queues', ['Queue', 'Wait', 'Run', 'Later', 'Given up'], rows);
}

function tableOf(title: string, heads: readonly string[], rows: readonly PageHtml[]): PageHtml {
  return html`<section class="panel" data-part="${title}"><h2>${title}</h2><div class="wide" tabindex="0" role="region" aria-label="${title}"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div></section>`;
}
