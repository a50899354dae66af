import { isUtf8 } from 'node:buffer';
import { fail, ok, type Result } from '../../model/result.ts';
import { readBytes } from '../net/body.ts';
import type { StateFailure } from './failure.ts';

/** Bytes. No real state is larger. */
export const largestState = 512_000_000;

/** All bytes. Fails if they, or their announced length, exceed the limit. */
export async function readStateBody(
  chunks: AsyncIterable<Uint8Array>,
  { limit, length }: { readonly limit: number; readonly length?: number | undefined },
): Promise<Result<Uint8Array, StateFailure>> {
  if (length !== undefined && length > limit) return fail({ kind: 'too-large' });
  const bytes = await readBytes(chunks, limit);
  return bytes === undefined ? fail({ kind: 'too-large' }) : ok(bytes);
}

/**
 * The bytes if they look like the text of a JSON object; the parser of states checks its content.
 */
export function stateBytes(bytes: Uint8Array, encoding?: string): Result<Uint8Array, StateFailure> {
  const isEncoded = encoding !== undefined && !['', 'identity', 'aws-chunked'].includes(encoding);
  if (isEncoded || (bytes[0] === 0x1f && bytes[1] === 0x8b)) return fail({ kind: 'compressed' });
  if (!isUtf8(bytes)) return fail({ kind: 'not-json' });
  const start = new TextDecoder().decode(bytes.subarray(0, 1000)).trimStart();
  // No text at all is an empty state, which the parser distinguishes.
  return start === '' || start.startsWith('{') ? ok(bytes) : fail({ kind: 'not-json' });
}
