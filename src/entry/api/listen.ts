import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { ApiEnv } from './mount.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Milliseconds. Default to `defaultTimes`. */
  readonly times?: Partial<ListenTimes>;
}

export interface ListenTimes {
  /** Until the headers of a request must have arrived. */
  readonly headers: number;
  /** Until a request must have arrived with its body. */
  readonly request: number;
  /** For which a connection may be idle between two requests. */
  readonly idle: number;
  /** For which an answer may be stuck because the client does not read it. */
  readonly answer: number;
  /** For which closing waits for requests in progress. */
  readonly drain: number;
}

const defaultTimes: ListenTimes = {
  headers: 10_000,
  request: 30_000,
  idle: 65_000,
  answer: 120_000,
  drain: 10_000,
};

const maxHeaderSize = 16 * 1024;
/**
 * Requests on one connection. After that the client has to reconnect, so that a balancer can
 * redirect it.
 */
const maxRequests = 1000;

export interface Listening {
  /** `http://127.0.0.1:8080` */
  readonly url: string;
  readonly port: number;
  /** Accepts no more connections, and waits for requests in progress. */
  close(): Promise<void>;
}

/** Serves the API. Fails with `cannot-listen`. */
export async function listen(
  app: Pick<Hono<ApiEnv>, 'fetch'>,
  { host, port, times }: ListenOptions,
): Promise<Result<Listening>> {
  const limits = { ...defaultTimes, ...times };
  const server = createServer(app, limits);
  const opened = await new Promise<boolean>((resolve) => {
    // The listener stays: a connection that cannot be accepted for lack of descriptors must not end
    // the process.
    server.on('error', () => resolve(false));
    server.listen(port, host, () => resolve(true));
  });
  if (!opened) return fail(cannotListen(host, port));
  // The address is an object here, since the server listens on TCP.
  const { port: bound } = server.address() as AddressInfo;
  return ok({
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    port: bound,
    close: () => close(server, limits.drain),
  });
}

function createServer(app: Pick<Hono<ApiEnv>, 'fetch'>, times: ListenTimes): Server {
  const server = createAdaptorServer({
    // The types of the adapter allow HTTP/2, which is not used here.
    fetch: (request, env) => app.fetch(request, env as ApiEnv['Bindings']),
    overrideGlobalObjects: false,
    serverOptions: {
      maxHeaderSize,
      headersTimeout: times.headers,
      requestTimeout: times.request,
      keepAliveTimeout: times.idle,
      connectionsCheckingInterval: Math.min(1000, times.headers),
      insecureHTTPParser: false,
    },
  }) as Server;
  server.timeout = times.answer;
  server.maxRequestsPerSocket = maxRequests;
  server.on('clientError', refuseRaw);
  return server;
}

const rawRefusals: Readonly<Record<string, readonly [number, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
};

/** Answers input that is not HTTP or arrives too slowly, since it never reaches the app. */
function refuseRaw(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, title] = rawRefusals[error.code ?? ''] ?? [400, 'Bad Request'];
  const body = `${JSON.stringify({ type: 'about:blank', title, status })}\n`;
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function close(server: Server, timeout: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), timeout);
    // Also closes connections as soon as their last answer has been sent.
    server.keepAliveTimeout = 1;
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function cannotListen(host: string, port: number): Problem {
  return {
    code: 'cannot-listen',
    message: `Cannot listen on ${host}:${port}.`,
    hint: 'Another program may be using it; choose another --port.',
  };
}
