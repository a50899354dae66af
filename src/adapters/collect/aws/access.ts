import type { Result } from '../../../model/result.ts';
import { guardedAgents } from '../../net/agents.ts';
import { type AwsIdentity, awsCredentials } from '../../net/aws-credentials.ts';
import { attemptCall } from '../attempt.ts';
import type { CallFailure } from '../failure.ts';
import { createLimiter } from '../limiter.ts';
import { withCollectRetries } from '../retry.ts';
import type { CollectTimer } from '../types.ts';
import { awsFailure } from './failure.ts';

/** The identity for calls to AWS, and the region and endpoint of the calls. */
export interface AwsAccess extends AwsIdentity {
  readonly region: string;
  readonly endpoint?: string | undefined;
}

/** Emulators run on this machine. Addresses where clouds hand out credentials are never called. */
const callable = { allowsLoopback: true };

/**
 * Options of every AWS client. The client does not retry, because retries have to respect the
 * limits.
 */
export async function clientOptions(access: AwsAccess) {
  const credentials = await awsCredentials(access, guardedAgents(callable));
  return {
    region: access.region,
    maxAttempts: 1,
    requestHandler: guardedAgents(callable),
    ...(access.endpoint === undefined ? {} : { endpoint: access.endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  };
}

/** Makes calls of one client within a rate, and repeats those whose failure may pass. */
export function awsCaller(
  rate: Parameters<typeof createLimiter>[0],
  timer: CollectTimer,
  now: () => string,
): <T>(work: () => Promise<T>, timeout?: number) => Promise<Result<T, CallFailure>> {
  const limit = createLimiter(rate, timer);
  const classify = (error: unknown) => awsFailure(error, now());
  return (work, timeout) =>
    withCollectRetries(() => attemptCall(work, classify, timeout), limit, timer);
}
