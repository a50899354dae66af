import { isUtf8 } from 'node:buffer';
import { jsonDepth } from '../../../evidence/audit/scan/depth.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { type ApiRefusal, refuseCall } from './reply.ts';

export interface BodyLimits {
  /** Bytes. */
  readonly size: number;
  /** Milliseconds until the entire body must have arrived. */
  readonly time: number;
  /** Accepted media types. */
  readonly types: readonly string[] | 'any';
}

/** Reads the body of a request, refusing it as early as possible. */
export async function readCallBody(
  request: Request,
  limits: BodyLimits,
): Promise<Result<Uint8Array, ApiRefusal>> {
  const refusal = refusalOfHead(request.headers, limits);
  if (refusal !== undefined) return fail(refusal);
  if (request.body === null) return ok(new Uint8Array());
  const reader = request.body.getReader();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limits.time);
  });
  try {
    return await readChunks(reader, limits.size, late);
  } catch {
    // The sender disconnected in the middle of the body.
    return fail(refuseCall(400, 'body-cut', 'The body ends too early.'));
  } finally {
    clearTimeout(timer);
    // The rest of the body is discarded without waiting for it.
    reader.cancel().catch(() => undefined);
  }
}

async function readChunks(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  size: number,
  late: Promise<'late'>,
): Promise<Result<Uint8Array, ApiRefusal>> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const read = await Promise.race([reader.read(), late]);
    if (read === 'late') return fail(refuseCall(408, 'body-late', 'The body takes too long.'));
    if (read.done) return ok(Buffer.concat(chunks));
    total += read.value.byteLength;
    if (total > size) return fail(bodyTooLarge(size));
    chunks.push(read.value);
  }
}

function refusalOfHead(headers: Headers, { size, types }: BodyLimits): ApiRefusal | undefined {
  const encoding = headers.get('content-encoding');
  if (encoding !== null && encoding.trim().toLowerCase() !== 'identity') {
    const detail = 'Send the body without content-encoding.';
    return refuseCall(415, 'body-encoding', 'Compressed bodies are not accepted.', { detail });
  }
  const length = headers.get('content-length');
  if (length !== null && Number(length) > size) return bodyTooLarge(size);
  if (types === 'any') return undefined;
  const type = headers.get('content-type');
  const essence = type?.split(';')[0]?.trim().toLowerCase();
  if (essence !== undefined && types.includes(essence)) return undefined;
  const isEmpty = type === null && (length === '0' || (length === null && !isStreamed(headers)));
  if (isEmpty) return undefined;
  const detail = `Send ${types.join(' or ')}.`;
  return refuseCall(415, 'body-type', 'The media type of the body is not accepted.', { detail });
}

function isStreamed(headers: Headers): boolean {
  return headers.get('transfer-encoding') !== null;
}

export function bodyTooLarge(size: number): ApiRefusal {
  const detail = `At most ${size} bytes are accepted.`;
  return refuseCall(413, 'body-size', 'The body is too large.', { detail });
}

/** Deeper JSON could exhaust the stack of every function that walks it. */
const maxDepth = 100;

/** Parses the JSON in a body. */
export function readJsonBody(bytes: Uint8Array): Result<unknown, ApiRefusal> {
  const wrong = (detail: string) =>
    fail(refuseCall(400, 'body-json', 'The body is not the expected JSON.', { detail }));
  if (!isUtf8(bytes)) return wrong('The body is not valid UTF-8.');
  const text = Buffer.from(bytes).toString('utf8');
  if (jsonDepth(text, maxDepth) > maxDepth) return wrong('The body is nested too deeply.');
  const value = parsedJson(text);
  return value === undefined ? wrong('The body is not JSON.') : ok(value);
}
