import { z } from 'zod';
import { dismissedTarget, findAnswerTarget } from '../../../app/answer/target.ts';
import { definedBounds } from '../../../model/bounds.ts';
import { answerActions } from '../../../ports/store/answer.ts';
import type { StoredIntent } from '../../../ports/store/run-store.ts';
import type { StackKey } from '../../../ports/store/stack-key.ts';
import { lastLooked } from '../../../reconcile/report/lifecycle.ts';
import type { ApiDeps } from '../deps.ts';
import { type Endpoint, endpoint, readingEndpoint } from '../endpoint.ts';
import { flushOutboxSoon } from '../http/flush-outbox.ts';
import { pageSchema } from '../http/page.ts';
import { type ApiRefusal, jsonReply, notFound, refuseCall, refuseFor } from '../http/reply.ts';
import { stacksFields, stacksReply } from '../lists.ts';
import { stackField, timeField } from '../schema/common.ts';
import {
  AnswerView,
  IntentDetailView,
  IntentView,
  outcomeField,
  stateField,
} from '../schema/findings.ts';
import { queriedStackNames } from '../stacks.ts';
import { proposalReply } from './proposals.ts';

export const IntentList = pageSchema(IntentView);

export const AnsweredView = z.object({
  answer: AnswerView,
  repeated: z.boolean().meta({ description: 'It was given before' }),
  message: z.string().meta({ description: 'What happens now, for a person' }),
});

type Deps = Pick<ApiDeps, 'settings' | 'store' | 'jobs' | 'answers' | 'runtime'>;

/** Endpoints for intents and their answers. */
export function intentEndpoints(deps: Deps): readonly Endpoint[] {
  return [listEndpoint(deps), detailEndpoint(deps), answerEndpoint(deps)];
}

const params = z.strictObject({ intent: z.string().min(1).max(100) });
const ofStack = {
  stack: stackField.optional().meta({ description: 'Needed if several stacks have the intent' }),
};

function listEndpoint({ settings, store }: Deps): Endpoint {
  return readingEndpoint({
    path: '/api/v1/intents',
    name: 'listIntents',
    group: 'intents',
    summary: 'Intents of all stacks, or of one',
    query: z.strictObject({
      ...stacksFields,
      state: stateField.optional(),
      outcome: outcomeField.optional(),
    }),
    replies: { 200: { description: 'By stack and id', schema: IntentList } },
    refusals: [404],
    handle({ tenant, query }) {
      const { state, outcome } = query;
      const isAsked = (one: StoredIntent): boolean =>
        (state === undefined || one.state === state) &&
        (outcome === undefined || one.fields.some((field) => field.outcome === outcome));
      return stacksReply(settings, tenant, query, async (stack) => {
        const intents = await store.project({ tenant, stack }).intents();
        return intents
          .filter(isAsked)
          .map((one) => ({ key: one.intent.id, item: { stack, ...one, ...lastLooked(one) } }));
      });
    },
  });
}

function detailEndpoint(deps: Deps): Endpoint {
  const { store } = deps;
  return readingEndpoint({
    path: '/api/v1/intents/{intent}',
    name: 'getIntent',
    group: 'intents',
    summary: 'An intent: why it was decided so, what happened since, what people answered',
    params,
    query: z.strictObject(ofStack),
    replies: { 200: { description: 'The intent', schema: IntentDetailView } },
    refusals: [404, 409],
    async handle({ tenant, params: { intent: id }, query }) {
      const found = await find(deps, tenant, id, query.stack);
      if ('kind' in found) return found;
      const { key, stored } = found;
      const { stack } = key;
      const run = await store.runs.latest(key);
      const decisions = (run?.report.decisions ?? []).filter(({ intent }) => intent === id);
      const transitions = await store.project(key).transitions(id);
      const answers = await store.answers.list(key);
      const proposals = await store.proposals.list(key, 'all');
      return jsonReply(200, {
        stack,
        ...stored,
        ...lastLooked(stored),
        decisions: decisions.map((decision) => ({ stack, scan: run?.id, ...decision })),
        transitions: transitions.map(({ from, to, event, because, run: scan, time: at }) => ({
          from,
          to,
          event,
          because,
          scan,
          time: at,
        })),
        answers: answers.filter(({ intent }) => intent === id),
        proposals: proposals.filter(({ intent }) => intent === id).map(proposalReply),
      });
    },
  });
}

