import { z } from 'zod';
import { declareIntent } from '../../../app/declare/declare.ts';
import { keepDeclaration } from '../../../app/receipt/declarations.ts';
import { CommittedDeclaration, WrittenDeclaration } from '../../../config/declarations.ts';
import { TicketDocument } from '../../../config/tickets.ts';
import { shiftTime } from '../../../model/instant.ts';
import { canonicalJson } from '../../../model/json.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import type { StoredDocument } from '../../../ports/store/run-store.ts';
import type { StackKey } from '../../../ports/store/stack-key.ts';
import { claimKeys } from '../../../ports/store/state/keys.ts';
import type { ApiDeps } from '../deps.ts';
import { allowed, type Endpoint, endpoint, type RawCall, readingEndpoint } from '../endpoint.ts';
import {
  idempotencyDigest,
  idempotencyHeader,
  keyLife,
  reusedKey,
  shortDigest,
} from '../http/idempotency.ts';
import { pageFields, pageReply, pageSchema } from '../http/page.ts';
import { type ApiRefusal, jsonReply, notFound, refuseFor } from '../http/reply.ts';
import { stackField, stackParams, timeField } from '../schema/common.ts';
import { findStack, stackKeyOf } from '../stacks.ts';
import { WouldView, wouldBecome } from './would-become.ts';

export const DeclaredIntentView = z.object({
  id: z.string(),
  declaredAt: timeField,
  declaration: CommittedDeclaration,
  /** The ticket system that reported it. */
  via: z.string().optional(),
});

export const DeclaredIntentList = pageSchema(DeclaredIntentView);

const intentIdField = z.string().regex(/^i-[0-9a-f]{12}$/, 'Use i- and 12 hex digits');

type Deps = Pick<ApiDeps, 'settings' | 'store' | 'answers' | 'registers' | 'runtime'>;

const path = '/api/v1/stacks/{stack}/declared-intents';

/** Endpoints for intents that people declare in advance. */
export function declaredEndpoints(all: Deps): readonly Endpoint[] {
  const { settings, store } = all;
  const { now } = all.runtime;
  const list = readingEndpoint({
    path,
    name: 'listDeclaredIntents',
    group: 'intents',
    summary: 'Intents that were declared to the service; those of `parley.yaml` are in the code',
    params: stackParams,
    query: z.strictObject(pageFields),
    replies: { 200: { description: 'By id', schema: DeclaredIntentList } },
    refusals: [404],
    async handle({ tenant, params, query }) {
      const stack = findStack(settings, tenant, params.stack);
      if (stack === undefined) return notFound('stack');
      return pageReply([stack.name], query, async () => {
        const documents = await store.project(stackKeyOf(stack)).declaredIntents();
        return documents.flatMap(({ id, time: declaredAt, body }) => {
          const { data: ticket } = TicketDocument.safeParse(body);
          if (ticket?.declaration !== undefined) {
            const { via, declaration } = ticket;
            return [{ key: id, item: { id, declaredAt, declaration, via } }];
          }
          const entry = CommittedDeclaration.safeParse(body);
          if (!entry.success) return [];
          return [{ key: id, item: { id, declaredAt, declaration: entry.data } }];
        });
      });
    },
  });
  const declare = endpoint({
    method: 'post',
    path,
    name: 'declareIntent',
    group: 'intents',
    summary: 'Declares an intent, as `parley intent declare` does',
    description: declaring,
    access: { kind: 'token', scope: 'write' },
    params: stackParams,
    body: { size: 64 * 1024, types: ['application/json'], schema: WrittenDeclaration },
    replies: {
      201: { description: 'It takes effect with the next scan', schema: DeclaredIntentView },
    },
    refusals: [404, 503],
    async handle({ tenant, params, body, caller, headers }) {
      const may = mayDeclare(body, { caller, headers });
      if (!may.ok) return may.error;
      const stack = findStack(settings, tenant, params.stack);
      if (stack === undefined) return notFound('stack');
      const key = stackKeyOf(stack);
      const deps = { store: store.project(key), report: undefined, isTrial: false };
      const sign = signing(all, key, caller);
      const declared = await declareIntent({ ...deps, now: now(), sign }, body);
      if (!declared.ok) return refuseFor(503, declared.error);
      const { concerns: _, ...reply } = declared.value;
      return jsonReply(201, reply);
    },
  });
  return [list, declare, declareEndpoint(all)];
}

const declaring =
  'Who declares it is a claim. With `approved_by` it is an approval, which takes the scope `approve` as well. The same declaration again changes nothing.';

