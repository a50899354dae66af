import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  createServer,
  type Http2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { createConnection } from 'node:net';
import { keepTypes } from './schema-message.ts';

/** Stands between Terraform and a provider that runs. */
export interface SchemaProxy {
  /** To the provider. */
  readonly behind: ClientHttp2Session;
  /**
   * From now on Terraform is told of these types alone, and each way to configure the provider has
   * one of these connections, of which this proxy's own is the first.
   */
  only(types: ReadonlySet<string>, connections: readonly ClientHttp2Session[]): void;
  close(): void;
}

/**
 * Passes every call on, both ways, as it is, but for the answer that holds the schema: the AWS
 * provider describes some 2,000 types, and to read that is most of what a command of Terraform
 * does. What it is told of its types is the provider's word; a type that was left out is an error.
 */
export async function startSchemaProxy(provider: string, socket: string): Promise<SchemaProxy> {
  const window = { initialWindowSize: 2 ** 24 };
  const behind = connect('http://localhost', {
    createConnection: () => createConnection(provider),
    settings: window,
  });
  let types: ReadonlySet<string> = new Set();
  let configured = configurations(behind, [behind]);
  let whole: Buffer | undefined;
  const server = createServer({ settings: window });
  server.on('stream', (stream, headers) => {
    const { session } = stream;
    if (isConfigureCall(headers) && session !== undefined)
      return configured.configure(session, stream, headers);
    if (!isSchemaCall(headers)) {
      const call = configured.of(session).request(headers);
      stream.pipe(call);
      return answerWith(call, stream);
    }
    const answer = (message: Buffer): void => {
      whole = message;
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, withTrailers);
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      stream.end(framed(keepTypes(message, types)));
    };
    stream.resume();
    if (whole === undefined) ask(behind, stream, headers, answer);
    else answer(whole);
  });
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  // A command that was killed leaves its streams broken; it is not there to be told.
  server.on('sessionError', () => undefined);
  behind.on('error', () => server.close());
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return {
    behind,
    only: (some, connections) => {
      types = some;
      configured = configurations(behind, connections);
    },
    close() {
      behind.destroy();
      for (const session of sessions) session.destroy();
      server.close();
    },
  };
}

const withTrailers = { waitForTrailers: true };

function isSchemaCall(headers: IncomingHttpHeaders): boolean {
  return /^\/tfplugin\d\.Provider\/Get(?:Provider)?Schema$/.test(String(headers[':path']));
}

function isConfigureCall(headers: IncomingHttpHeaders): boolean {
  return /^\/tfplugin\d\.Provider\/Configure(?:Provider)?$/.test(String(headers[':path']));
}

/**
 * Which connection has which configuration: a process has but one, and Terraform would have had a
 * process for each. A new one takes the place of the one that was asked for longest ago.
 */
function configurations(own: ClientHttp2Session, connections: readonly ClientHttp2Session[]) {
  const sessions = new WeakMap<Http2Session, ClientHttp2Session>();
  /** By the call that configures it, in the order of the last ones. */
  const places = new Map<string, ClientHttp2Session>();

  function placeOf(message: string): ClientHttp2Session {
    const taken = new Set(places.values());
    const [oldest] = places;
    const known = places.get(message);
    const free = connections.find((connection) => !taken.has(connection));
    if (known === undefined && free === undefined && oldest) places.delete(oldest[0]);
    const place = known ?? free ?? oldest?.[1] ?? own;
    places.delete(message);
    places.set(message, place);
    return place;
  }

  return {
    of: (session: Http2Session | undefined) => (session && sessions.get(session)) ?? own,
    configure(
      session: Http2Session,
      stream: ServerHttp2Stream,
      headers: IncomingHttpHeaders,
    ): void {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const message = Buffer.concat(chunks);
        const place = placeOf(message.toString('latin1'));
        sessions.set(session, place);
        const call = place.request(headers);
        call.end(message);
        answerWith(call, stream);
      });
    },
  };
}

function answerWith(call: ClientHttp2Stream, stream: ServerHttp2Stream): void {
  let trailers: IncomingHttpHeaders = {};
  call.on('response', (answer, flags) => {
    const isOver = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    stream.respond(answer, isOver ? { endStream: true } : withTrailers);
  });
  call.on('trailers', (last) => {
    trailers = last;
  });
  stream.on('wantTrailers', () => stream.sendTrailers(trailers));
  stream.on('close', () => call.close());
  stream.on('error', () => call.close());
  call.on('error', () => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  call.pipe(stream);
}

/** The answer to a call that takes nothing. */
function ask(
  behind: ClientHttp2Session,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  answer: (message: Buffer) => void,
): void {
  const call = behind.request(headers);
  const chunks: Buffer[] = [];
  call.on('data', (chunk: Buffer) => chunks.push(chunk));
  call.on('end', () => answer(Buffer.concat(chunks).subarray(frame)));
  call.on('error', () => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  call.end(Buffer.alloc(frame));
}

/** Bytes before a message of gRPC: whether it is packed, and its length. */
const frame = 5;

function framed(message: Buffer): Buffer {
  const head = Buffer.alloc(frame);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}
