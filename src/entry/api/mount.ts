import type { Context, Hono } from 'hono';
import type { Result } from '../../model/result.ts';
import { fail, ok } from '../../model/result.ts';
import type { ApiLimits } from './deps.ts';
import type { Endpoint, RawCall } from './endpoint.ts';
import { away } from './http/away.ts';
import { bodyTooLarge, readCallBody, readJsonBody } from './http/body.ts';
import { problemResponse } from './http/problem.ts';
import { type ApiRefusal, type ApiReply, refuseCall } from './http/reply.ts';
import type { TokenCaller } from './http/tokens.ts';

/** The context that the middleware passes to the endpoints. */
export interface ApiEnv {
  readonly Variables: {
    /** Id of the request. */
    id: string;
    caller: TokenCaller | undefined;
    /** The pattern of the path, for logs. */
    route: string;
  };
  readonly Bindings: {
    readonly incoming?: { readonly socket?: CallSocket };
  };
}

export type CallLimits = Pick<ApiLimits, 'bodyTime' | 'answerTime' | 'trialTime'>;

/** The part of Node's socket that is looked at. */
interface CallSocket {
  readonly remoteAddress?: string;
  /** Milliseconds of silence after which it is closed. */
  readonly timeout?: number;
  setTimeout(milliseconds: number): unknown;
}

type ApiContext = Context<ApiEnv>;

/** Adds the endpoints, and a refusal for other methods on their paths. */
export function mount(app: Hono<ApiEnv>, endpoints: readonly Endpoint[], limits: CallLimits): void {
  for (const endpoint of endpoints) {
    app.on(endpoint.method, pattern(endpoint.path), async (c) => {
      c.set('route', endpoint.path);
      return responseOf(await serve(endpoint, c, limits), c.get('id'));
    });
  }
  for (const path of new Set(endpoints.map((one) => one.path))) {
    const methods = endpoints.filter((one) => one.path === path).map(({ method }) => method);
    app.all(pattern(path), (c) => {
      c.set('route', path);
      return problemResponse(otherMethod(methods), c.get('id'));
    });
  }
}

/** The path pattern in hono's syntax. */
function pattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

async function serve(endpoint: Endpoint, c: ApiContext, limits: CallLimits): Promise<ApiReply> {
  const head = {
    id: c.get('id'),
    params: c.req.param() as Record<string, string>,
    query: queryOf(c.req.url),
    headers: Object.fromEntries(c.req.raw.headers),
    caller: c.get('caller'),
  };
  const admitted = await endpoint.admit(head);
  if (!admitted.ok) return admitted.error;
  const body = await bodyOf(endpoint, c.req.raw, limits.bodyTime);
  if (!body.ok) return body.error;
  const answer = endpoint.handle({ ...head, ...body.value }, admitted.value);
  return endpoint.mayTry ? inTrialTime(c, answer, limits) : inTime(answer, limits.answerTime);
}

/** Milliseconds for a client to read an answer that was waited for. */
const readTime = 10_000;

/** Waits for an answer that may wait for a trial, while nothing is sent on the connection. */
export function inTrialTime<T>(
  { env }: ApiContext,
  answer: Promise<T>,
  { answerTime, trialTime }: CallLimits,
): Promise<T | ApiRefusal> {
  const time = answerTime + trialTime;
  const socket = env?.incoming?.socket;
  if (socket?.timeout !== undefined && socket.timeout < time) socket.setTimeout(time + readTime);
  return inTime(answer, time);
}

/** A store that does not answer in time counts as unreachable. */
async function inTime<T>(answer: Promise<T>, time: number): Promise<T | ApiRefusal> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ApiRefusal>((resolve) => {
    timer = setTimeout(() => resolve(away('The answer takes too long: try again.')), time);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}

/** Bytes. */
const unreadSize = 1024;

async function bodyOf(
  { body }: Endpoint,
  request: Request,
  time: number,
): Promise<Result<Pick<RawCall, 'json' | 'bytes'>, ApiRefusal>> {
  if (body === undefined) {
    // The body is ignored, but clients may send `{}`.
    const isSmall = Number(request.headers.get('content-length') ?? 0) <= unreadSize;
    if (!isSmall) return fail(bodyTooLarge(unreadSize));
    return ok({ json: undefined, bytes: new Uint8Array() });
  }
  const read = await readCallBody(request, { size: body.size, types: body.types, time });
  if (!read.ok) return read;
  if (body.raw) return ok({ json: undefined, bytes: read.value });
  const json = readJsonBody(read.value);
  return json.ok ? ok({ json: json.value, bytes: read.value }) : json;
}

/** A repeated name becomes a list, which no schema accepts. */
function queryOf(url: string): Readonly<Record<string, unknown>> {
  const query = new Map<string, string | string[]>();
  const params = new URL(url).searchParams;
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name);
    query.set(name, values.length === 1 ? (values[0] ?? '') : values);
  }
  return Object.fromEntries(query);
}

function responseOf(reply: ApiReply, id: string): Response {
  switch (reply.kind) {
    case 'refused':
      return problemResponse(reply, id);
    case 'empty':
      return new Response(null, { status: reply.status, headers: reply.headers ?? {} });
    case 'text':
      return new Response(reply.body, { headers: { 'content-type': reply.type } });
    case 'json':
      return new Response(`${JSON.stringify(reply.body)}\n`, {
        status: reply.status,
        headers: { ...reply.headers, 'content-type': 'application/json' },
      });
  }
}

function otherMethod(methods: readonly string[]): ApiRefusal {
  const all = methods.includes('get') ? [...methods, 'head'] : methods;
  const allow = all
    .map((method) => method.toUpperCase())
    .sort()
    .join(', ');
  const headers = { allow };
  return refuseCall(405, 'method', 'The path has no such method.', {
    detail: `Use ${allow}.`,
    headers,
  });
}
