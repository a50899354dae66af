import { html } from 'hono/html';
import { isOwnComment } from '../../../app/feedback/comment.ts';
import { askProposals } from '../../../app/propose/ask.ts';
import { receiptsAbout } from '../../../app/receipt/find.ts';
import { day, shiftTime } from '../../../model/instant.ts';
import type { Candidate } from '../../../model/patch.ts';
import { ok, type Problem, type Result } from '../../../model/result.ts';
import type { ReceiptLog } from '../../../ports/receipt/receipt-log.ts';
import { type AnswerAction, answerActions } from '../../../ports/store/answer.ts';
import type { ShownIntent } from '../../../ports/store/shown.ts';
import type { StackKey } from '../../../ports/store/stack-key.ts';
import { type Bundle, bundleText } from '../../../stages/receipt/bundle.ts';
import type { ApiDeps } from '../../api/deps.ts';
import { flushOutboxSoon } from '../../api/http/flush-outbox.ts';
import { findStack, tenantStacks } from '../../api/stacks.ts';
import {
  type FormFields,
  notFoundPage,
  shownVisitor,
  showPage,
  type WebContext,
  type WebGate,
} from '../gate.ts';
import { liveFrom } from '../live/page.ts';
import { intentPath } from '../look/paths.ts';
import { may, mayNotText, signedBy } from '../may.ts';
import type { Visitor } from '../session.ts';
import { problemText } from './actions.ts';
import { AskedAction, placeText, renderAnswerPage, SentAnswer } from './answer-page.ts';
import { intentPage } from './page.ts';
import { triedPlaces } from './places.ts';
import { recordPage } from './record-page.ts';

const path = '/ui/stacks/:stack/intents/:intent';

/** Pages of an intent, of its evidence and receipts, and its answers. */
export function addIntentPages(gate: WebGate, deps: ApiDeps): void {
  gate.page(path, (c, visitor) => showIntent(deps, c, visitor));
  gate.page(`${path}/answer`, (c, visitor) => askAnswer(deps, c, visitor));
  gate.form(`${path}/answer`, (c, form, visitor) => takeAnswer(deps, c, form, visitor));
  gate.form(`${path}/proposal`, (c, _, visitor) => takeProposal(deps, c, visitor));
  gate.page(`${path}/evidence/:event`, (c, visitor) => showRecord(deps, c, visitor));
  gate.page('/ui/receipts/:id/bundle', (c, visitor) => sendBundle(deps, c, visitor));
}

interface Found {
  readonly key: StackKey;
  readonly shown: ShownIntent;
}

async function find(
  { settings, store }: ApiDeps,
  { caller: { tenant } }: Visitor,
  c: WebContext,
): Promise<Found | undefined> {
  const stack = c.req.param('stack') ?? '';
  if (!tenantStacks(settings, tenant).some(({ name }) => name === stack)) return undefined;
  const key = { tenant, stack };
  const shown = await store.shown.find(key, c.req.param('intent') ?? '');
  return shown && { key, shown };
}

async function showIntent(deps: ApiDeps, c: WebContext, visitor: Visitor): Promise<Response> {
  const { tenant } = visitor.caller;
  const live = await liveFrom(deps.store, tenant, [c.req.param('stack') ?? ''], 'one');
  const found = await find(deps, visitor, c);
  if (found === undefined) return notFoundPage(c, visitor);
  const { key, shown } = found;
  const { store } = deps;
  const about = ({ intent }: { readonly intent: string }) => intent === shown.intent;
  const [answers, proposals, planned, policy] = await Promise.all([
    store.answers.list(key).then((all) => all.filter(about)),
    store.proposals.list(key, 'all').then((all) => all.filter(about)),
    shown.open ? store.runs.planned(key, shown.run) : [],
    store.shown.policy(key),
  ]);
  const { decisions } = shown.detail;
  const notice = noticeTexts[c.req.query('notice') ?? ''];
  const body = intentPage({
    ...{ shown, answers, proposals, proof: visitor.proof, now: deps.runtime.now() },
    mayAnswer: may(visitor, 'write'),
    mayNot: mayNotText(deps.settings, visitor, 'write'),
    refused: await refusedAnswers(deps, found, visitor),
    planned:
      planned.some(about) && findStack(deps.settings, key.tenant, key.stack)?.forge !== undefined,
    // Comments by Parley repeat what this page shows.
    comments: (await store.shown.comments(key.tenant, proposals)).filter(
      ({ text }) => !isOwnComment(text),
    ),
    receipts: await receiptsAbout(deps.registers.receipts, key, { decisions, answers, policy }),
    form: c.req.query('diff') === 'split' ? 'split' : 'unified',
    ...(notice === undefined ? {} : { notice }),
  });
  const frame = { title: shown.summary, path: '/ui', visitor: shownVisitor(visitor), body };
  return showPage(c, { ...frame, live });
}