const bounds = z
  .strictObject({ min: z.number().optional(), max: z.number().optional() })
  .refine(({ min, max }) => min === undefined || max === undefined || min <= max, {
    message: 'The minimum is above the maximum',
  });

const Ask = z
  .strictObject({
    action: z.enum(answerActions),
    stack: ofStack.stack,
    digest: z.string().min(1).max(100).optional().meta({
      description: 'Of the drifts that were shown: if they have changed since, nothing happens',
    }),
    until: timeField.optional().meta({ description: 'Of `hold`' }),
    bounds: bounds.optional().meta({ description: 'Of `delegate`' }),
    note: z.string().min(1).max(500).optional().meta({ description: 'Why; `dismiss` needs it' }),
  })
  .refine(({ action, until }) => until === undefined || action === 'hold', {
    message: 'Only hold has a time',
    path: ['until'],
  })
  .refine((ask) => ask.bounds === undefined || ask.action === 'delegate', {
    message: 'Only delegate has bounds',
    path: ['bounds'],
  });

function answerEndpoint(deps: Deps): Endpoint {
  return endpoint({
    method: 'post',
    path: '/api/v1/intents/{intent}/answers',
    name: 'answerIntent',
    group: 'intents',
    summary: 'Answers what should happen to an intent',
    description: 'The stack is scanned again at once. Repeating an answer changes nothing.',
    access: { kind: 'token', scope: 'write' },
    params,
    body: { size: 16 * 1024, types: ['application/json'], schema: Ask },
    replies: {
      200: { description: 'It was given before', schema: AnsweredView },
      201: { description: 'It takes effect now', schema: AnsweredView },
    },
    refusals: [404, 409, 422],
    async handle({ tenant, params: { intent }, body, caller }) {
      const found = await findTarget(deps, tenant, intent, body.stack);
      if ('kind' in found) return found;
      const { action, digest, until, bounds: given, note } = body;
      const answered = await deps.answers.answer(found.key, {
        intent,
        action,
        by: `api:${caller?.name ?? ''}`,
        ...(digest === undefined ? {} : { digest }),
        ...(until === undefined ? {} : { until }),
        ...(given === undefined ? {} : { bounds: definedBounds(given) }),
        ...(note === undefined ? {} : { note }),
      });
      if (!answered.ok) {
        return refuseFor(wrongAsks.has(answered.error.code) ? 422 : 409, answered.error);
      }
      flushOutboxSoon(deps);
      return jsonReply(answered.value.repeated ? 200 : 201, answered.value);
    },
  });
}

/** Problems with the request itself, whatever the state of the intent. */
const wrongAsks: ReadonlySet<string> = new Set(['answer-until', 'answer-bounds', 'answer-reason']);

interface Found {
  readonly key: StackKey;
  readonly stored: StoredIntent;
}

/** Ids are derived from content, so two stacks may have the same one. */
async function find(
  { settings, store }: Deps,
  tenant: string,
  id: string,
  only: string | undefined,
): Promise<Found | ApiRefusal> {
  const found: Found[] = [];
  for (const stack of queriedStackNames(settings, tenant, only) ?? []) {
    const intents = await store.project({ tenant, stack }).intents();
    const stored = intents.find(({ intent }) => intent.id === id);
    if (stored !== undefined) found.push({ key: { tenant, stack }, stored });
  }
  const [first, second] = found;
  if (first === undefined) return notFound('intent');
  return second === undefined ? first : ambiguous;
}

/** The stack of an intent, else of anything that only the latest scan has under the id. */
async function findTarget(
  deps: Deps,
  tenant: string,
  id: string,
  only: string | undefined,
): Promise<Pick<Found, 'key'> | ApiRefusal> {
  const known = await find(deps, tenant, id, only);
  if (!('kind' in known) || known.status !== 404) return known;
  const found: StackKey[] = [];
  for (const stack of queriedStackNames(deps.settings, tenant, only) ?? []) {
    const key = { tenant, stack };
    const run = await deps.store.runs.latest(key);
    if (run === undefined) continue;
    const isShown = findAnswerTarget(run.report, id) !== undefined;
    if (isShown || dismissedTarget(await deps.store.answers.list(key), id) !== undefined) {
      found.push(key);
    }
  }
  const [first, second] = found;
  if (first === undefined) return known;
  return second === undefined ? { key: first } : ambiguous;
}

const ambiguous = refuseCall(409, 'intent-ambiguous', 'Several stacks have the intent.', {
  detail: 'Name one with `stack`.',
});
