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
import type { Readable } from 'node:stream';
import { keepTypes } from './schema-message.ts';

/** A proxy between Terraform and a running provider. */
export interface SchemaProxy {
  /** The connection to the provider. */
  readonly behind: ClientHttp2Session;
  /**
   * From now on, Terraform is told of these types only, and each configuration of the provider gets
   * one of these connections, the first of which is this proxy's own.
   */
  only(types: ReadonlySet<string>, connections: readonly ClientHttp2Session[]): void;
  close(): void;
}

/** Answers of a provider that are the same each time, by method and message. */
export type Answers = Map<string, Buffer>;

/**
 * Passes every call on unchanged, both ways, except for two, whose answers it remembers. From the
 * schema it leaves out types: the AWS provider describes some 2,000, and reading them is most of
 * what a Terraform command does. The check of the provider's configuration takes a tenth of a
 * second, twice per plan, and says the same of the same configuration. All that Terraform is told
 * comes from the provider; using a type that was left out is an error.
 */
export async function startSchemaProxy(
  provider: string,
  socket: string,
  answers: Answers,
): Promise<SchemaProxy> {
  const window = { initialWindowSize: 2 ** 24 };
  const behind = connect('http://localhost', {
    createConnection: () => createConnection(provider),
    settings: window,
  });
  const asked: Asked = { answers, behind };
  let types: ReadonlySet<string> = new Set();
  let configured = configurations(behind, [behind]);
  const server = createServer({ settings: window });
  server.on('stream', (stream, headers) => {
    const { session } = stream;
    if (session !== undefined && isCall(headers, configure))
      return read(stream, (message) => configured.configure(session, stream, headers, message));
    if (isCall(headers, schema))
      return read(stream, (message) =>
        ask(asked, stream, headers, message, (whole) => keepTypes(whole, types)),
      );
    if (isCall(headers, check))
      return read(stream, (message) => ask(asked, stream, headers, message, (whole) => whole));
    const call = configured.of(session).request(headers);
    stream.pipe(call);
    answerWith(call, stream);
  });
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  // A command that was killed leaves broken streams, and nobody to tell.
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

const schema = /^Get(?:Provider)?Schema$/;
const check = /^(?:Prepare|Validate)ProviderConfig$/;
const configure = /^Configure(?:Provider)?$/;

function isCall(headers: IncomingHttpHeaders, name: RegExp): boolean {
  const [, method = ''] = /^\/tfplugin\d\.Provider\/(\w+)$/.exec(String(headers[':path'])) ?? [];
  return name.test(method);
}

function read(stream: Readable, use: (message: Buffer) => void): void {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => use(Buffer.concat(chunks)));
}

/**
 * Which connection has which configuration: a provider process has only one, and Terraform would
 * have started a process for each. A new configuration replaces the one that was requested longest
 * ago.
 */
function configurations(own: ClientHttp2Session, connections: readonly ClientHttp2Session[]) {
  const sessions = new WeakMap<Http2Session, ClientHttp2Session>();
  /** By the call that configures the provider, the last one used at the end. */
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
      message: Buffer,
    ): void {
      const place = placeOf(message.toString('latin1'));
      sessions.set(session, place);
      const call = place.request(headers);
      call.end(message);
      answerWith(call, stream);
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

interface Asked {
  readonly answers: Answers;
  readonly behind: ClientHttp2Session;
}

/** Answers with what the provider says, or said before, reduced by `kept`. */
function ask(
  { answers, behind }: Asked,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  message: Buffer,
  kept: (whole: Buffer) => Buffer,
): void {
  const key = `${headers[':path']} ${message.toString('latin1')}`;
  const answer = (whole: Buffer): void => {
    answers.set(key, whole);
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, withTrailers);
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(framed(kept(whole)));
  };
  const known = answers.get(key);
  if (known === undefined) {
    const call = behind.request(headers);
    const fail = (): void => stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    // A failed call has no message.
    read(call, (whole) => (whole.length === 0 ? fail() : answer(whole.subarray(frame))));
    call.on('error', fail);
    call.end(message);
  } else answer(known);
}

/** Bytes before a gRPC message: the compression flag and the length. */
const frame = 5;

function framed(message: Buffer): Buffer {
  const head = Buffer.alloc(frame);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}
