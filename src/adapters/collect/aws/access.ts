import type { AwsCredentialIdentityProvider } from '@smithy/types';
import { guardedAgents } from '../../net/agents.ts';

/** Who calls AWS, and where AWS is. */
export interface AwsAccess {
  readonly region: string;
  readonly endpoint?: string | undefined;
  readonly profile?: string | undefined;
  readonly role?: { readonly arn: string; readonly externalId?: string | undefined } | undefined;
  readonly stsEndpoint?: string | undefined;
}

/** Emulators are on this machine; where clouds hand out credentials is never called. */
const callable = { allowsLoopback: true };

/** Name of the session in a role's account, as its own log shows it. */
const sessionName = 'parley';

/** Options of any AWS client. Retries are ours, since they have to keep to the limits. */
export async function clientOptions(access: AwsAccess) {
  const credentials = await credentialsOf(access);
  return {
    region: access.region,
    maxAttempts: 1,
    requestHandler: guardedAgents(callable),
    ...(access.endpoint === undefined ? {} : { endpoint: access.endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  };
}

/** Undefined for what the environment gives, which the clients find by themselves. */
async function credentialsOf({
  region,
  profile,
  role,
  stsEndpoint,
}: AwsAccess): Promise<AwsCredentialIdentityProvider | undefined> {
  if (profile === undefined && role === undefined) return undefined;
  const { fromNodeProviderChain, fromTemporaryCredentials } = await import(
    '@aws-sdk/credential-providers'
  );
  const own = fromNodeProviderChain(profile === undefined ? {} : { profile });
  if (role === undefined) return own;
  const { arn, externalId } = role;
  const temporary = fromTemporaryCredentials({
    masterCredentials: own,
    params: {
      RoleArn: arn,
      RoleSessionName: sessionName,
      ...(externalId === undefined ? {} : { ExternalId: externalId }),
    },
    clientConfig: {
      region,
      requestHandler: guardedAgents(callable),
      ...(stsEndpoint === undefined ? {} : { endpoint: stsEndpoint }),
    },
  });
  return () => temporary();
}
