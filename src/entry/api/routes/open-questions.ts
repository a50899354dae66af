import { z } from 'zod';
import type { StacksOf } from '../../../ports/store/drift-log.ts';
import type { ApiDeps } from '../deps.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { pageFields, pageSchema, storePage } from '../http/page.ts';
import { emptyParameters } from '../http/parsed.ts';
import { jsonReply } from '../http/reply.ts';
import { stackField, stackParams } from '../schema/common.ts';
import { OpenQuestionView } from '../schema/open-drifts.ts';
import { missingStack } from './open-drifts.ts';

export const OpenQuestionList = pageSchema(OpenQuestionView);

type Deps = Pick<ApiDeps, 'settings' | 'store'>;
type Query = Parameters<typeof storePage>[0];

const access = { kind: 'token', scope: 'read' } as const;
const replies = { 200: { description: 'The newest first', schema: OpenQuestionList } };

/** Endpoints for calls on managed resources whose effect is unknown. */
export function openQuestionEndpoints(deps: Deps): readonly Endpoint[] {
  const ofTenant = endpoint({
    method: 'get',
    path: '/api/v1/open-questions',
    name: 'listOpenQuestions',
    group: 'findings',
    summary: 'Calls whose effect is unknown',
    access,
    params: emptyParameters,
    query: z.strictObject({ ...pageFields, stack: stackField.optional() }),
    replies,
    refusals: [404],
    handle: ({ tenant, query }) => {
      const { stack } = query;
      return readQuestions(deps, stack === undefined ? { tenant } : { tenant, stack }, query);
    },
  });
  const ofStack = endpoint({
    method: 'get',
    path: '/api/v1/stacks/{stack}/open-questions',
    name: 'listOpenQuestionsOfStack',
    group: 'findings',
    summary: 'Calls on a stack whose effect is unknown',
    access,
    params: stackParams,
    query: z.strictObject(pageFields),
    replies,
    refusals: [404],
    handle: ({ tenant, params, query }) =>
      readQuestions(deps, { tenant, stack: params.stack }, query),
  });
  return [ofTenant, ofStack];
}

async function readQuestions({ settings, store }: Deps, of: StacksOf, query: Query) {
  const missing = missingStack(settings, of);
  if (missing !== undefined) return missing;
  const page = storePage(query);
  if (!page.ok) return page.error;
  const { items, next } = await store.drifts.questions(of, page.value);
  return jsonReply(200, {
    items: items.map(({ stack, question }) => ({ stack, ...question })),
    next,
  });
}
