import { retryAfter } from '../../net/retry.ts';
import { errorText } from '../attempt.ts';
import { type CallFailure, type CollectFailureKind, isNetworkError } from '../failure.ts';
import { statusKind } from '../http-failure.ts';

const kinds: ReadonlyMap<string, CollectFailureKind> = new Map<string, CollectFailureKind>([
  ...[
    'Throttling',
    'ThrottlingException',
    'ThrottledException',
    'TooManyRequestsException',
    'RequestLimitExceeded',
    'RequestThrottled',
    'RequestThrottledException',
    'SlowDown',
    'PriorRequestNotComplete',
  ].map((name) => [name, 'throttled'] as const),
  ['InvalidNextTokenException', 'page-token'],
  ...[
    'AuthFailure',
    'CredentialsError',
    'CredentialsProviderError',
    'ExpiredToken',
    'ExpiredTokenException',
    'IncompleteSignature',
    'InvalidAccessKeyId',
    'InvalidClientTokenId',
    'InvalidSignatureException',
    'MissingAuthenticationToken',
    'RequestExpired',
    'SignatureDoesNotMatch',
    'TokenProviderError',
    'TokenRefreshRequired',
    'UnrecognizedClientException',
  ].map((name) => [name, 'credentials'] as const),
  ...[
    'AccessDenied',
    'AccessDeniedException',
    'AllAccessDisabled',
    'NotAuthorized',
    'OptInRequired',
    'UnauthorizedOperation',
  ].map((name) => [name, 'denied'] as const),
  ...['NoSuchBucket', 'NoSuchKey', 'NotFound', 'QueueDoesNotExist'].map(
    (name) => [name, 'missing'] as const,
  ),
  ...['RequestTimeout', 'InternalError', 'InternalFailure', 'ServiceUnavailable'].map(
    (name) => [name, 'transient'] as const,
  ),
  // Thrown by the client if nothing accepts the connection or answers on it.
  ['TimeoutError', 'silent'],
]);

/**
 * The failure behind an error of an AWS client at `now`, in ISO 8601; undefined for an error that
 * no client throws.
 */
export function awsFailure(error: unknown, now: string): CallFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const { status, header } = responseOf(error);
  const code = errorText(error, 'Code') ?? error.name;
  const system = errorText(error, 'code') ?? '';
  const kind = kinds.get(error.name) ?? kinds.get(code) ?? kindOf(status, system);
  if (kind === undefined) return undefined;
  const wait = retryAfter(header, Date.parse(now));
  return {
    kind,
    code: code === 'Error' && system !== '' ? system : code,
    message: error.message,
    ...(wait === undefined || wait === 0 ? {} : { retryAfter: wait }),
  };
}

function kindOf(status: number | undefined, system: string): CollectFailureKind | undefined {
  if (isNetworkError(system)) return 'transient';
  return status === undefined ? undefined : statusKind(status);
}

function responseOf(error: Error): { readonly status?: number; readonly header?: string } {
  const metadata: unknown = Reflect.get(error, '$metadata');
  const response: unknown = Reflect.get(error, '$response');
  const status = numberAt(metadata, 'httpStatusCode') ?? numberAt(response, 'statusCode');
  const headers = isObject(response) ? Reflect.get(response, 'headers') : undefined;
  const header = isObject(headers) ? errorText(headers, 'retry-after') : undefined;
  return {
    ...(status === undefined ? {} : { status }),
    ...(header === undefined ? {} : { header }),
  };
}

function numberAt(value: unknown, name: string): number | undefined {
  const number: unknown = isObject(value) ? Reflect.get(value, name) : undefined;
  return typeof number === 'number' ? number : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
