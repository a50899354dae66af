import type { SourceSettings } from '../../config/sources.ts';
import { isLoopbackUrl } from './loopback.ts';

/** Environment and home folder in which credentials are looked for. Nothing is read or sent. */
export interface CredentialPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True for a file or folder that exists; the path is relative to the home folder. */
  readonly isAtHome: (path: string) => Promise<boolean>;
}

type Kind = 'aws' | 'azure' | 'gcp';

const variables: Readonly<Record<Kind, readonly string[]>> = {
  aws: [
    'AWS_ACCESS_KEY_ID',
    'AWS_PROFILE',
    'AWS_WEB_IDENTITY_TOKEN_FILE',
    'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
    'AWS_CONTAINER_CREDENTIALS_FULL_URI',
  ],
  azure: ['AZURE_CLIENT_ID', 'AZURE_FEDERATED_TOKEN_FILE', 'IDENTITY_ENDPOINT', 'MSI_ENDPOINT'],
  gcp: ['GOOGLE_APPLICATION_CREDENTIALS'],
};

const files: Readonly<Record<Kind, readonly string[]>> = {
  aws: ['.aws/credentials', '.aws/config'],
  azure: ['.azure/azureProfile.json', '.azure/msal_token_cache.json'],
  gcp: ['.config/gcloud/application_default_credentials.json'],
};

/** Where the credentials of a source appear to come from; undefined if nothing indicates it. */
export async function sourceCredentials(
  settings: SourceSettings,
  { env, isAtHome }: CredentialPlaces,
): Promise<string | undefined> {
  if (settings.kind === 'push') return 'none needed: the cloud sends records';
  const kind = kindOf(settings);
  if (kind !== 'aws' && isLoopbackUrl(settings.endpoint)) return 'none needed for an emulator';
  const variable = variables[kind].find((name) => (env[name] ?? '') !== '');
  if (variable !== undefined) return `credentials by ${variable}`;
  for (const file of files[kind]) if (await isAtHome(file)) return `credentials by ~/${file}`;
  return undefined;
}

function kindOf({ kind }: Exclude<SourceSettings, { kind: 'push' }>): Kind {
  switch (kind) {
    case 'cloudtrail-lookup':
    case 'cloudtrail-s3':
      return 'aws';
    case 'azure-activity':
      return 'azure';
    case 'gcp-audit':
      return 'gcp';
  }
}
