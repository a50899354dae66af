import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { parsedJson } from '../../../model/parsed-json.ts';
import { scrubText } from '../../../model/scrub.ts';
import type { Store } from '../../../ports/store/run-store.ts';
import type { StackKey } from '../../../ports/store/stack-key.ts';
import { calls, streams } from './calls.ts';

export interface StoreServerOptions {
  readonly storeOf: (key: StackKey) => Store;
  readonly token: string;
  /** Further methods of the process; returns undefined for one that it does not have. */
  readonly more?: MoreMethods;
  /** Largest request, in bytes. */
  readonly limit?: number;
}

export type MoreMethods = (
  method: string,
  args: readonly unknown[],
) => Promise<unknown> | undefined;

/** Each call has its own connection, so that none stays open and delays the end of the process. */
const headers = { 'cache-control': 'no-store', connection: 'close' } as const;

/** A report of a large estate has some megabytes, and a page of records may have as many. */
const defaultLimit = 256 * 1024 * 1024;

const name = z.string().min(1).max(200);
const Body = z.object({ tenant: name, stack: name, args: z.array(z.unknown()) });

/** Answers calls of processes that know the token. Each call is one of the methods of a store. */
export function createStoreHandler(options: StoreServerOptions): RequestListener {
  return (request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      // Once the head is sent, the other side hung up or the stream broke: no error can be
      // reported.
      if (response.headersSent) response.destroy();
      else send(response, 500, { error: scrubText(messageOf(error)) });
    });
  };
}

async function answer(
  { storeOf, token, more, limit = defaultLimit }: StoreServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isToken(request.headers.authorization, token)) {
    return send(response, 401, { error: 'The token is not that of this store.' });
  }
  const method = (request.url ?? '').slice(1);
  if (request.method === 'GET' && method === 'ping') return send(response, 200, {});
  const isOfStore = Object.hasOwn(calls, method) || Object.hasOwn(streams, method);
  const isKnown = isOfStore || (more !== undefined && method.startsWith('service.'));
  if (request.method !== 'POST' || !isKnown) {
    return send(response, 404, { error: 'The store has no such method.' });
  }
  const text = await readBody(request, limit);
  if (text === undefined) return send(response, 413, { error: 'The request is too large.' });
  const { data: body } = Body.safeParse(parsedJson(text));
  if (body === undefined) return send(response, 400, { error: 'The request is not a call.' });
  const { tenant, stack, args } = body;
  if (!isOfStore) {
    const answered = more?.(method, args);
    if (answered === undefined) {
      return send(response, 404, { error: 'The service has no such method.' });
    }
    return send(response, 200, { value: await answered });
  }
  const store = storeOf({ tenant, stack });
  const lists = streams[method]?.read(store, args);
  if (lists !== undefined) return sendLists(response, lists);
  const running = calls[method]?.run(store, args);
  if (running === undefined) {
    return send(response, 400, { error: `These are not arguments of ${method}.` });
  }
  send(response, 200, { value: await running });
}

/** Takes the same time for every wrong token, of whatever length. */
function isToken(given: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given ?? ''), digest(`Bearer ${token}`));
}

/** Undefined if the body exceeds the limit. */
async function readBody(request: IncomingMessage, limit: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size > limit ? undefined : Buffer.concat(chunks).toString('utf8');
}

function send(
  response: ServerResponse,
  status: number,
  body: { readonly value?: unknown } | { readonly error: string },
): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/**
 * One line for each list, and an empty one at the end, which distinguishes a complete answer from a
 * broken one.
 */
async function sendLists(
  response: ServerResponse,
  lists: AsyncIterable<readonly string[]>,
): Promise<void> {
  response.writeHead(200, { ...headers, 'content-type': 'application/x-ndjson' });
  await pipeline(Readable.from(linesOf(lists)), response);
}

async function* linesOf(lists: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const list of lists) yield `${JSON.stringify(list)}\n`;
  yield '\n';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
