import type { AwsCredentialIdentityProvider } from '@smithy/types';
import type { AddressRule } from '../../net/address.ts';
import { guardedAgents } from '../../net/agents.ts';
import type { S3Location } from '../types.ts';

/** Name of the session in a role's account, as its own log shows it. */
const sessionName = 'parley';

/** Undefined for what the environment gives, which the client finds by itself. */
export async function credentialsFor(
  { profile, role, stsEndpoint }: S3Location,
  region: string | undefined,
  rule: AddressRule,
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
      region: region ?? 'us-east-1',
      requestHandler: { ...guardedAgents(rule), socketTimeout: 30_000 },
      ...(stsEndpoint === undefined ? {} : { endpoint: stsEndpoint }),
    },
  });
  return () => temporary();
}
