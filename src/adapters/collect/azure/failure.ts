import { errorText } from '../attempt.ts';
import { type CallFailure, type CollectFailureKind, isNetworkError } from '../failure.ts';
import { answeredFailure, errorResponse, statusKind } from '../http-failure.ts';

const signInErrors = new Set([
  'AggregateAuthenticationError',
  'AuthenticationError',
  'AuthenticationRequiredError',
  'CredentialUnavailableError',
]);

/** The failure behind an answer with this status; `body` is Azure's JSON error. */
export function azureFailure(
  status: number,
  body: string,
  header: string | undefined,
  now: string,
): CallFailure {
  const answer = errorResponse(body, 'code');
  return answeredFailure(kindOf(status, answer.message), status, answer, header, now);
}

function kindOf(status: number, message: string): CollectFailureKind {
  const kind = statusKind(status);
  return kind === 'other' && /skip ?token|continuation/i.test(message) ? 'page-token' : kind;
}

/** Failures of the client itself: no credentials, or no connection. */
export function azureClientFailure(error: unknown): CallFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name, message } = error;
  if (signInErrors.has(name)) return { kind: 'credentials', code: name, message };
  const code = errorText(error, 'code') ?? '';
  if (isNetworkError(code) || code === 'REQUEST_SEND_ERROR') {
    return { kind: 'transient', code, message };
  }
  return undefined;
}