const noticeTexts: Readonly<Record<string, string>> = {
  answered: 'Noted. The stack is scanned again now, and that scan decides by it.',
  proposed: 'Noted. The pull request is being written; it is here in a moment.',
};

async function askAnswer(deps: ApiDeps, c: WebContext, visitor: Visitor): Promise<Response> {
  const found = await find(deps, visitor, c);
  const action = AskedAction.safeParse(c.req.query('action'));
  if (found === undefined || !action.success) return notFoundPage(c, visitor);
  const { shown } = found;
  const place = triedPlaces(shown.detail)[Number(c.req.query('place') ?? 0) - 1];
  const { digest } = shown;
  const refused = await whyRefused(deps, found, visitor, action.data);
  const problem = refused === undefined ? {} : { problem: problemText(refused) };
  const asked = { action: action.data, proof: visitor.proof, digest, place, ...problem };
  const body = renderAnswerPage(shown, asked);
  return showPage(c, { title: action.data, path: '/ui', visitor: shownVisitor(visitor), body });
}

/** Why the visitor may not give an answer, and who could. */
async function whyRefused(
  { answers: { mayAnswer } }: ApiDeps,
  { key, shown: { intent, harm, detail } }: Found,
  visitor: Visitor,
  action: AnswerAction,
): Promise<Problem | undefined> {
  // The page has the intent of the latest run already, so the complete report is not read.
  const target = { intent: detail.intent, ...(harm === undefined ? {} : { harm }) };
  const permitted = await mayAnswer?.(key, { intent, action, ...signedBy(visitor), target });
  return permitted?.ok === false ? permitted.error : undefined;
}

/** The answers that the visitor may not give, each with its reason. */
async function refusedAnswers(
  deps: ApiDeps,
  found: Found,
  visitor: Visitor,
): Promise<ReadonlyMap<AnswerAction, Problem>> {
  if (!found.shown.open || !may(visitor, 'write')) return new Map();
  const whys = await Promise.all(
    answerActions.map(
      async (action) => [action, await whyRefused(deps, found, visitor, action)] as const,
    ),
  );
  return new Map(whys.flatMap(([action, why]) => (why === undefined ? [] : [[action, why]])));
}

/** Takes an answer by the same use case as the API, Slack and comments. */
async function takeAnswer(
  deps: ApiDeps,
  c: WebContext,
  fields: FormFields,
  visitor: Visitor,
): Promise<Response> {
  const found = await find(deps, visitor, c);
  const form = SentAnswer.safeParse(fields);
  if (found === undefined || !form.success) return notFoundPage(c, visitor);
  const { action, digest, note, days, min, max, place: named } = form.data;
  const { key, shown } = found;
  const place = triedPlaces(shown.detail).find((one) => placeText(one) === named);
  const refuse = (problem: string, status: 403 | 409): Promise<Response> => {
    const asked = { action, proof: visitor.proof, digest: shown.digest, place, problem };
    const body = renderAnswerPage(shown, asked);
    return showPage(c, { title: action, visitor: shownVisitor(visitor), body }, status);
  };
  if (!may(visitor, 'write')) return refuse(mayNotText(deps.settings, visitor, 'write'), 403);
  if (named !== undefined && place === undefined) {
    return refuse('That place is no longer among those of the latest scan.', 409);
  }
  const bounds = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  const answered = await deps.answers.answer(key, {
    ...{ intent: shown.intent, action, digest, ...signedBy(visitor) },
    ...(note === '' ? {} : { note }),
    ...(place === undefined ? {} : { place: placeOf(place) }),
    ...(action === 'hold'
      ? { until: shiftTime(deps.runtime.now(), (days ?? defaultHold) * day) }
      : {}),
    ...(action === 'delegate' && Object.keys(bounds).length > 0 ? { bounds } : {}),
  });
  if (!answered.ok) return refuse(problemText(answered.error), 409);
  flushOutboxSoon(deps);
  return c.redirect(`${intentPath(key.stack, shown.intent)}?notice=answered`, 303);
}

