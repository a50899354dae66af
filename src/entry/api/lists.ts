import { z } from 'zod';
import type { StacksOf } from '../../ports/store/drift-log.ts';
import type { PageQuery } from '../../ports/store/service-store.ts';
import type { ApiSettings } from './deps.ts';
import { type Endpoint, type ReplySpec, readingEndpoint } from './endpoint.ts';
import {
  type PageRequest,
  type PlacedItem,
  pageFields,
  pageReply,
  storePage,
} from './http/page.ts';
import { type ApiReply, jsonReply, notFound } from './http/reply.ts';
import { stackField, stackParams } from './schema/common.ts';
import { findStack, queriedStackNames } from './stacks.ts';

/** Query fields of a list over all stacks of the tenant, or over one. */
export const stacksFields = { ...pageFields, stack: stackField.optional() };

export interface StacksQuery extends PageRequest {
  readonly stack?: string | undefined;
}

interface ShownPage {
  readonly items: readonly object[];
  readonly next: string | undefined;
}

type ReadPage = (of: StacksOf, page: PageQuery) => Promise<ShownPage>;

/** A page of a list that the store has for all stacks. */
export async function storeReply(
  settings: ApiSettings,
  tenant: string,
  query: StacksQuery,
  read: ReadPage,
): Promise<ApiReply> {
  const { stack } = query;
  if (stack !== undefined && findStack(settings, tenant, stack) === undefined) {
    return notFound('stack');
  }
  const page = storePage(query);
  if (!page.ok) return page.error;
  const of = { tenant, ...(stack === undefined ? {} : { stack }) };
  return jsonReply(200, await read(of, page.value));
}

/** A page of a list that is read stack by stack. */
export async function stacksReply(
  settings: ApiSettings,
  tenant: string,
  query: StacksQuery,
  read: (stack: string) => Promise<readonly PlacedItem<object>[]>,
): Promise<ApiReply> {
  const names = queriedStackNames(settings, tenant, query.stack);
  return names === undefined ? notFound('stack') : pageReply(names, query, read);
}

interface StoreList {
  /** Last part of both paths: `open-drifts`. */
  readonly path: string;
  /** As in the names of the endpoints: `OpenDrifts`. */
  readonly name: string;
  readonly group: string;
  readonly summaries: { readonly all: string; readonly ofStack: string };
  readonly reply: ReplySpec;
  readonly read: ReadPage;
}

/** The endpoints of a list that the store has for all stacks: of the tenant, and of one stack. */
export function storeLists(settings: ApiSettings, list: StoreList): readonly Endpoint[] {
  const { path, name, group, summaries, reply, read } = list;
  const shared = { group, replies: { 200: reply }, refusals: [404] };
  const all = readingEndpoint({
    ...shared,
    path: `/api/v1/${path}`,
    name: `list${name}`,
    summary: summaries.all,
    query: z.strictObject(stacksFields),
    handle: ({ tenant, query }) => storeReply(settings, tenant, query, read),
  });
  const ofStack = readingEndpoint({
    ...shared,
    path: `/api/v1/stacks/{stack}/${path}`,
    name: `list${name}OfStack`,
    summary: summaries.ofStack,
    params: stackParams,
    query: z.strictObject(pageFields),
    handle: ({ tenant, params, query }) =>
      storeReply(settings, tenant, { ...query, ...params }, read),
  });
  return [all, ofStack];
}
