import { z } from 'zod';
import { documentOf } from '../../../app/declare/document.ts';
import { CommittedDeclaration, WrittenDeclaration } from '../../../config/declarations.ts';
import { TicketDocument } from '../../../config/tickets.ts';
import type { ApiDeps } from '../deps.ts';
import { allowed, type Endpoint, endpoint } from '../endpoint.ts';
import { pageFields, pageOver, pageSchema } from '../http/page.ts';
import { emptyParameters } from '../http/parsed.ts';
import { jsonReply, notFound } from '../http/reply.ts';
import { stackParams, timeField } from '../schema/common.ts';
import { findStack, stackKeyOf } from '../stacks.ts';

export const DeclaredIntentView = z.object({
  id: z.string(),
  declaredAt: timeField,
  declaration: CommittedDeclaration,
  /** The ticket system that told of it. */
  via: z.string().optional(),
});

export const DeclaredIntentList = pageSchema(DeclaredIntentView);

const path = '/api/v1/stacks/{stack}/declared-intents';

/** What somebody says beforehand that they want. */
export function declaredEndpoints({
  settings,
  store,
  now,
}: Pick<ApiDeps, 'settings' | 'store' | 'now'>): readonly Endpoint[] {
  const list = endpoint({
    method: 'get',
    path,
    name: 'listDeclaredIntents',
    group: 'intents',
    summary: 'Intents that were declared to the service; those of `parley.yaml` are in the code',
    access: { kind: 'token', scope: 'read' },
    params: stackParams,
    query: z.strictObject(pageFields),
    replies: { 200: { description: 'By id', schema: DeclaredIntentList } },
    refusals: [404],
    async handle({ tenant, params, query }) {
      const stack = findStack(settings, tenant, params.stack);
      if (stack === undefined) return notFound('stack');
      const page = await pageOver([stack.name], query, async () => {
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
      return page.ok ? jsonReply(200, page.value) : page.error;
    },
  });
  const declare = endpoint({
    method: 'post',
    path,
    name: 'declareIntent',
    group: 'intents',
    summary: 'Declares an intent, as `parley intent declare` does',
    description:
      'Who declares it is a claim. With `approved_by` it is an approval, which takes the scope `approve` as well. The same declaration again changes nothing.',
    access: { kind: 'token', scope: 'write' },
    params: stackParams,
    query: emptyParameters,
    body: { size: 64 * 1024, types: ['application/json'], schema: WrittenDeclaration },
    replies: {
      201: { description: 'It counts from the next scan on', schema: DeclaredIntentView },
    },
    refusals: [404],
    async handle({ tenant, params, body, caller, headers }) {
      if (body.approved_by !== undefined) {
        const may = allowed({ caller, headers }, 'approve');
        if (!may.ok) return may.error;
      }
      const stack = findStack(settings, tenant, params.stack);
      if (stack === undefined) return notFound('stack');
      const document = documentOf(body, now());
      await store.project(stackKeyOf(stack)).declareIntent(document);
      const { id, time: declaredAt, body: declaration } = document;
      return jsonReply(201, { id, declaredAt, declaration });
    },
  });
  return [list, declare];
}
