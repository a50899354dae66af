import { errorText } from '../attempt.ts';
import { type CallFailure, type CollectFailureKind, isNetworkError } from '../failure.ts';
import { answeredFailure, errorResponse, statusKind } from '../http-failure.ts';

/** The failure behind an answer with this status; `body` is Google's JSON error. */
export function gcpFailure(
  status: number,
  body: string,
  header: string | undefined,
  now: string,
): CallFailure {
  const answer = errorResponse(body, 'status');
  const kind = kindOf(status, answer.code, answer.message);
  return answeredFailure(kind, status, answer, header, now);
}

function kindOf(status: number, code: string | undefined, message: string): CollectFailureKind {
  if (code === 'RESOURCE_EXHAUSTED') return 'throttled';
  if (code === 'UNAUTHENTICATED') return 'credentials';
  const kind = statusKind(status);
  return kind === 'other' && /page_?token/i.test(message) ? 'page-token' : kind;
}

/** Failures of the client itself: no credentials, or no connection. */
export function gcpClientFailure(error: unknown): CallFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = errorText(error, 'code') ?? causeCode(error) ?? '';
  const message = error.message;
  if (isNetworkError(code)) return { kind: 'transient', code, message };
  const isAboutSignIn =
    /credential|invalid_grant|invalid_client|token|refresh/i.test(message) || code === '401';
  return isAboutSignIn ? { kind: 'credentials', code: error.name, message } : undefined;
}

function causeCode({ cause }: Error): string | undefined {
  return cause instanceof Error ? errorText(cause, 'code') : undefined;
}
