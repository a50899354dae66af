import { fail, ok, type Result } from '../../../model/result.ts';
import { retryAfter } from '../../net/retry.ts';
import { stateBytes } from '../body.ts';
import { type StateFailure, statusFailure } from '../failure.ts';
import type { StateResponse } from './get.ts';

export interface ReadState {
  readonly bytes: Uint8Array;
  readonly version?: string | undefined;
}

/** The name of the error in a header or the body of an answer; undefined if there is none. */
export type ErrorName = (answer: StateResponse) => string | undefined;

/** The state in an answer, or the failure that its status means. */
export function stateIn(
  answer: StateResponse,
  now: string,
  { version, errorName }: { readonly version?: string | undefined; readonly errorName?: ErrorName },
): Result<ReadState, StateFailure> {
  const failure = answerFailure(answer, now, errorName);
  if (failure !== undefined) return fail(failure);
  const bytes = stateBytes(answer.body, answer.headers['content-encoding']);
  return bytes.ok ? ok({ bytes: bytes.value, version }) : bytes;
}

/** The failure behind an answer without the requested content; undefined if it has that. */
export function answerFailure(
  answer: StateResponse,
  now: string,
  errorName?: ErrorName,
): StateFailure | undefined {
  const { status, headers, isElsewhere } = answer;
  if (status === 200) return undefined;
  if (isElsewhere && (status === 401 || status === 403)) {
    return { kind: 'moved', code: `HTTP ${status}` };
  }
  // Backends answer this for a state that was never written.
  if (status === 204) return { kind: 'missing', code: 'HTTP 204' };
  const wait = retryAfter(headers['retry-after'], Date.parse(now));
  const code = errorName?.(answer);
  return statusFailure(status, {
    ...(code === undefined ? {} : { code }),
    ...(wait === undefined ? {} : { retryAfter: wait }),
  });
}

/** A header with one value. */
export function singleHeader({ headers }: StateResponse, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
