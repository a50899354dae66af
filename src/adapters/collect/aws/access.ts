import { guardedAgents } from '../../net/agents.ts';
import { type AwsIdentity, awsCredentials } from '../../net/aws-credentials.ts';

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
