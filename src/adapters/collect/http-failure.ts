import { jsonAt } from '../../model/json.ts';
import { parsedJson } from '../../model/parsed-json.ts';
import { retryAfter } from '../net/retry.ts';
import type { CallFailure, CollectFailureKind } from './failure.ts';

/** Content of a cloud's JSON error. */
export interface ErrorResponse {
  readonly code?: string;
  readonly message: string;
}

/** Reads `{"error": {"message": ...}}`; `member` is the name of the member with the error code. */
export function errorResponse(body: string, member: 'code' | 'status'): ErrorResponse {
  // Proxies answer with pages of their own, which contain nothing useful.
  const error = jsonAt(parsedJson(body), 'error');
  const [code, message] = [jsonAt(error, member), jsonAt(error, 'message')];
  return {
    message: typeof message === 'string' ? message : '',
    ...(typeof code === 'string' ? { code } : {}),
  };
}

/** What a status that is not a success means, whatever the cloud. */
export function statusKind(status: number): CollectFailureKind {
  if (status === 429) return 'throttled';
  if (status === 401) return 'credentials';
  if (status === 403) return 'denied';
  if (status === 404) return 'missing';
  return status >= 500 ? 'transient' : 'other';
}

/**
 * The failure of a call that was answered with an error; `header` is the answer's `Retry-After`.
 */
export function answeredFailure(
  kind: CollectFailureKind,
  status: number,
  { code, message }: ErrorResponse,
  header: string | undefined,
  now: string,
): CallFailure {
  const wait = retryAfter(header, Date.parse(now));
  return {
    kind,
    code: code ?? `HTTP ${status}`,
    message,
    ...(wait === undefined ? {} : { retryAfter: wait }),
  };
}
