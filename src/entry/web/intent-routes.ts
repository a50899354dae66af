import { html } from 'hono/html';
import { driftDigest } from '../../reconcile/report/digest.ts';
import type { ApiDeps } from '../api/deps.ts';
import { kick } from '../api/http/kick.ts';
import { callerStacksOf } from '../api/stacks.ts';
import { AskedAction, renderAnswerPage, SentAnswer } from './answer-page.ts';
import { type FormFields, shownVisitor, showPage, type WebContext, type WebGate } from './gate.ts';
import { intentPath } from './inbox.ts';
import { intentPage } from './intent-page.ts';
import { itemsOf } from './read.ts';
import type { Visitor } from './session.ts';

const path = '/ui/stacks/:stack/intents/:intent';

/** An intent, and the answers to it. */
export function addIntentPages(gate: WebGate, deps: ApiDeps): void {
  gate.page(path, (c, visitor) => showIntent(deps, c, visitor));
  gate.page(`${path}/answer`, (c, visitor) => askAnswer(deps, c, visitor));
  gate.form(`${path}/answer`, (c, form, visitor) => takeAnswer(deps, c, form, visitor));
}

async function showIntent(deps: ApiDeps, c: WebContext, visitor: Visitor): Promise<Response> {
  const found = await find(deps, visitor, c);
  if (found === undefined) return gone(c, visitor);
  const { key, item, report } = found;
  const about = ({ intent }: { readonly intent: string }) => intent === item.intent.id;
  const body = intentPage({
    ...{ item, report, mayAnswer: visitor.caller.scopes.includes('write') },
    answers: (await deps.store.answers.list(key)).filter(about),
    proposals: (await deps.store.proposals.list(key, 'all')).filter(about),
    ...(c.req.query('answered') === undefined ? {} : { said: answeredText }),
  });
  return showPage(c, { title: item.intent.summary, visitor: shownVisitor(visitor), body });
}

async function askAnswer(deps: ApiDeps, c: WebContext, visitor: Visitor): Promise<Response> {
  const found = await find(deps, visitor, c);
  const action = AskedAction.safeParse(c.req.query('action'));
  if (found === undefined || !action.success) return gone(c, visitor);
  const digest = driftDigest(found.item.drifts.map(({ id }) => id));
  const body = renderAnswerPage(found.item, action.data, { proof: visitor.proof, digest });
  return showPage(c, { title: action.data, visitor: shownVisitor(visitor), body });
}

/** The same use case as of the API, Slack and comments. */
async function takeAnswer(
  deps: ApiDeps,
  c: WebContext,
  fields: FormFields,
  visitor: Visitor,
): Promise<Response> {
  const found = await find(deps, visitor, c);
  const form = SentAnswer.safeParse(fields);
  if (found === undefined || !form.success) return gone(c, visitor);
  const { action, digest, note, days, min, max } = form.data;
  const { key, item } = found;
  const refuse = (problem: string, status: 403 | 409): Promise<Response> => {
    const body = renderAnswerPage(item, action, { proof: visitor.proof, digest, problem });
    return showPage(c, { title: action, visitor: shownVisitor(visitor), body }, status);
  };
  if (!visitor.caller.scopes.includes('write')) return refuse('Your token may not answer.', 403);
  const bounds = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  const answered = await deps.answer(key, {
    ...{ intent: item.intent.id, action, digest, by: `web:${visitor.caller.name}` },
    ...(note === '' ? {} : { note }),
    ...(action === 'hold' ? { until: later(deps.now(), days ?? defaultHold) } : {}),
    ...(action === 'delegate' && Object.keys(bounds).length > 0 ? { bounds } : {}),
  });
  if (!answered.ok) return refuse(`${answered.error.message} ${answered.error.hint ?? ''}`, 409);
  kick(deps);
  return c.redirect(`${intentPath(key.stack, item.intent.id)}?answered=1`, 303);
}

const answeredText = 'Noted. The stack is looked at again now; the next scan decides by it.';

/** Days. */
const defaultHold = 3;

function gone(c: WebContext, visitor: Visitor): Promise<Response> {
  const frame = { title: 'Not found', visitor: shownVisitor(visitor), body: notThere };
  return showPage(c, frame, 404);
}

const notThere = html`<h1>Not found</h1><p>There is no such thing, or the latest scan does not know it any more.</p>`;

async function find({ settings, store }: ApiDeps, { caller: { tenant } }: Visitor, c: WebContext) {
  const stack = c.req.param('stack') ?? '';
  const id = c.req.param('intent');
  if (!callerStacksOf(settings, tenant).some(({ name }) => name === stack)) return undefined;
  const key = { tenant, stack };
  const run = await store.runs.latest(key);
  if (run === undefined) return undefined;
  const open = await store.proposals.list(key, 'open');
  const item = itemsOf(stack, run.report, open).find(({ intent }) => intent.id === id);
  return item && { key, item, report: run.report };
}

function later(now: string, days: number): string {
  return new Date(Date.parse(now) + days * 86_400_000).toISOString();
}
