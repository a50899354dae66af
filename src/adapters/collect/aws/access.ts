import { guardedAgents } from '../../net/agents.ts';
import { type AwsIdentity, awsCredentials } from '../../net/aws-credentials.ts';

/** Who calls AWS, and where AWS is. */
export interface AwsAccess extends AwsIdentity {
  readonly region: string;
  readonly endpoint?: string | undefined;
}

/** Emulators are on this machine; where clouds hand out credentials is never called. */
const callable = { allowsLoopback: true };

/** Options of any AWS client. Retries are ours, since they have to keep to the limits. */
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
