import {
  networkFailure,
  type StateFailure,
  type StateFailureKind,
  statusFailure,
} from '../failure.ts';

const kinds: ReadonlyMap<string, StateFailureKind> = new Map(
  Object.entries({
    missing: ['NoSuchBucket', 'NoSuchKey', 'NotFound'],
    forbidden: ['AccessDenied', 'AllAccessDisabled', 'KMS.DisabledException'],
    credentials: [
      'CredentialsProviderError',
      'InvalidAccessKeyId',
      'InvalidClientTokenId',
      'InvalidToken',
      'SignatureDoesNotMatch',
      'TokenProviderError',
      'UnrecognizedClientException',
    ],
    'credentials-expired': ['ExpiredToken', 'ExpiredTokenException', 'RequestExpired'],
    moved: [
      'AuthorizationHeaderMalformed',
      'IllegalLocationConstraintException',
      'PermanentRedirect',
      'TemporaryRedirect',
    ],
    throttled: ['SlowDown', 'Throttling', 'ThrottlingException', 'TooManyRequestsException'],
    unreachable: ['TimeoutError', 'RequestTimeout'],
    unavailable: ['InternalError', 'ServiceUnavailable'],
  } satisfies Partial<Record<StateFailureKind, readonly string[]>>).flatMap(([kind, names]) =>
    names.map((name) => [name, kind as StateFailureKind] as const),
  ),
);

/** The failure behind an error of the client; undefined for a bug. */
export function s3Failure(error: unknown): StateFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = nameOf(error);
  const kind = kinds.get(code) ?? kinds.get(error.name);
  if (kind !== undefined) return { kind, code };
  if (error.message === 'Region is missing') return { kind: 'region' };
  const connection = networkFailure(error);
  if (connection !== undefined) return connection;
  const status = statusOf(error);
  return status === undefined ? undefined : statusFailure(status, { code });
}

/** An answer without a body has no name for its error except the status. */
function nameOf(error: Error): string {
  const code: unknown = Reflect.get(error, 'Code');
  if (typeof code === 'string' && code !== '') return code;
  const status = statusOf(error);
  const isNamed = !['Error', 'Unknown', 'UnknownError', ''].includes(error.name);
  return isNamed || status === undefined ? error.name : `HTTP ${status}`;
}

function statusOf(error: Error): number | undefined {
  const metadata: unknown = Reflect.get(error, '$metadata');
  if (typeof metadata !== 'object' || metadata === null) return undefined;
  const status: unknown = Reflect.get(metadata, 'httpStatusCode');
  return typeof status === 'number' ? status : undefined;
}
