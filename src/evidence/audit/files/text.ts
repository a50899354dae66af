import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Content, detectContent, markLength, showsContent } from './content.ts';

type Chunks = AsyncIterable<Uint8Array>;

/** A file with more leading white space than this is not a log. */
const maxHead = 1024 * 1024;
const chunkBytes = 256 * 1024;

export interface OpenText {
  /** The kind of the file once unpacked; `chunks` has all of it, without a byte order mark. */
  readonly content: Content;
  readonly chunks: Chunks;
  /** Releases the source; needed for a file that is not read to its end. */
  close(): Promise<void>;
}

/**
 * Determines the kind of a stream of bytes, and unpacks gzip (of several members, too). The
 * iteration throws what the source throws, and zlib's errors.
 */
export async function openText(source: Chunks): Promise<OpenText> {
  const raw = await peek(source);
  const content = detectContent(raw.head);
  if (content.kind !== 'gzip') return { content, chunks: withoutMark(raw), close: raw.close };
  const unpacked = await peek(gunzip(raw.all));
  return {
    content: detectContent(unpacked.head),
    chunks: withoutMark(unpacked),
    close: unpacked.close,
  };
}

interface Peeked {
  readonly head: Uint8Array;
  /** The head and the rest; can be iterated once. */
  readonly all: Chunks;
  close(): Promise<void>;
}

async function peek(source: Chunks): Promise<Peeked> {
  const iterator = source[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array(0);
  while (!showsContent(head) && head.length < maxHead) {
    const next = await iterator.next();
    if (next.done === true) break;
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
  }
  const close = async (): Promise<void> => {
    await iterator.return?.();
  };
  return { head, all: join(head, iterator), close };
}

async function* join(
  head: Uint8Array,
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

async function* withoutMark({ head, all }: Peeked): AsyncGenerator<Uint8Array> {
  let skip = markLength(head);
  for await (const chunk of all) {
    yield skip === 0 ? chunk : chunk.subarray(skip);
    skip = 0;
  }
}

async function* gunzip(chunks: Chunks): AsyncGenerator<Uint8Array> {
  const inflater = createGunzip({ chunkSize: chunkBytes });
  const piped = pipeline(Readable.from(chunks), inflater);
  // The iteration below throws the same error; without a handler it would count as unhandled.
  piped.catch(() => undefined);
  yield* inflater;
}