/** Naming an approver requires the scope `approve` as well. */
function mayDeclare(
  { approved_by }: Pick<WrittenDeclaration, 'approved_by'>,
  call: Parameters<typeof allowed>[0],
): Result<unknown, ApiRefusal> {
  return approved_by === undefined ? ok(undefined) : allowed(call, 'approve');
}

function signing(
  { registers: { receipts } }: Pick<Deps, 'registers'>,
  key: StackKey,
  caller: RawCall['caller'],
) {
  const by = `api:${caller?.name ?? ''}`;
  return (declared: StoredDocument) => keepDeclaration({ receipts, ...key, by }, declared);
}

export const DeclaredNowView = z.object({
  ...DeclaredIntentView.omit({ via: true }).shape,
  stack: z.string(),
  concerns: z
    .array(
      z.object({
        drift: z.string(),
        address: z.string(),
        field: z.string(),
        kept: z.boolean().optional().meta({ description: 'The live value is what is wanted' }),
      }),
    )
    .readonly()
    .meta({ description: 'Drifts of the latest scan that it concerns' }),
  would: WouldView.optional().meta({
    description:
      'For a dry run: what a scan would decide if the declared change were made now; omitted unless a single value is wanted',
  }),
});

function declareEndpoint(deps: Deps): Endpoint {
  const { settings, store } = deps;
  return endpoint({
    method: 'post',
    path: '/api/v1/intents',
    name: 'createIntent',
    mayTry: true,
    group: 'intents',
    summary: 'Declares an intent of a stack, or shows what declaring it would mean',
    description: `${declaring} With an \`Idempotency-Key\`, the same call within a day is one declaration.`,
    access: { kind: 'token', scope: 'write' },
    query: z.strictObject({
      dry_run: z.literal('true').optional().meta({ description: 'Nothing is kept' }),
    }),
    body: {
      size: 64 * 1024,
      types: ['application/json'],
      schema: WrittenDeclaration.safeExtend({
        stack: stackField,
        expect: z
          .union([z.literal('none'), intentIdField])
          .optional()
          .meta({
            description:
              'The declaration of this principal and field that must still be in force; `none` if there must be none',
          }),
      }),
    },
    headers: [idempotencyHeader],
    replies: {
      200: { description: 'What it would be', schema: DeclaredNowView },
      201: { description: 'It takes effect with the next scan', schema: DeclaredNowView },
    },
    refusals: [404, 409, 422, 503],
    async handle({ tenant, query, body: { stack: name, expect, ...entry }, caller, headers }) {
      const may = mayDeclare(entry, { caller, headers });
      if (!may.ok) return may.error;
      const stack = findStack(settings, tenant, name);
      if (stack === undefined) return notFound('stack');
      const isTrial = query.dry_run !== undefined;
      const now = isTrial
        ? ok(deps.runtime.now())
        : await timeOf(deps, { tenant, name, entry, caller, headers });
      if (!now.ok) return now.error;
      const key = stackKeyOf(stack);
      const report = (await store.runs.latest(key))?.report;
      const sign = signing(deps, key, caller);
      const declared = await declareIntent(
        { store: store.project(key), report, now: now.value, isTrial, sign, expect },
        entry,
      );
      if (!declared.ok) {
        const { code } = declared.error;
        return refuseFor(code === 'intent-conflict' ? 409 : 503, declared.error);
      }
      const would = isTrial ? await wouldBecome(deps, key, declared.value.declaration) : undefined;
      const reply = { stack: name, ...declared.value, ...(would === undefined ? {} : { would }) };
      return jsonReply(isTrial ? 200 : 201, reply);
    },
  });
}

interface Declaring extends Pick<RawCall, 'caller' | 'headers'> {
  readonly tenant: string;
  readonly name: string;
  readonly entry: WrittenDeclaration;
}

/**
 * The time of the declaration. With an idempotency key it is the time of the first call, so that
 * repeated calls make one declaration.
 */
async function timeOf(
  { store, runtime: { now } }: Deps,
  { tenant, name, entry, caller, headers }: Declaring,
): Promise<Result<string, ApiRefusal>> {
  const key = idempotencyDigest(headers, caller);
  if (!key.ok) return key;
  if (key.value === undefined) return ok(now());
  const claim = claimKeys.declareCall(key.value);
  const digest = shortDigest(canonicalJson(JSON.parse(JSON.stringify([name, entry]))));
  const value = { digest, at: now() };
  const until = shiftTime(value.at, keyLife);
  await store.claims.take(tenant, claim, { value, until });
  const first = (await store.claims.get(tenant, claim))?.value ?? value;
  return first.digest === digest ? ok(first.at) : fail(reusedKey('intent that you declare'));
}
