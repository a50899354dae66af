import type { AwsCredentialIdentityProvider } from '@smithy/types';
import type { guardedAgents } from './agents.ts';

/** The identity for calls to AWS. */
export interface AwsIdentity {
  readonly profile?: string | undefined;
  readonly role?: { readonly arn: string; readonly externalId?: string | undefined } | undefined;
  readonly stsEndpoint?: string | undefined;
}

/** Name of the session in a role's account, as the log of that account shows it. */
const sessionName = 'parley';

/**
 * Undefined for credentials from the environment, which the clients find themselves. A role is
 * assumed through `agents`, in `region`.
 */
export async function awsCredentials(
  { profile, role, stsEndpoint, region }: AwsIdentity & { readonly region: string },
  agents: ReturnType<typeof guardedAgents> & { readonly socketTimeout?: number },
): Promise<AwsCredentialIdentityProvider | undefined> {
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
      requestHandler: agents,
      ...(stsEndpoint === undefined ? {} : { endpoint: stsEndpoint }),
    },
  });
  return () => temporary();
}
