import { html } from 'hono/html';
import { z } from 'zod';
import { day, shiftTime } from '../../../model/instant.ts';
import type { ApiDeps } from '../../api/deps.ts';
import { flushOutboxSoon } from '../../api/http/flush-outbox.ts';
import { tenantStacks } from '../../api/stacks.ts';
import { type FormFields, shownVisitor, showPage, type WebContext, type WebGate } from '../gate.ts';
import { may, mayNotText, signedBy } from '../may.ts';
import type { Visitor } from '../session.ts';
import { bulkActions } from './actions.ts';
import { type BulkResult, bulkDonePage, bulkPage, type MarkedIntent } from './page.ts';

/** Intents in one request: a page of the inbox. */
const maxIntents = 50;

const Action = z.enum(bulkActions);

const Sent = z.object({
  action: Action,
  note: z.string().max(500).default(''),
  days: z.coerce.number().int().min(1).max(30).optional(),
});

/** Answers to several intents, with a preview of what the answer would do to each. */
export function addBulkAnswers(gate: WebGate, deps: ApiDeps): void {
  gate.page('/ui/answers', (c, visitor) => preview(deps, c, visitor));
  gate.form('/ui/answers', (c, form, visitor) => take(deps, c, form, visitor));
}

async function preview(deps: ApiDeps, c: WebContext, visitor: Visitor): Promise<Response> {
  const action = Action.safeParse(c.req.query('action'));
  const items = c.req.queries('i') ?? [];
  const marked = await find(deps, visitor, items);
  const missing = Math.max(items.length - marked.length, 0);
  const chosen = action.success ? action.data : 'hold';
  const body = bulkPage(marked, chosen, { proof: visitor.proof, missing });
  return showPage(c, { title: 'Answers', path: '/ui', visitor: shownVisitor(visitor), body });
}

/**
 * Answers each intent with the same use case as a single answer, one after the other. A refused one
 * does not hold back the others.
 */
async function take(
  deps: ApiDeps,
  c: WebContext,
  fields: FormFields,
  visitor: Visitor,
): Promise<Response> {
  const sent = Sent.safeParse(fields);
  const items = Object.entries(fields).flatMap(([name, value]) =>
    /^i\d+$/.test(name) ? [value] : [],
  );
  const frame = { title: 'Answers', path: '/ui', visitor: shownVisitor(visitor) };
  if (!may(visitor, 'write')) {
    return showPage(
      c,
      { ...frame, body: refused(mayNotText(deps.settings, visitor, 'write')) },
      403,
    );
  }
  if (!sent.success)
    return showPage(c, { ...frame, body: refused('The form is not complete.') }, 403);
  const { action, note, days } = sent.data;
  const results: BulkResult[] = [];
  for (const { shown, digest } of await find(deps, visitor, items)) {
    const key = { tenant: visitor.caller.tenant, stack: shown.stack };
    const until = shiftTime(deps.runtime.now(), (days ?? 3) * day);
    const answered = await deps.answers.answer(key, {
      ...{ intent: shown.intent, action, digest, ...signedBy(visitor) },
      ...(note === '' ? {} : { note }),
      ...(action === 'hold' ? { until } : {}),
    });
    const problem = answered.ok
      ? {}
      : { problem: `${answered.error.message} ${answered.error.hint ?? ''}` };
    results.push({ shown, ...problem });
  }
  flushOutboxSoon(deps);
  return showPage(c, { ...frame, body: bulkDonePage(results, action) });
}

async function find(
  { settings, store }: ApiDeps,
  { caller: { tenant } }: Visitor,
  items: readonly string[],
): Promise<readonly MarkedIntent[]> {
  const names = new Set(tenantStacks(settings, tenant).map(({ name }) => name));
  const found = await Promise.all(
    [...new Set(items)].slice(0, maxIntents).map(async (item): Promise<readonly MarkedIntent[]> => {
      const [stack = '', intent = '', digest = ''] = item.split(' ');
      if (!names.has(stack)) return [];
      const shown = await store.shown.find({ tenant, stack }, intent);
      return shown?.open === true ? [{ shown, digest }] : [];
    }),
  );
  return found.flat();
}

function refused(why: string) {
  return html`<h1>Refused</h1><p>${why}</p><p><a href="/ui">To the inbox</a></p>`;
}