/** Days. */
const defaultHold = 3;

function placeOf({ drift, path: at, kind, file, line, description }: Candidate) {
  const of = {
    ...(drift === undefined ? {} : { drift }),
    ...(at === undefined ? {} : { path: at }),
  };
  return { ...of, kind, file, line, description };
}

/** Requests the proposal as Slack and commands do. The receipt of the push says who asked. */
async function takeProposal(deps: ApiDeps, c: WebContext, visitor: Visitor): Promise<Response> {
  const found = await find(deps, visitor, c);
  if (found === undefined) return notFoundPage(c, visitor);
  const { key, shown } = found;
  const refuse = (text: string, status: 403 | 409): Promise<Response> => {
    const body = html`<h1>Nothing was proposed</h1><p>${text}</p><p><a href="${intentPath(key.stack, shown.intent)}">Back to the intent</a></p>`;
    return showPage(c, { title: 'Refused', visitor: shownVisitor(visitor), body }, status);
  };
  if (!may(visitor, 'write')) return refuse(mayNotText(deps.settings, visitor, 'write'), 403);
  const forge = findStack(deps.settings, key.tenant, key.stack)?.forge;
  const asked = await askProposals(deps.store, key, {
    ...{ forge, intent: shown.intent, by: visitor.by },
  });
  if (!asked.ok) return refuse(problemText(asked.error), 409);
  deps.runtime.log.info('proposal asked for', {
    ...key,
    intent: shown.intent,
    by: visitor.by,
  });
  flushOutboxSoon(deps);
  return c.redirect(`${intentPath(key.stack, shown.intent)}?notice=proposed`, 303);
}

/** Shows only evidence of the intent, so that this cannot be used to read the entire log. */
async function showRecord(deps: ApiDeps, c: WebContext, visitor: Visitor): Promise<Response> {
  const found = await find(deps, visitor, c);
  const event = c.req.param('event') ?? '';
  const note = found?.shown.detail.evidence.find((one) => one.event === event);
  if (found === undefined || note === undefined) return notFoundPage(c, visitor);
  const { key, shown } = found;
  const sources = deps.settings.sources.filter(({ tenant }) => tenant === key.tenant);
  const raw = await deps.store.shown.record(
    key.tenant,
    sources.map(({ name }) => name),
    note,
  );
  const body = recordPage(event, raw, intentPath(key.stack, shown.intent));
  return showPage(c, { title: 'Record', path: '/ui', visitor: shownVisitor(visitor), body });
}

/** The bundle as the API returns it, for a visitor with a session but without a token. */
async function sendBundle(deps: ApiDeps, c: WebContext, visitor: Visitor): Promise<Response> {
  const id = c.req.param('id') ?? '';
  if (!/^[0-9a-f]{64}$/.test(id)) return notFoundPage(c, visitor);
  const bundleIn = async (log: ReceiptLog): Promise<Result<Bundle | undefined>> => {
    const receipt = await log.find(id);
    return receipt === undefined ? ok(undefined) : log.bundle([receipt]);
  };
  const done = await deps.registers.receipts(visitor.caller.tenant, bundleIn);
  if (!done.ok || done.value === undefined) return notFoundPage(c, visitor);
  return c.body(bundleText(done.value), 200, {
    'content-type': 'application/json',
    'content-disposition': `attachment; filename="receipt-${id.slice(0, 12)}.json"`,
    'cache-control': 'no-store',
  });
}
