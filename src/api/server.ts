import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type IncidentCall, readIncidentCall } from './incidents.ts';
import { distrust } from './signature.ts';

export interface ServerOptions {
  readonly secret: string;
  /** Keeps what an incident tool says. Calls come one after the other. */
  readonly keep: (call: IncidentCall) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A line for whoever runs the server: never a body or a header. */
  readonly log: (line: string) => void;
}

/** Larger bodies are not read to their end. */
const largestBody = 64 * 1024;

interface Answer {
  readonly status: number;
  /** For errors the title of a problem document (RFC 9457). */
  readonly title: string;
}

/**
 * `GET /healthz`, and `POST /api/v1/incidents` signed with the headers `x-parley-timestamp` and
 * `x-parley-signature`.
 */
export function createApiServer(options: ServerOptions): Server {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (call: IncidentCall): Promise<void> => {
    const turn = last.then(() => options.keep(call));
    last = turn.catch(() => undefined);
    return turn;
  };
  return createServer((request, response) => {
    void answer(request, options, inTurn)
      .catch((): Answer => ({ status: 500, title: 'The call could not be kept.' }))
      .then((result) => {
        options.log(`${request.method ?? ''} ${pathOf(request)} ${result.status}`);
        send(response, result);
      });
  });
}

async function answer(
  request: IncomingMessage,
  { secret, now }: ServerOptions,
  keep: (call: IncidentCall) => Promise<void>,
): Promise<Answer> {
  const path = pathOf(request);
  if (path === '/healthz' && request.method === 'GET') return { status: 200, title: 'ok' };
  if (path !== '/api/v1/incidents') return { status: 404, title: 'There is nothing here.' };
  if (request.method !== 'POST') return { status: 405, title: 'Use POST.' };
  const body = await bodyOf(request);
  if (body === undefined) return { status: 413, title: 'The body is too large.' };
  const signed = {
    timestamp: header(request, 'x-parley-timestamp'),
    signature: header(request, 'x-parley-signature'),
    body,
  };
  const why = distrust(secret, signed, Math.floor(now() / 1000));
  if (why !== undefined) return { status: 401, title: why };
  const call = readIncidentCall(body);
  if (!call.ok) return { status: 400, title: call.error };
  await keep(call.value);
  return { status: 202, title: 'kept' };
}

/** The path without what follows it, short enough for a log. */
function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').replace(/[?#].*$/s, '').slice(0, 200);
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > largestBody) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, { status, title }: Answer): void {
  const isError = status >= 400;
  response.writeHead(status, {
    'content-type': isError ? 'application/problem+json' : 'application/json',
    'x-content-type-options': 'nosniff',
    ...(status === 413 ? { connection: 'close' } : {}),
  });
  response.end(`${JSON.stringify(isError ? { status, title } : { status: title })}\n`);
}
