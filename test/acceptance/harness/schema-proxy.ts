import {
  type ClientHttp2Session,
  connect,
  constants,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { createConnection } from 'node:net';
import { keepTypes } from './schema-message.ts';

/** Stands between Terraform and a provider that runs. */
export interface SchemaProxy {
  /** From now on Terraform is told of these types alone. */
  only(types: ReadonlySet<string>): void;
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
  let whole: Buffer | undefined;
  const server = createServer({ settings: window });
  server.on('stream', (stream, headers) => {
    if (!isSchemaCall(headers)) return pass(behind, stream, headers);
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
    only: (some) => {
      types = some;
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

function pass(
  behind: ClientHttp2Session,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
): void {
  const call = behind.request(headers);
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
  stream.pipe(call);
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
